import type {
  CallEvent,
  DialAnswer,
  DialInput,
  IncomingAnswer,
  PhoneLine,
  PhoneProvider,
} from '../../../engine/model/index.ts';
import type { CallEnd, Devices, Line, LineAbility, LineEvent, LineMaker, Loudness } from './line.ts';
import {
  type Call,
  type DialledFrom,
  isBusy,
  isInCall,
  noPhone,
  type PhoneState,
  type PhoneStep,
  phoneAfter,
} from './phone-state.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/** Something to tell the person, once: the key of a message, or words of the server. */
export type Said = { readonly id: number; readonly tone: 'success' | 'warning' | 'error'; readonly text: string };

/** What the tabs know of the telephone. */
export type PhoneView = PhoneState & {
  readonly provider: PhoneProvider;
  readonly abilities: readonly LineAbility[];
  readonly devices: Devices;
  readonly said: Said | undefined;
};

/** What a person wants of the telephone. */
export type PhoneCommand =
  | { readonly kind: 'dial'; readonly from: DialledFrom }
  | { readonly kind: 'type'; readonly number: string }
  | { readonly kind: 'answer' | 'hangUp' | 'dismiss' | 'restart' }
  | { readonly kind: 'mute'; readonly isMuted: boolean }
  | { readonly kind: 'hold'; readonly isHeld: boolean }
  | { readonly kind: 'tones'; readonly digits: string }
  | { readonly kind: 'use'; readonly devices: Devices }
  | { readonly kind: 'choose'; readonly provider: PhoneProvider };

/** What the telephone needs of its host. */
export type PhoneHost = {
  readonly userId: string;
  readonly lines: readonly PhoneLine[];
  /** Calls the API; throws its refusal. */
  readonly call: <Data>(path: string, body: unknown, page?: string) => Promise<Data>;
  /** Makes the line of a provider. */
  readonly makerOf: (provider: PhoneProvider) => Promise<LineMaker>;
  /** Why nobody can telephone in this browser; asked before the browser's own phone is used. */
  readonly deviceFault: () => Promise<string | undefined>;
  readonly now?: () => number;
};

const eventPath = '/v1/phone/call/event/create';
/** How long a line that is connecting is waited for with a call. */
const patienceMs = 12_000;
const attempts = 3;
const kept = 'phone';

