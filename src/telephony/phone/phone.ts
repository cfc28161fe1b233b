import type { PhoneLine } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';

import { type DeviceFault, deviceFaultSoon } from '../devices/device-check.ts';
import type { Line, LineEvent, LineMaker, Loudness } from '../line/line.ts';
import { askForCall, namesOf } from './ask-for-call.ts';
import { CallLog, type CallLogHost, toldOf } from './call-log.ts';
import { NotedCall, readPhonePreferences, savePhonePreferences } from './phone-preferences.ts';
import { isBusy, isInCall, isSameIncoming, noPhone, type PhoneStep, phoneAfter } from './phone-state.ts';
import { openCallOf, type PhoneCommand, type PhoneView, type Said, type Wanted } from './phone-view.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/** What the telephone needs of its host. */
export type PhoneHost = CallLogHost & {
  readonly userId: string;
  readonly lines: readonly PhoneLine[];
  /** Makes the line of a provider. */
  readonly makerOf: (provider: PhoneProvider) => Promise<LineMaker>;
  /** Why nobody can telephone in this browser; asked before the browser's own phone is used. */
  readonly deviceFault: () => Promise<DeviceFault | undefined>;
  readonly now?: () => number;
};

/** How long a line that is connecting is waited for with a call, and the end of a call with signing out. */
const patienceMs = 12_000;
const partingMs = 3000;
const maxMissed = 3;

/** One person's telephone in this browser: the tab that holds it keeps the line, every tab shows it. */
export class Phone {
  readonly #host: PhoneHost;
  readonly #now: () => number;
  /** When this tab joined: what was said before was said to others. */
  readonly #since: number;
  readonly #listeners = new Set<() => void>();
  readonly #tabs: Tabs<PhoneView, PhoneCommand>;
  readonly #log: CallLog;
  readonly #noted: NotedCall;
  #view: PhoneView;
  #line: Line | undefined;
  #makes = 0;
  #saidCount = 0;
  #isDialling = false;

