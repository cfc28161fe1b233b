import { randomBytes } from 'node:crypto';
import type { HangupBy } from '../../../contract/phone-words.ts';

import { type DialCodes, destinationOf } from './dialled.ts';
import type { LineWord } from './line-report.ts';
import type { Told } from './pair.ts';

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
  #number = '';
  #connectedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly seat: string,
    private readonly codes: DialCodes,
    private readonly ears: CallEars,
    /** The line tells of the call, by the provider it goes over. */
    private readonly line: { readonly provider: string; readonly tell: (told: Told) => void },
  ) {}

  get callId(): string | undefined {
    return this.#callId;
  }

  get isConnected(): boolean {
    return this.#connectedAt !== undefined;
  }

  /** Calls a number; answers whether there was none going on. */
  dial(callId: string, target: string): boolean {
    if (this.#callId !== undefined) return false;
    this.#callId = callId;
    this.#number = this.codes.take(this.seat, target).number;
    const destination = destinationOf(this.#number, new Map());
    this.ears.dialing(callId);
    const code = destination.kind === 'reject' ? destination.code : destination.kind === 'seat' ? 480 : undefined;
    if (code !== undefined && !(destination.kind === 'reject' && destination.rings)) {
      this.#later(() => this.#end('system', code));
      return true;
    }
    this.#later(() => {
      this.ears.ringing(callId);
      this.#tell({ kind: 'ringing' });
      this.#later(() => (code === undefined ? this.#connect() : this.#end('customer', code)));
    });
    return true;
  }

  /** Somebody calls the agent, who is told no more than a token of the number; answers whether he is free. */
  ring(number: string, caller: string): boolean {
    if (this.#callId !== undefined) return false;
    this.#callId = `in-${randomBytes(6).toString('hex')}`;
    this.#number = number;
    this.ears.incoming(this.#callId, caller);
    return true;
  }

  accept(callId: string): boolean {
    if (this.#callId !== callId || this.isConnected) return false;
    this.#connect();
    return true;
  }

  hangUp(by: HangupBy, callId = this.#callId): boolean {
    if (callId === undefined || this.#callId !== callId) return false;
    this.#end(by, this.isConnected ? undefined : 487);
    return true;
  }

  /** Forgets the call without a word to the agent, whose connection is gone. */
  drop(): void {
    if (this.#callId !== undefined) this.#tell(this.#endWord('staff'));
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#callId = undefined;
    this.#connectedAt = undefined;
  }

  #tell(word: LineWord): void {
    const { provider, tell } = this.line;
    if (this.#callId !== undefined)
      tell({ call: { provider, providerCallId: this.#callId, number: this.#number }, word });
  }

  #endWord(hangupBy: HangupBy): LineWord {
    const since = this.#connectedAt;
    const talkSeconds = since === undefined ? 0 : Math.max(1, Math.round((Date.now() - since) / 1000));
    return { kind: 'ended', hangupBy, talkSeconds };
  }

  #connect(): void {
    if (this.#callId === undefined) return;
    this.#connectedAt = Date.now();
    this.#tell({ kind: 'answered' });
    this.ears.connected(this.#callId);
  }

  #end(by: HangupBy, code?: number): void {
    const callId = this.#callId;
    this.#tell(code === undefined || by === 'staff' ? this.#endWord(by) : { kind: 'rejected', code, hangupBy: by });
    this.#forget();
    if (callId !== undefined) this.ears.ended(callId, by, code);
  }

  #later(work: () => void): void {
    this.#timer = setTimeout(work, ringMs);
  }
}
