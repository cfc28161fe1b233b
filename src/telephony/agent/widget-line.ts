import type { WidgetCommand, WidgetEvent } from '../../../engine/model/index.ts';
import type { CallEnd, Dialled, Line, LineAbility, LineEvent, Loudness } from '../line/line.ts';
import { AgentSocket, type AskAccount } from './agent-socket.ts';

/** The widget logs in this long after it was created. */
const loginAfterMs = 1000;

/** The agent widget of `dlsw` and `xzj`: everything it reports is shown as a success or a warning. */
export class WidgetLine implements Line {
  readonly provider: 'dlsw' | 'xzj';
  readonly abilities: ReadonlySet<LineAbility> = new Set();
  readonly #socket: AgentSocket<WidgetCommand, WidgetEvent>;
  #tell: (event: LineEvent) => void;
  #login: ReturnType<typeof setTimeout> | undefined;
  #callId: string | undefined;

  constructor(provider: 'dlsw' | 'xzj', ask: AskAccount, tell: (event: LineEvent) => void) {
    this.provider = provider;
    this.#tell = tell;
    this.#socket = new AgentSocket<WidgetCommand, WidgetEvent>(
      ask,
      { command: 'ping' },
      {
        onConnecting: () => this.#tell({ kind: 'connecting' }),
        onOpen: ({ agentId, ticket }) => {
          this.#login = setTimeout(() => this.#socket.say({ command: 'login', agentId, ticket }), loginAfterMs);
        },
        onHeard: (heard) => this.#hear(heard),
        onLost: () => {
          clearTimeout(this.#login);
          this.#endCall({ kind: 'hungUp', by: 'system' });
        },
      },
    );
  }

  start(): void {
    this.#socket.start();
  }

  #hear(heard: WidgetEvent): void {
    const text = textOf(heard);
    if (text !== undefined) this.#tell({ kind: 'said', text, isGood: heard.success });
    switch (heard.event) {
      case 'register':
        if (!heard.success) this.#tell({ kind: 'down', fault: 'agent.register.fail' });
        break;
      case 'login':
        if (heard.success) this.#socket.settle();
        this.#tell(heard.success ? { kind: 'ready' } : { kind: 'down', fault: 'agent.login.fail' });
        break;
      case 'repeatLogin':
        this.#endCall({ kind: 'hungUp', by: 'system' });
        this.#socket.stop();
        this.#tell({ kind: 'down', fault: 'phone.elsewhere' });
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

  #update({ status, callId, caller }: Extract<WidgetEvent, { readonly event: 'statusUpdate' }>): void {
    if (status !== 'ringing' || callId === undefined) return;
    if (caller === undefined) {
      this.#tell({ kind: 'ringing' });
      return;
    }
    this.#callId = callId;
    this.#tell({ kind: 'incoming', provider: this.provider, key: callId, caller, isAutoAnswered: false });
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