  constructor(host: PhoneHost) {
    this.#host = host;
    this.#now = host.now ?? Date.now;
    this.#since = this.#now();
    this.#log = new CallLog(host);
    this.#noted = new NotedCall(host.userId);
    const nothing = { abilities: [], said: undefined, numberFault: undefined, open: undefined, missed: [] };
    this.#view = { ...noPhone, ...readPhonePreferences(host.userId, host.lines), ...nothing };
    this.#tabs = joinTabs<PhoneView, PhoneCommand>(`phone.${host.userId}`, {
      onHold: () => {
        // Whoever holds the telephone anew is in no call: one that is noted went with the tab that had it.
        const callId = this.#noted.take();
        if (callId !== undefined) this.#log.tell({ callId }, { kind: 'ended', hangupBy: 'system' });
        void this.#startLine();
      },
      onState: (view) => this.#show(view),
      onCommand: (command) => void this.#do(command),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): PhoneView => this.#view;

  get lines(): readonly PhoneLine[] {
    return this.#host.lines;
  }

  /** Whether the line and its sound are in this tab. */
  get isHere(): boolean {
    return this.#tabs.isHolder();
  }

  readonly ask = (command: PhoneCommand): void => this.#tabs.ask(command);

  /** Whether something was said while this tab was there to hear it. */
  readonly isNews = ({ at }: Said): boolean => at >= this.#since;

  /** How loud it is; nothing is known of it in the other tabs. */
  readonly loudness = async (): Promise<Loudness> => (await this.#line?.loudness()) ?? { here: 0, there: 0 };

  /** When all that happened to calls in this tab has been told. */
  readonly settled = (): Promise<void> => this.#log.settled();

  /** Hangs up, and answers once that is told, or after three seconds: whoever signs out is not kept. */
  readonly hangUpFirst = async (): Promise<void> => {
    if (!isInCall(this.#view)) return;
    this.ask({ kind: 'hangUp' });
    await this.#until(() => !isInCall(this.#view), partingMs);
    await Promise.race([this.settled(), new Promise((resolve) => setTimeout(resolve, partingMs))]);
  };

  /** The window closes: the line says goodbye and the server hears of it while there is still time. */
  readonly leave = (): void => {
    if (!this.isHere || this.#line === undefined) return;
    const { call } = this.#view;
    // The call of an agent lives on the agent's own set, whatever becomes of the browser.
    const isOurs = this.#view.provider === 'webphone';
    if (isOurs && (this.#isDialling || isInCall(this.#view))) this.#log.leave(call.kind === 'none' ? {} : call.call);
    this.#line.leave();
  };

  /** Ends line and call, and lets another tab have the telephone. */
  stop(): void {
    const { call } = this.#view;
    if (this.#line !== undefined && isInCall(this.#view) && call.kind !== 'none')
      this.#log.tell(call.call, { kind: 'ended', hangupBy: 'staff' });
    this.#makes += 1;
    this.#line?.stop();
    this.#line = undefined;
    this.#noted.note(undefined);
    this.#tabs.leave();
  }

  async #startLine(): Promise<void> {
    this.#line?.stop();
    this.#line = undefined;
    this.#makes += 1;
    const make = this.#makes;
    const { provider } = this.#view;
    this.#step({ kind: 'off' });
    this.#step({ kind: 'connecting' });
    const maker = await this.#host.makerOf(provider).catch(() => undefined);
    if (make !== this.#makes) return;
    if (maker === undefined) return this.#step({ kind: 'down', fault: 'sdk.failed', isRetried: false });
    const line = maker((event) => {
      if (make === this.#makes) this.#hear(event);
    });
    this.#line = line;
    line.use(this.#view.devices);
    if (this.#view.presence !== 'ready') line.setPresence(this.#view.presence);
    this.#change({ abilities: [...line.abilities] });
    line.start();
  }

  // What the line tells

  #hear(event: LineEvent): void {
    if (event.kind === 'said') this.#say(event.isGood ? 'success' : 'warning', event.text, event.detail);
    if (event.kind === 'missed') void this.#miss(event);
    if (event.kind === 'presence') this.#keep({ presence: event.presence });
    const before = this.#view.call;
    this.#step(event);
    const { call } = this.#view;
    if (event.kind === 'incoming' && call.kind === 'incoming' && call !== before) void this.#identify(event);
    const told = call === before ? undefined : toldOf(event, before);
    if (told !== undefined && before.kind !== 'none') this.#log.tell(before.call, told);
  }

  async #identify(event: Extract<LineEvent, { readonly kind: 'incoming' }>): Promise<void> {
    try {
      const { callId, number, matches } = await this.#log.identify(event, false);
      const [only] = matches.length === 1 ? matches : [];
      const customerId = only?.entity === 'customer' ? only.id : null;
      const known = { callId, number, matches, customerId, name: only?.name ?? '' };
      this.#step({ kind: 'known', key: event.key, call: known });
    } catch (error) {
      this.#sayRefusal(error);
    }
  }

  /** Puts a call that did not ring on record, and notes who it was. */
  async #miss(event: Extract<LineEvent, { readonly kind: 'missed' }>): Promise<void> {
    const { key } = event;
    const at = this.#now();
    const missed = this.#view.missed.filter((one) => one.key !== key).slice(0, maxMissed - 1);
    this.#change({ missed: [{ key, at, number: '', name: '' }, ...missed] });
    try {
      const known = await this.#log.identify(event, true);
      const { number, name } = { number: known.number, name: namesOf(known) };
      this.#change({ missed: this.#view.missed.map((one) => (one.key === key ? { ...one, number, name } : one)) });
    } catch (error) {
      this.#sayRefusal(error);
    }
  }

  // What the person wants

  async #do(command: PhoneCommand): Promise<void> {
    switch (command.kind) {
      case 'dial':
        return this.#dial(command.from);
      case 'type':
        return this.#dial({ number: command.number });
      case 'endOpen':
        return this.#endOpen();
      case 'answer':
        return this.#answer();
      case 'hangUp':
        return this.#line?.hangUp();
      case 'dismiss':
        return this.#step({ kind: 'dismissed' });
      case 'dismissMissed':
        return this.#change({ missed: [] });
      case 'restart':
      case 'renew':
        return isInCall(this.#view) ? undefined : this.#startLine();
      case 'mute':
        return this.#line?.mute(command.isMuted);
      case 'hold':
        return this.#line?.hold(command.isHeld);
      case 'tones':
        return this.#line?.tones(command.digits);
      case 'presence':
        return this.#line?.setPresence(command.presence);
      case 'use':
        this.#keep({ devices: command.devices });
        return this.#line?.use(command.devices);
      case 'choose':
        if (isInCall(this.#view)) return this.#say('warning', 'phone.busy');
        this.#keep({ provider: command.provider });
        return this.#startLine();
    }
  }

  async #dial(wanted: Wanted): Promise<void> {
    if (this.#isDialling || isBusy(this.#view)) return this.#say('warning', 'phone.busy');
    this.#isDialling = true;
    this.#change({ numberFault: undefined, open: undefined });
    try {
      await this.#dialOnce(wanted);
    } catch (error) {
      this.#refuseDialling(error, wanted);
    } finally {
      this.#isDialling = false;
    }
  }

  async #dialOnce(wanted: Wanted): Promise<void> {
    const { provider } = this.#view;
    const fault = await this.#deviceFault();
    if (fault !== undefined) return this.#say('error', fault);
    if (this.#view.line.kind === 'down') await this.#startLine();
    const isSettled = () => this.#view.line.kind === 'ready' || this.#view.line.kind === 'down';
    await this.#until(isSettled, patienceMs);
    const { line } = this.#view;
    if (line.kind !== 'ready') return this.#say('error', line.kind === 'down' ? line.fault : 'phone.registerFailed');
    // Somebody is in one call at a time: the server hears of the end of the last one first.
    await this.settled();
    const { call, target } = await askForCall(wanted, provider, this.#host);
    if (isInCall(this.#view)) {
      // Somebody called meanwhile.
      this.#log.tell(call, { kind: 'ended', hangupBy: 'system' });
      return this.#say('warning', 'phone.busy');
    }
    this.#step({ kind: 'called', call });
    this.#line?.dial({ callId: call.callId, target });
  }

  /** Says why nothing was dialled: beside the number that was typed, or with a way out where a call is still open. */
  #refuseDialling(error: unknown, wanted: Wanted): void {
    const open = openCallOf(error, wanted);
    if (open !== undefined) this.#change({ open });
    else if (error instanceof Error && 'number' in wanted)
      this.#change({ numberFault: { number: wanted.number, text: error.message } });
    else this.#sayRefusal(error);
  }

  /** Ends the call that is in the way, here and at the server, and dials what was refused because of it. */
  async #endOpen(): Promise<void> {
    const { open } = this.#view;
    if (open === undefined) return;
    this.#line?.hangUp();
    try {
      await this.#log.endOpen(open.callId);
      this.#change({ open: undefined });
    } catch (error) {
      // Offered anew.
      this.#change({ open: { ...open } });
      return this.#sayRefusal(error);
    }
    await this.#dial(open.wanted);
  }

  async #answer(): Promise<void> {
    const { call } = this.#view;
    if (call.kind !== 'incoming' || call.isAnswering) return;
    this.#step({ kind: 'answering' });
    const fault = await this.#deviceFault();
    // Whoever called may be gone meanwhile, and another one calling.
    if (!isSameIncoming(this.#view.call, call)) return;
    if (fault === undefined) return this.#line?.answer();
    this.#step({ kind: 'unanswered', fault });
  }

  /** Why the browser's own phone cannot be used just now; an agent's own set needs nothing of the browser. */
  async #deviceFault(): Promise<DeviceFault | undefined> {
    return this.#view.provider === 'webphone' ? deviceFaultSoon(this.#host.deviceFault()) : undefined;
  }

  // State

  /** When something has become so, or the patience is at its end. */
  #until(isSo: () => boolean, milliseconds: number): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        leave();
        resolve();
      };
      const leave = this.subscribe(() => {
        if (isSo()) end();
      });
      const timer = setTimeout(end, milliseconds);
    });
  }

  #step(step: PhoneStep): void {
    const state = phoneAfter(this.#view, step, this.#now());
    if (state.line !== this.#view.line || state.call !== this.#view.call || state.isFlagged !== this.#view.isFlagged)
      this.#change({ line: state.line, call: state.call, isFlagged: state.isFlagged });
  }

  #say(tone: Said['tone'], text: string, detail?: string): void {
    this.#saidCount += 1;
    const at = this.#now();
    this.#change({ said: { id: at + this.#saidCount, at, tone, text, ...(detail !== undefined && { detail }) } });
  }

  #sayRefusal(error: unknown): void {
    if (!(error instanceof Error)) throw error;
    this.#say('error', error.message);
  }

  #keep(part: Partial<Pick<PhoneView, 'provider' | 'devices' | 'presence'>>): void {
    this.#change(part);
    savePhonePreferences(this.#host.userId, this.#view);
  }

  #change(part: Partial<PhoneView>): void {
    this.#show({ ...this.#view, ...part });
    const { call } = this.#view;
    const isOurs = isInCall(this.#view) && call.kind !== 'none' && call.call.provider === 'webphone';
    this.#noted.note(isOurs ? call.call.callId : undefined);
    this.#tabs.show(this.#view);
  }

  #show(view: PhoneView): void {
    this.#view = view;
    for (const listener of [...this.#listeners]) listener();
  }
}
