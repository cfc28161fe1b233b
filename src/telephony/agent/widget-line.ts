import type { WidgetCommand, WidgetEvent } from '../../../contract/agent-messages.ts';

import {
  type CallEnd,
  type Dialled,
  type Line,
  type LineAbility,
  type LineEvent,
  type LineFault,
  type Loudness,
  type Presence,
  presences,
} from '../line/line.ts';
import { AgentSocket, type AskAccount } from './agent-socket.ts';
import { readWidgetFrame } from './read-frame.ts';

/** The widget logs in this long after it was created. */
const loginAfterMs = 1000;

type StatusUpdate = Extract<WidgetEvent, { readonly event: 'statusUpdate' }>;

/** The agent widget of `dlsw` and `xzj`: what it reports is shown as a success or a warning, one for each that matters. */
export class WidgetLine implements Line {
  readonly provider: 'dlsw' | 'xzj';
  readonly abilities: ReadonlySet<LineAbility> = new Set();
  readonly #socket: AgentSocket<WidgetCommand, WidgetEvent>;
  #tell: (event: LineEvent) => void;
  #login: ReturnType<typeof setTimeout> | undefined;
  #callId: string | undefined;
  /** Whether calls are taken: what the agent wants, what the server said last, and what was asked of it and not answered. */
  #wanted: Presence = 'ready';
  #presence: Presence | undefined;
  #asked: Presence | undefined;
  #isFaulted = false;

