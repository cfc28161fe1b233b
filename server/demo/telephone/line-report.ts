import { createHash } from 'node:crypto';
import type { HangupBy } from '../../../contract/phone-words.ts';

import { signed } from '../../kernel/crypto/signature.ts';

/** How a report names a call: by our id, by the line's own, or by the seat; always with the number the seat was connected with. */
export type CallName = { readonly number: string } & (
  | { readonly callId: string }
  | { readonly provider: string; readonly providerCallId: string }
  | { readonly seatCode: string }
);

/** What the line knows of a call. */
export type LineWord =
  | { readonly kind: 'ringing' | 'answered' }
  | { readonly kind: 'ended'; readonly hangupBy: HangupBy; readonly talkSeconds: number }
  | { readonly kind: 'rejected'; readonly code: number; readonly hangupBy?: HangupBy };

const tries = 3;
const pauseMs = 400;

/** Tells our server what the line knows, in its order, as docs/telephony.md has it. */
export class LineReport {
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    /** Address of the server; undefined as long as it does not listen. */
    private readonly server: () => string | undefined,
    private readonly secret: string,
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {}

  /** Tells one thing of a call, after all that was to be told before, and brings the recording of one that ended. */
  tell(call: CallName, word: LineWord, recording: Buffer = Buffer.alloc(0)): void {
    this.#telling = this.#telling
      .then(async () => {
        const callId = await this.#tellOnce(call, word);
        if (callId !== undefined && recording.length > 0) await this.#record(callId, recording);
      })
      .catch(this.onFault);
  }

  /** The id of the call; an end that comes before the browser's own word of the call is told once more. */
  async #tellOnce(call: CallName, word: LineWord): Promise<string | undefined> {
    const event = JSON.stringify({ ...call, ...word });
    for (let attempt = 1; ; attempt++) {
      const server = this.server();
      if (server === undefined) return undefined;
      const response = await fetch(`${server}/v1/phone/line/event/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...signed(event, this.secret), event }),
        signal: AbortSignal.timeout(5000),
      });
      const callId = /"callId":"([0-9a-f-]{36})"/.exec(await response.text())?.[1];
      const isOver = word.kind === 'ended' || word.kind === 'rejected';
      if (callId !== undefined || !isOver || attempt === tries) return callId;
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }

  async #record(callId: string, recording: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(recording).digest('hex');
    const query = new URLSearchParams({
      callId,
      format: 'wav',
      sha256,
      ...signed(`${callId}.wav.${sha256}`, this.secret),
    });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(recording)]), 'call.wav');
    await fetch(`${this.server() ?? ''}/v1/phone/line/recording/create?${query}`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(30_000),
    });
  }
}
