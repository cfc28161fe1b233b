import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import type { Answer } from './api.ts';

/** A telephone host that knows of calls and carries none: what docs/telephony.md says it may be asked, and may tell. */
export type Line = {
  readonly url: string;
  /** Tells the product a fact about a call. */
  readonly tell: (request: APIRequestContext, event: object) => Promise<Answer>;
  /** Sends the recording of a call. */
  readonly record: (request: APIRequestContext, callId: string, sound: Buffer) => Promise<Answer>;
  readonly stop: () => Promise<void>;
};

/** Starts it; it takes every number and refuses every seat, so that no browser talks to it. */
export async function startLine(secret: string): Promise<Line> {
  // Whom a call is with, as the line was told before it was dialled: every report names the number.
  const numbers = new Map<unknown, unknown>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { callId, number } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      if (number !== undefined) numbers.set(callId, number);
    });
    const code = request.url === '/dial' ? 200 : 500;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: '没有坐席' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const signed = (text: string) => {
    const [time, nonce] = [String(Date.now()), randomBytes(12).toString('hex')];
    return { time, nonce, sign: createHmac('sha256', secret).update(`${time}.${nonce}.${text}`).digest('hex') };
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async tell(request, event) {
      const number = numbers.get(new Map<string, unknown>(Object.entries(event)).get('callId'));
      const text = JSON.stringify(number === undefined ? event : { number, ...event });
      return (await request.post('/v1/phone/line/event/create', { data: { ...signed(text), event: text } })).json();
    },
    async record(request, callId, sound) {
      const sha256 = createHash('sha256').update(sound).digest('hex');
      const query = new URLSearchParams({
        ...{ callId, format: 'wav', sha256 },
        ...signed(`${callId}.wav.${sha256}`),
      });
      const file = { name: 'call.wav', mimeType: 'audio/wav', buffer: sound };
      return (await request.post(`/v1/phone/line/recording/create?${query}`, { multipart: { file } })).json();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** So many seconds of a quiet tone as a WAV: 8 kHz, 8 bit, mono. */
export function tone(seconds: number): Buffer {
  const rate = 8000;
  const size = seconds * rate;
  const wav = Buffer.alloc(44 + size);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + size, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(size, 40);
  for (let at = 0; at < size; at++) wav[44 + at] = 128 + Math.round(20 * Math.sin((at * 440 * 2 * Math.PI) / rate));
  return wav;
}
