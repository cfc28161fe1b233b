import { type HlCommand, type HlEvent, hlStates } from '../../../contract/agent-messages.ts';

import type { CallEnd, Dialled, Line, LineAbility, LineEvent, Loudness, Presence } from '../line/line.ts';
import { AgentSocket, type AskAccount } from './agent-socket.ts';
import { readHlFrame } from './read-frame.ts';

/** The first agent integration: numbers for its states, a flag for a call in progress, sound over the agent's own set. */
export class HlLine implements Line {
  readonly provider = 'hl';
  readonly abilities: ReadonlySet<LineAbility> = new Set(['hold']);
  readonly #socket: AgentSocket<HlCommand, HlEvent>;
  #tell: (event: LineEvent) => void;
  #callId: string | undefined;
  #presence: Presence = 'ready';
  #isFaulted = false;

  constructor(ask: AskAccount, tell: (event: LineEvent) => void) {
    this.#tell = tell;
    this.#socket = new AgentSocket<HlCommand, HlEvent>({
      ask,
      pingWith: { type: 'ping' },
      read: readHlFrame,
      events: {
        onConnecting: () => {
          // What is wrong stays in sight until it is right again.
          if (!this.#isFaulted) this.#tell({ kind: 'connecting' });
        },
        // It speaks first: `connect`.
        onOpen: () => undefined,
        onHeard: (heard, { agentId, ticket }) => {
          if (heard.type === 'connect') this.#socket.say({ type: 'init', agentId, ticket });
          this.#hear(heard);
        },
        onUnreadable: () => this.#tell({ kind: 'said', text: 'agent.unreadable', isGood: false }),
        onSilent: () => this.#fail(),
        onLost: () => this.#stopCall(),
      },
    });
  }

  start(): void {
    this.#socket.start();
  }

  #hear(heard: HlEvent): void {
    const flag = flagAfter(heard);
    if (flag !== undefined) this.#tell({ kind: 'flag', isInCall: flag });
    switch (heard.type) {
      case 'initialised':
        this.#isFaulted = false;
        this.#socket.settle();
        this.#tell({ kind: 'ready' });
        break;
      case 'initFailed':
        this.#fail(heard.message);
        this.#socket.retry();
        break;
      case 'state':
        this.#enter(heard);
        break;
      case 'incoming':
        this.#accept(heard);
        break;
      case 'held':
      case 'unheld':
        this.#tell({ kind: 'held', isHeld: heard.type === 'held' });
        break;
      case 'failed':
        this.#failCommand(heard);
        break;
      case 'disconnect':
        this.#disconnect(heard.reason);
        break;
      default:
        break;
    }
  }

  /** Calls that come in are answered by themselves. */
  #accept({ callId, caller }: Extract<HlEvent, { readonly type: 'incoming' }>): void {
    if (callId === this.#callId) return;
    // Neither a second call nor one for who takes none is answered: the first stays as it is.
    if (this.#callId !== undefined || this.#presence !== 'ready') {
      this.#socket.say({ type: 'hangup', callId });
      this.#tell({ kind: 'missed', provider: 'hl', key: callId, caller });
      return;
    }
    this.#callId = callId;
    this.#tell({ kind: 'said', text: 'agent.incoming', isGood: true });
    this.#tell({ kind: 'incoming', provider: 'hl', key: callId, caller, isAutoAnswered: true });
    this.#socket.say({ type: 'accept', callId });
  }

  #enter({ state, callId, hangupBy = 'system', code }: Extract<HlEvent, { readonly type: 'state' }>): void {
    if (state === hlStates.dialing) this.#tell({ kind: 'dialling' });
    if (state === hlStates.ringback) this.#tell({ kind: 'ringing' });
    if (state === hlStates.answered) this.#tell({ kind: 'answered' });
    if (state !== hlStates.processing || callId !== this.#callId) return;
    this.#endCall(code === undefined ? { kind: 'hungUp', by: hangupBy } : { kind: 'rejected', code });
  }

  /** A failed log-in is made again, with a new ticket. */
  #fail(reason?: string): void {
    this.#isFaulted = true;
    const isSaid = reason !== undefined && reason !== '';
    this.#tell({ kind: 'down', fault: 'agent.login.fail', isRetried: true, ...(isSaid && { reason }) });
    this.#tell({ kind: 'said', text: 'agent.initFailed', isGood: false, ...(isSaid && { detail: reason }) });
  }

  #failCommand({ command, message }: Extract<HlEvent, { readonly type: 'failed' }>): void {
    this.#tell({ kind: 'said', text: message, isGood: false });
    if (command === 'dial') this.#endCall({ kind: 'rejected', code: null });
  }

  /** On a disconnect the web phone is stopped; who logged in elsewhere stays there. */
  #disconnect(reason: 'elsewhere' | 'server'): void {
    this.#stopCall();
    if (reason !== 'elsewhere') return;
    this.#socket.stop();
    this.#tell({ kind: 'down', fault: 'phone.elsewhere', isRetried: false });
  }

  #stopCall(): void {
    this.#tell({ kind: 'flag', isInCall: false });
    this.#endCall({ kind: 'lost' });
  }

  #endCall(end: CallEnd): void {
    if (this.#callId === undefined) return;
    this.#callId = undefined;
    this.#tell({ kind: 'ended', end });
  }

  dial({ callId, target }: Dialled): void {
    this.#callId = callId;
    this.#socket.say({ type: 'dial', callId, target });
  }

  answer(): void {
    this.#sayOfCall('accept');
  }

  hangUp(): void {
    this.#sayOfCall('hangup');
  }

  hold(isHeld: boolean): void {
    this.#sayOfCall(isHeld ? 'hold' : 'unhold');
  }

  #sayOfCall(type: 'accept' | 'hangup' | 'hold' | 'unhold'): void {
    if (this.#callId !== undefined) this.#socket.say({ type, callId: this.#callId });
  }

  tones(digits: string): void {
    if (this.#callId !== undefined) this.#socket.say({ type: 'dtmf', callId: this.#callId, digits });
  }

  // It has no command for a pause: what comes in meanwhile is not accepted.
  setPresence(presence: Presence): void {
    this.#presence = presence;
    this.#tell({ kind: 'presence', presence });
  }

  // The call is on the agent's own set, and the line tells its end.
  leave(): void {}

  // The sound is that of the agent's own set.
  mute(): void {}
  use(): void {}
  async loudness(): Promise<Loudness> {
    return { here: 0, there: 0 };
  }

  stop(): void {
    this.hangUp();
    this.#tell = () => undefined;
    this.#socket.stop();
  }
}

const inCall: ReadonlySet<number> = new Set([hlStates.answered, hlStates.ringback, hlStates.dialing]);

/** The call-in-progress flag after an event, as the specification has it; undefined where it stays. */
export function flagAfter(heard: HlEvent): boolean | undefined {
  switch (heard.type) {
    case 'state':
      return inCall.has(heard.state);
    case 'incoming':
    case 'accepted':
    case 'held':
      return true;
    case 'connect':
    case 'disconnect':
    case 'unheld':
    case 'failed':
    case 'initFailed':
      return false;
    default:
      return undefined;
  }
}
