import { randomBytes } from 'node:crypto';
import type { HangupBy } from '../../../engine/model/index.ts';
import { type DialCodes, destinationOf } from './dialled.ts';

/** How an agent is told of his call. */
export interface CallEars {
  dialing(callId: string): void;
  ringing(callId: string): void;
  incoming(callId: string, caller: string): void;
  connected(callId: string): void;
  ended(callId: string, hangupBy: HangupBy, code?: number): void;
}

const ringMs = 400;

/** The one call of an agent, as the far end behaves; there is no sound. */
export class AgentCall {
  #callId: string | undefined;
  #isConnected = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly seat: string,
    private readonly codes: DialCodes,
    private readonly ears: CallEars,
  ) {}

  get callId(): string | undefined {
    return this.#callId;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Calls a number; answers whether there was none going on. */
  dial(callId: string, target: string): boolean {
    if (this.#callId !== undefined) return false;
    this.#callId = callId;
    const destination = destinationOf(this.codes.take(this.seat, target), new Map());
    this.ears.dialing(callId);
    const code = destination.kind === 'reject' ? destination.code : destination.kind === 'seat' ? 480 : undefined;
    if (code !== undefined && !(destination.kind === 'reject' && destination.rings)) {
      this.#later(() => this.#end('system', code));
      return true;
    }
    this.#later(() => {
      this.ears.ringing(callId);
      this.#later(() => (code === undefined ? this.#connect() : this.#end('customer', code)));
    });
    return true;
  }

  /** Somebody calls the agent; answers whether he is free. */
  ring(caller: string): boolean {
    if (this.#callId !== undefined) return false;
    this.#callId = `in-${randomBytes(6).toString('hex')}`;
    this.ears.incoming(this.#callId, caller);
    return true;
  }

  accept(callId: string): boolean {
    if (this.#callId !== callId || this.#isConnected) return false;
    this.#connect();
    return true;
  }

  hangUp(by: HangupBy, callId = this.#callId): boolean {
    if (callId === undefined || this.#callId !== callId) return false;
    this.#end(by, this.#isConnected ? undefined : 487);
    return true;
  }

  /** Forgets the call without a word: the connection is gone. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#callId = undefined;
    this.#isConnected = false;
  }

  #connect(): void {
    if (this.#callId === undefined) return;
    this.#isConnected = true;
    this.ears.connected(this.#callId);
  }

  #end(by: HangupBy, code?: number): void {
    const callId = this.#callId;
    this.drop();
    if (callId !== undefined) this.ears.ended(callId, by, code);
  }

  #later(work: () => void): void {
    this.#timer = setTimeout(work, ringMs);
  }
}
