import { createHash } from 'node:crypto';
import { signed } from '../signature.ts';

/** Tells our server what the line knows, as docs/telephony.md has it. */
export class LineReport {
  constructor(
    /** Address of the server; undefined as long as it does not listen. */
    private readonly server: () => string | undefined,
    private readonly secret: string,
  ) {}

  /** Tells of the latest call of a seat, and brings its recording; what goes wrong is the server's own to notice. */
  async ended(seatCode: string, talkSeconds: number, hangupBy: 'staff' | 'customer', recording: Buffer): Promise<void> {
    const server = this.server();
    if (server === undefined) return;
    const event = JSON.stringify({ seatCode, kind: 'ended', hangupBy, talkSeconds });
    const body = JSON.stringify({ ...signed(event, this.secret), event });
    const headers = { 'content-type': 'application/json' };
    const address = `${server}/v1/phone/line/event/create`;
    const response = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) });
    const callId = /"callId":"([0-9a-f-]{36})"/.exec(await response.text())?.[1];
    if (callId === undefined || recording.length === 0) return;
    const sha256 = createHash('sha256').update(recording).digest('hex');
    const query = new URLSearchParams({
      callId,
      format: 'wav',
      sha256,
      ...signed(`${callId}.wav.${sha256}`, this.secret),
    });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(recording)]), 'call.wav');
    await fetch(`${server}/v1/phone/line/recording/create?${query}`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(30_000),
    });
  }
}