/** One person's telephone in this browser: the tab that holds it keeps the line, every tab shows it. */
export class Phone {
  readonly #host: PhoneHost;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #tabs: Tabs<PhoneView, PhoneCommand>;
  #view: PhoneView;
  #line: Line | undefined;
  #makes = 0;
  #saidCount = 0;
  /** What happens to calls is told to the server in its order. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(host: PhoneHost) {
    this.#host = host;
    this.#now = host.now ?? Date.now;
    const { provider, devices } = readKept(host);
    this.#view = { ...noPhone, provider, abilities: [], devices, said: undefined };
    this.#tabs = joinTabs<PhoneView, PhoneCommand>(`phone.${host.userId}`, {
      onHold: () => {
        this.#endForgotten();
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

  /** How loud it is; nothing is known of it in the other tabs. */
  readonly loudness = async (): Promise<Loudness> => (await this.#line?.loudness()) ?? { here: 0, there: 0 };

  /** When all that happened to calls in this tab has been told. */
  readonly settled = async (): Promise<void> => {
    await this.#telling;
  };

  /** Ends line and call, and lets another tab have the telephone. */
  stop(): void {
    const { call } = this.#view;
    if (this.#line !== undefined && isInCall(this.#view) && call.kind !== 'none')
      this.#tellServer(this.#nameOf(call.call), { kind: 'ended', hangupBy: 'staff' });
    this.#makes += 1;
    this.#line?.stop();
    this.#line = undefined;
    this.#noteCall(undefined);
    this.#tabs.leave();
  }

  // The call that goes on, for the next who holds the telephone

  #noted: string | undefined;

  /** Notes the name of the call that goes on in this browser: nobody would end it where the browser dies. */
  #noteCall(callId: string | undefined): void {
    if (this.#noted === callId) return;
    this.#noted = callId;
    const name = `${kept}.call.${this.#host.userId}`;
    try {
      if (callId === undefined) localStorage.removeItem(name);
      else localStorage.setItem(name, callId);
    } catch {
      // The line or the schedule ends it.
    }
  }

  /** Whoever holds the telephone anew is in no call: one that is noted went with the tab that had it. */
  #endForgotten(): void {
    const name = `${kept}.call.${this.#host.userId}`;
    const callId = localStorage.getItem(name);
    if (callId === null) return;
    localStorage.removeItem(name);
    this.#tellServer(callId, { kind: 'ended', hangupBy: 'system' });
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
    if (maker === undefined) return this.#step({ kind: 'down', fault: 'sdk.failed' });
    const line = maker((event) => {
      if (make === this.#makes) this.#hear(event);
    });
    this.#line = line;
    line.use(this.#view.devices);
    this.#change({ abilities: [...line.abilities] });
    line.start();
  }

  // What the line tells

  #hear(event: LineEvent): void {
    const before = this.#view.call;
    this.#step(event);
    const { call } = this.#view;
    if (event.kind === 'said') this.#say(event.isGood ? 'success' : 'warning', event.text);
    if (event.kind === 'incoming' && call.kind === 'incoming' && call !== before) void this.#identify(event);
    if (call === before || before.kind === 'none' || before.kind === 'ended') return;
    const name = this.#nameOf(before.call);
    if (event.kind === 'ringing') this.#tellServer(name, { kind: 'ringing' });
    if (event.kind === 'answered') this.#tellServer(name, { kind: 'answered' });
    if (event.kind === 'ended') this.#tellServer(name, endEvent(event.end, before.kind === 'talking'));
  }

  /** Asks the server who calls. Until it has answered, what happens to the call waits to be told. */
  async #identify({ key, caller, provider }: Extract<LineEvent, { readonly kind: 'incoming' }>): Promise<void> {
    const input = { provider, providerCallId: key, caller };
    const asked = this.settled().then(() => this.#host.call<IncomingAnswer>('/v1/phone/call/incoming/create', input));
    this.#incoming.set(
      key,
      asked.then(({ callId }) => callId),
    );
    try {
      const { callId, number, matches } = await asked;
      const [only] = matches.length === 1 ? matches : [];
      const customerId = only?.entity === 'customer' ? only.id : null;
      this.#step({ kind: 'known', key, call: { callId, number, matches, customerId, name: only?.name ?? '' } });
    } catch (error) {
      this.#sayRefusal(error);
    }
  }

  /** Names that the server gives to calls that came in, by the line's. */
  readonly #incoming = new Map<string, Promise<string>>();
  #nameOf({ callId, key = '' }: Call): string | Promise<string> | undefined {
    return callId ?? this.#incoming.get(key);
  }

