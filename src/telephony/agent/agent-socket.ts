import type { PhoneLine } from '../../../engine/model/index.ts';

/** The line of an agent integration as the server gives it: address, agent and a ticket that is good once. */
export type AgentAccount = Extract<PhoneLine, { readonly url: string }>;

/** Asks the server anew for the account: each log-in needs a ticket of its own. */
export type AskAccount = () => Promise<AgentAccount | undefined>;

const pingEveryMs = 30_000;
const firstPauseMs = 2000;
const longestPauseMs = 30_000;

type SocketEvents<Heard> = {
  readonly onConnecting: () => void;
  readonly onOpen: (account: AgentAccount) => void;
  readonly onHeard: (heard: Heard, account: AgentAccount) => void;
  /** The connection went; another is made after a pause. */
  readonly onLost: () => void;
};

/** A WebSocket to the server of an integration that comes back after it was lost, logged in anew with a new ticket. */
export class AgentSocket<Said extends object, Heard> {
  readonly #ask: AskAccount;
  readonly #events: SocketEvents<Heard>;
  readonly #pingWith: Said;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #pause = firstPauseMs;
  #isOver = false;

  constructor(ask: AskAccount, pingWith: Said, events: SocketEvents<Heard>) {
    this.#ask = ask;
    this.#pingWith = pingWith;
    this.#events = events;
  }

  start(): void {
    void this.#connect();
  }

  say(said: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
  }

  /** Logged in: a later loss is a new one. */
  settle(): void {
    this.#pause = firstPauseMs;
  }

  /** Ends it; nobody connects again. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #connect(): Promise<void> {
    this.#events.onConnecting();
    const account = await this.#ask().catch(() => undefined);
    if (this.#isOver) return;
    if (account === undefined) return this.#again();
    const socket = new WebSocket(account.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pings = setInterval(() => this.say(this.#pingWith), pingEveryMs);
      this.#events.onOpen(account);
    };
    socket.onmessage = ({ data }) => {
      // The server's promise, see docs/telephony.md.
      if (this.#socket === socket) this.#events.onHeard(JSON.parse(String(data)) as Heard, account);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      clearInterval(this.#pings);
      this.#socket = undefined;
      this.#events.onLost();
      this.#again();
    };
  }

  #again(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPauseMs);
  }
}