  constructor(provider: 'dlsw' | 'xzj', ask: AskAccount, tell: (event: LineEvent) => void) {
    this.provider = provider;
    this.#tell = tell;
    this.#socket = new AgentSocket<WidgetCommand, WidgetEvent>({
      ask,
      pingWith: { command: 'ping' },
      read: readWidgetFrame,
      events: {
        onConnecting: () => {
          // What is wrong stays in sight until it is right again.
          if (!this.#isFaulted) this.#tell({ kind: 'connecting' });
        },
        onOpen: ({ agentId, ticket }) => {
          this.#login = setTimeout(() => this.#socket.say({ command: 'login', agentId, ticket }), loginAfterMs);
        },
        onHeard: (heard) => this.#hear(heard),
        onUnreadable: () => this.#tell({ kind: 'said', text: 'agent.unreadable', isGood: false }),
        onSilent: () => {
          this.#tell({ kind: 'said', text: 'agent.login.fail', isGood: false });
          this.#fail('agent.login.fail');
        },
        onLost: () => this.#drop(),
      },
    });
  }

  start(): void {
    this.#socket.start();
  }

  #hear(heard: WidgetEvent): void {
    if (this.#isWorthSaying(heard)) this.#say(heard);
    switch (heard.event) {
      case 'register':
        if (!heard.success) this.#failAndRetry('agent.register.fail', heard.message);
        break;
      case 'login':
        if (heard.success) this.#enter();
        else this.#failAndRetry('agent.login.fail', heard.message);
        break;
      case 'repeatLogin':
        this.#drop();
        this.#socket.stop();
        this.#tell({ kind: 'down', fault: 'phone.elsewhere', isRetried: false });
        break;
      case 'statusUpdate':
        this.#update(heard);
        break;
      case 'dialing':
        if (heard.success) this.#tell({ kind: 'dialling' });
        else this.#endCall({ kind: 'rejected', code: heard.code ?? null });
        break;
      case 'connected':
        if (heard.success) this.#tell({ kind: 'answered' });
        break;
      case 'hangup':
        if (heard.callId === this.#callId) this.#endCall(endOf(heard));
        break;
      default:
        break;
    }
  }

  /** States that only repeat what its call does are not said a second time; whatever fails is. */
  #isWorthSaying(heard: WidgetEvent): boolean {
    if (heard.event !== 'statusUpdate' || !heard.success) return true;
    return presenceOf(heard) !== undefined && presenceOf(heard) !== this.#presence;
  }

  #say(heard: WidgetEvent): void {
    const text = textOf(heard);
    const { success: isGood, message } = heard;
    const isMore = !isGood && message !== '';
    if (text !== undefined) this.#tell({ kind: 'said', text, isGood, ...(isMore && { detail: message }) });
  }

  #enter(): void {
    this.#isFaulted = false;
    this.#socket.settle();
    this.#tell({ kind: 'ready' });
    if (this.#wanted !== 'ready') this.#askFor(this.#wanted);
  }

  #failAndRetry(fault: LineFault, reason: string): void {
    this.#fail(fault, reason);
    this.#drop();
    this.#socket.retry();
  }

  #fail(fault: LineFault, reason = ''): void {
    this.#isFaulted = true;
    this.#tell({ kind: 'down', fault, isRetried: true, ...(reason !== '' && { reason }) });
  }

  #drop(): void {
    clearTimeout(this.#login);
    this.#presence = undefined;
    this.#asked = undefined;
    this.#endCall({ kind: 'lost' });
  }

  #update(heard: StatusUpdate): void {
    const presence = presenceOf(heard);
    const { status, callId, caller } = heard;
    if (presence !== undefined) this.#settlePresence(presence, heard.success);
    if (status !== 'ringing' || callId === undefined) return;
    if (caller === undefined) this.#tell({ kind: 'ringing' });
    else this.#ring(callId, caller);
  }

  #ring(callId: string, caller: string): void {
    if (this.#callId !== undefined && this.#callId !== callId) {
      this.#socket.say({ command: 'hangup', callId });
      this.#tell({ kind: 'missed', provider: this.provider, key: callId, caller });
      return;
    }
    this.#callId = callId;
    this.#tell({ kind: 'incoming', provider: this.provider, key: callId, caller, isAutoAnswered: false });
  }

  /** The agent's state as the server has it; who asked for another meanwhile is answered first. */
  #settlePresence(presence: Presence, isDone: boolean): void {
    const asked = this.#asked;
    if (isDone) this.#presence = presence;
    if (asked !== undefined && isDone && presence !== asked) return;
    this.#asked = undefined;
    // After its calls the server makes an agent ready; who was at rest stays so.
    const isReset = isDone && asked === undefined && presence === 'ready' && this.#wanted !== 'ready';
    if (isReset) {
      this.#askFor(this.#wanted);
      return;
    }
    this.#wanted = this.#presence ?? 'ready';
    this.#tell({ kind: 'presence', presence: this.#wanted });
  }

  setPresence(presence: Presence): void {
    this.#wanted = presence;
    if (this.#presence !== undefined) this.#askFor(presence);
  }

  #askFor(status: Presence): void {
    this.#asked = status;
    this.#socket.say({ command: 'status', status });
  }

  #endCall(end: CallEnd): void {
    if (this.#callId === undefined) return;
    this.#callId = undefined;
    this.#tell({ kind: 'ended', end });
  }

  dial({ callId, target }: Dialled): void {
    this.#callId = callId;
    this.#socket.say({ command: 'dial', callId, target });
  }

  answer(): void {
    if (this.#callId !== undefined) this.#socket.say({ command: 'answer', callId: this.#callId });
  }

  hangUp(): void {
    if (this.#callId !== undefined) this.#socket.say({ command: 'hangup', callId: this.#callId });
  }

  tones(digits: string): void {
    if (this.#callId !== undefined) this.#socket.say({ command: 'dtmf', callId: this.#callId, digits });
  }

  // The call is on the agent's own set, and the line tells its end.
  leave(): void {}

  // The widget has neither, and the sound is that of the agent's own set.
  mute(): void {}
  hold(): void {}
  use(): void {}
  async loudness(): Promise<Loudness> {
    return { here: 0, there: 0 };
  }

  stop(): void {
    this.hangUp();
    this.#socket.say({ command: 'logout' });
    this.#tell = () => undefined;
    clearTimeout(this.#login);
    this.#socket.stop();
  }
}

function endOf({ code, hangupBy }: Extract<WidgetEvent, { readonly event: 'hangup' }>): CallEnd {
  return code === undefined ? { kind: 'hungUp', by: hangupBy } : { kind: 'rejected', code };
}

/** The state of the agent that an update tells; undefined where it tells of a call. */
function presenceOf({ status }: StatusUpdate): Presence | undefined {
  return presences.find((known) => known === status);
}

const named = {
  register: 'agent.register',
  login: 'agent.login',
  logout: 'agent.logout',
  statusUpdate: 'agent.status',
  dialing: 'agent.dialing',
  connected: 'agent.connected',
  hangup: 'agent.hangup',
} as const;

/** The key of what is said of an event; undefined where nothing is. */
export function textOf({ event, success }: WidgetEvent): string | undefined {
  if (event === 'pong') return undefined;
  return event === 'repeatLogin' ? 'agent.login.repeat' : `${named[event]}.${success ? 'ok' : 'fail'}`;
}