  #tellServer(named: string | Promise<string> | undefined, event: CallEvent): void {
    if (named === undefined) return;
    const tell = async () => {
      const callId = await named;
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#host.call(eventPath, { callId, event });
        } catch {
          // The line tells the server too: what does not arrive from here is not lost.
          if (attempt === attempts) return undefined;
          await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
        }
      }
    };
    this.#telling = this.#telling.then(tell).catch(() => undefined);
  }

  // What the person wants

  async #do(command: PhoneCommand): Promise<void> {
    switch (command.kind) {
      case 'dial':
        return this.#dial(command.from, command.from);
      case 'type':
        return this.#dial({ number: command.number });
      case 'answer':
        return this.#answer();
      case 'hangUp':
        return this.#line?.hangUp();
      case 'dismiss':
        return this.#step({ kind: 'dismissed' });
      case 'restart':
        return isInCall(this.#view) ? undefined : this.#startLine();
      case 'mute':
        return this.#line?.mute(command.isMuted);
      case 'hold':
        return this.#line?.hold(command.isHeld);
      case 'tones':
        return this.#line?.tones(command.digits);
      case 'use':
        this.#change({ devices: command.devices });
        this.#keep();
        return this.#line?.use(command.devices);
      case 'choose':
        if (isInCall(this.#view)) return this.#say('warning', 'phone.busy');
        this.#change({ provider: command.provider });
        this.#keep();
        return this.#startLine();
    }
  }

  #isDialling = false;

  async #dial(
    what: { readonly number: string } | { readonly entity: string; readonly id: string; readonly field: string },
    from?: DialledFrom,
  ): Promise<void> {
    if (this.#isDialling || isBusy(this.#view)) return this.#say('warning', 'phone.busy');
    this.#isDialling = true;
    try {
      await this.#dialOnce(what, from);
    } catch (error) {
      this.#sayRefusal(error);
    } finally {
      this.#isDialling = false;
    }
  }

  async #dialOnce(
    what: { readonly number: string } | { readonly entity: string; readonly id: string; readonly field: string },
    from: DialledFrom | undefined,
  ): Promise<void> {
    const { provider } = this.#view;
    const fault = provider === 'webphone' ? await this.#host.deviceFault() : undefined;
    if (fault !== undefined) return this.#say('error', fault);
    if (this.#view.line.kind === 'down') await this.#startLine();
    if (!(await this.#isReady())) return this.#say('error', 'phone.registerFailed');
    const input: DialInput =
      'number' in what
        ? { provider, number: what.number }
        : { provider, entity: what.entity, id: what.id, field: what.field };
    // Somebody is in one call at a time: the server hears of the end of the last one first.
    await this.settled();
    const answer = await this.#host.call<DialAnswer>('/v1/phone/call/create', input, from?.page);
    const { callId, target, number, name, customerId } = answer;
    const call: Call = { provider, direction: 'out', callId, number, name, customerId, ...(from && { from }) };
    if (isInCall(this.#view)) {
      // Somebody called meanwhile.
      this.#tellServer(callId, { kind: 'ended', hangupBy: 'system' });
      return this.#say('warning', 'phone.busy');
    }
    this.#step({ kind: 'called', call });
    this.#line?.dial({ callId, target });
  }

  /** Whether the line is ready, within a while. */
  #isReady(): Promise<boolean> {
    const isSettled = () => this.#view.line.kind === 'ready' || this.#view.line.kind === 'down';
    if (isSettled()) return Promise.resolve(this.#view.line.kind === 'ready');
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        leave();
        resolve(this.#view.line.kind === 'ready');
      };
      const leave = this.subscribe(() => {
        if (isSettled()) end();
      });
      const timer = setTimeout(end, patienceMs);
    });
  }

  async #answer(): Promise<void> {
    const { call, provider } = this.#view;
    if (call.kind !== 'incoming' || call.isAnswering) return;
    this.#step({ kind: 'answering' });
    const fault = provider === 'webphone' ? await this.#host.deviceFault() : undefined;
    if (fault !== undefined) this.#say('error', fault);
    else this.#line?.answer();
  }

  // State

  #step(step: PhoneStep): void {
    const state = phoneAfter(this.#view, step, this.#now());
    if (state.line !== this.#view.line || state.call !== this.#view.call || state.isFlagged !== this.#view.isFlagged)
      this.#change({ line: state.line, call: state.call, isFlagged: state.isFlagged });
  }

  #say(tone: Said['tone'], text: string): void {
    this.#saidCount += 1;
    this.#change({ said: { id: this.#now() + this.#saidCount, tone, text } });
  }

  #sayRefusal(error: unknown): void {
    if (!(error instanceof Error)) throw error;
    this.#say('error', error.message);
  }

  #change(part: Partial<PhoneView>): void {
    this.#show({ ...this.#view, ...part });
    const { call } = this.#view;
    // The call of an agent lives on the agent's own set, whatever becomes of the browser.
    const isOurs = isInCall(this.#view) && call.kind !== 'none' && call.call.provider === 'webphone';
    this.#noteCall(isOurs ? call.call.callId : undefined);
    this.#tabs.show(this.#view);
  }

  #show(view: PhoneView): void {
    this.#view = view;
    for (const listener of [...this.#listeners]) listener();
  }

  #keep(): void {
    const { provider, devices } = this.#view;
    try {
      localStorage.setItem(`${kept}.${this.#host.userId}`, JSON.stringify({ provider, devices }));
    } catch {
      // Chosen again next time.
    }
  }
}

function endEvent(end: CallEnd, wasTalking: boolean): CallEvent {
  if (end.kind === 'rejected') return { kind: 'rejected', code: end.code };
  if (end.kind === 'fault' && !wasTalking) return { kind: 'rejected', code: null };
  return { kind: 'ended', hangupBy: end.kind === 'hungUp' ? end.by : 'system' };
}

/** The line and devices chosen last, as far as they are still there. */
function readKept({ userId, lines }: PhoneHost): { readonly provider: PhoneProvider; readonly devices: Devices } {
  const first = lines[0]?.provider ?? 'webphone';
  try {
    const chosen: unknown = JSON.parse(localStorage.getItem(`${kept}.${userId}`) ?? '{}');
    const { provider, devices } = { provider: first, devices: {}, ...(chosen as object) };
    const isThere = lines.some((line) => line.provider === provider);
    return { provider: isThere ? provider : first, devices };
  } catch {
    return { provider: first, devices: {} };
  }
}
