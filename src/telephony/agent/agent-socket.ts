import type { PhoneLine } from '../../../contract/phone.ts';

/** The line of an agent integration as the server gives it: address, agent and a ticket that is good once. */
export type AgentAccount = Extract<PhoneLine, { readonly url: string }>;

/** Asks the server anew for the account: each log-in needs a ticket of its own. */
export type AskAccount = () => Promise<AgentAccount | undefined>;

const pingEveryMs = 30_000;
const firstPauseMs = 2000;
const maxPauseMs = 30_000;
/** How long a log-in is waited for. */
const loginMs = 10_000;

type SocketEvents<Heard> = {
  readonly onConnecting: () => void;
  readonly onOpen: (account: AgentAccount) => void;
  readonly onHeard: (heard: Heard, account: AgentAccount) => void;
  /** The other side sent what cannot be read; told once of each connection. */
  readonly onUnreadable: () => void;
  /** Nobody said whether the log-in succeeded; it is made again after a pause. */
  readonly onSilent: () => void;
  /** The connection went; another is made after a pause. */
  readonly onLost: () => void;
};

type SocketOptions<Said, Heard> = {
  readonly ask: AskAccount;
  readonly pingWith: Said;
  /** What a frame says; undefined where it cannot be read. */
  readonly read: (data: unknown) => Heard | undefined;
  readonly events: SocketEvents<Heard>;
};

/**
 * A WebSocket to the server of an integration that comes back after it was lost, or its log-in failed: logged in anew with
 * a new ticket, after pauses that double from 2 to 30 seconds.
 */
export class AgentSocket<Said extends object, Heard> {
  readonly #options: SocketOptions<Said, Heard>;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #pause = firstPauseMs;
  #isOver = false;

  constructor(options: SocketOptions<Said, Heard>) {
    this.#options = options;
  }

  start(): void {
    void this.#connect();
  }

  say(said: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
  }

  /** Logged in: a later loss is a new one. */
  settle(): void {
    clearTimeout(this.#deadline);
    this.#pause = firstPauseMs;
  }

  /** The log-in failed: it is made again after the pause, over a connection of its own. */
  retry(): void {
    const socket = this.#socket;
    if (socket === undefined || this.#isOver) return;
    this.#drop();
    socket.close();
    this.#again();
  }

  /** Ends it; nobody connects again. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#drop();
    socket?.close();
  }

  #drop(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#pings);
    this.#socket = undefined;
  }

  async #connect(): Promise<void> {
    const { ask, events } = this.#options;
    events.onConnecting();
    const account = await ask().catch(() => undefined);
    if (this.#isOver) return;
    if (account === undefined) return this.#again();
    const socket = new WebSocket(account.url);
    this.#socket = socket;
    socket.onopen = () => this.#open(account);
    const hear = this.#hearing(account);
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) hear(data);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#drop();
      events.onLost();
      this.#again();
    };
  }

  #open(account: AgentAccount): void {
    const { pingWith, events } = this.#options;
    this.#pings = setInterval(() => this.say(pingWith), pingEveryMs);
    this.#deadline = setTimeout(() => {
      events.onSilent();
      this.retry();
    }, loginMs);
    events.onOpen(account);
  }

  #hearing(account: AgentAccount): (data: unknown) => void {
    const { read, events } = this.#options;
    let isNoted = false;
    return (data) => {
      const heard = read(data);
      if (heard !== undefined) return events.onHeard(heard, account);
      if (!isNoted) events.onUnreadable();
      isNoted = true;
    };
  }

  #again(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }
}
