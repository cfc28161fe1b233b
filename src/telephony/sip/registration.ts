import type { PhoneRegistrationAnswer } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';
import type { LineEvent } from '../line/line.ts';
import { type HostEvents, SipHost } from './sip-host.ts';

/** Pause before all hosts are tried again; it doubles up to the longest. */
const firstPauseMs = 2000;
const maxPauseMs = 30_000;

/** What the server says when trying again does not help: somebody has to change seat or password first. */
const finalRefusals: ReadonlySet<string> = new Set(['E_PHONE_OFF', 'E_PHONE_NO_SEAT', 'E_PHONE_HOST_REFUSED']);

/** How a round over all hosts ended; why, where our server said. */
type Round = { readonly outcome: 'ready' | 'failed' | 'refused'; readonly reason?: string };

export type RegistrationOptions = {
  /** Asks our server where to register and with what. */
  readonly register: () => Promise<PhoneRegistrationAnswer>;
  readonly tell: (event: LineEvent) => void;
};

/** Keeps a line registered: tries one host after another until one takes it, longer apart each time. */
export class Registration {
  readonly #options: RegistrationOptions;
  readonly #events: HostEvents;
  #host: SipHost | undefined;
  #connecting: Promise<void> | undefined;
  /** Which host goes first next time. */
  #next = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(options: RegistrationOptions, events: HostEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** The host the line is registered with, if there is one just now. */
  get host(): SipHost | undefined {
    return this.#host;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Begins to register, unless it does so already. */
  start(): void {
    if (this.#isOver || this.#connecting !== undefined) return;
    this.#connecting = this.#untilRegistered().finally(() => {
      this.#connecting = undefined;
    });
  }

  /** Registers with no host any more. */
  stop(): void {
    this.#isOver = true;
    this.#wake?.();
    const host = this.#host;
    this.#host = undefined;
    void host?.part();
  }

  /** Lets go of a host that is gone. */
  drop(): void {
    const host = this.#host;
    this.#host = undefined;
    host?.leave();
  }

  /** Goes on with the next host. */
  rotate(): void {
    this.#next += 1;
    this.#options.tell({ kind: 'rotating' });
    this.start();
  }

  async #untilRegistered(): Promise<void> {
    const { tell } = this.#options;
    let wait = firstPauseMs;
    while (!this.#isOver) {
      tell({ kind: 'connecting' });
      const { outcome, reason } = await this.#tryHosts();
      if (outcome === 'ready') return tell({ kind: 'ready' });
      const isRetried = outcome === 'failed';
      tell({ kind: 'down', fault: 'phone.registerFailed', isRetried, ...(reason !== undefined && { reason }) });
      if (!isRetried) return;
      await this.#pause(wait);
      wait = Math.min(wait * 2, maxPauseMs);
    }
  }

  /** One round over all hosts, from the one whose turn it is. */
  async #tryHosts(): Promise<Round> {
    try {
      return { outcome: await this.#reachOne(await this.#options.register()) };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) return { outcome: 'failed' };
      return { outcome: finalRefusals.has(error.detail.code) ? 'refused' : 'failed', reason: error.message };
    }
  }

  async #reachOne(answer: PhoneRegistrationAnswer): Promise<Round['outcome']> {
    const { hosts } = answer;
    for (let tried = 0; tried < hosts.length && !this.#isOver; tried++) {
      const index = (this.#next + tried) % hosts.length;
      const outcome = await SipHost.connect(hosts[index] ?? '', answer, this.#events);
      if (outcome === 'refused') return 'refused';
      if (outcome !== 'failed') {
        this.#next = index;
        this.#keep(outcome);
        return 'ready';
      }
      if (tried + 1 < hosts.length) this.#options.tell({ kind: 'rotating' });
    }
    return 'failed';
  }

  #keep(host: SipHost): void {
    if (this.#isOver) void host.part();
    else this.#host = host;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
