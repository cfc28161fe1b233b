import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// A connection is a place, and a place is for who uses it: what comes slowly or never is cut, what only takes long is not.
let company: TestApp;
let port: number;
let token: string;

beforeAll(async () => {
  company = await startTestApp();
  port = Number(new URL(await company.app.listen({ host: '127.0.0.1', port: 0 })).port);
  token = await company.token('sales');
});

afterAll(() => company.close());

const opened = new Set<Socket>();
afterAll(() => {
  for (const socket of opened) socket.destroy();
});

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject).resume();
    opened.add(socket);
  });
}

/** Writes a piece every second for as long as the connection stands; seconds until it is cut, at most `most`. */
async function standsFor(pieces: (second: number) => string, most: number): Promise<number> {
  const socket = await open();
  let isCut = false;
  socket
    .removeAllListeners('error')
    .on('error', () => (isCut = true))
    .once('close', () => (isCut = true));
  for (let second = 0; second < most * 4; second++) {
    if (isCut) return second / 4;
    const piece = second % 4 === 0 ? pieces(second / 4) : '';
    if (piece !== '' && socket.writable) socket.write(piece);
    await wait(250);
  }
  return Number.POSITIVE_INFINITY;
}

const begin = `POST /v1/customer/query HTTP/1.1\r\nHost: a\r\n`;
const json = 'Content-Type: application/json\r\n';
const answered = `GET /livez HTTP/1.1\r\nHost: a\r\n\r\n`;

const tricklers: Readonly<Record<string, (second: number) => string>> = {
  'says nothing': () => '',
  'says half a line': (second) => (second === 0 ? 'POST /v1/cust' : ''),
  'sends a header a second': (second) => (second === 0 ? begin : `X-A${second}: 1\r\n`),
  'sends a letter a second': (second) => begin.charAt(second),
  'is slow at its second request': (second) => (second === 0 ? answered + begin : `X-A${second}: 1\r\n`),
  'promises a body that never comes': (second) => (second === 0 ? `${begin}${json}Content-Length: 50\r\n\r\n` : ''),
  'stops amid a body': (second) => (second === 0 ? `${begin}${json}Content-Length: 50\r\n\r\n{"a":` : ''),
  'stops amid chunks': (second) => (second === 0 ? `${begin}${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":` : ''),
};

// Both wait for a dozen seconds, beside each other.
it.concurrent('two hundred connections that do not come along, of every kind, are cut in ten seconds', {
  timeout: 120_000,
}, async () => {
  const kinds = Object.entries(tricklers);
  const stood = await Promise.all(
    kinds.map(async ([name, pieces]) => {
      const seconds = await Promise.all(Array.from({ length: 25 }, () => standsFor(pieces, 14)));
      return [name, Math.max(...seconds)] as const;
    }),
  );
  // Eight seconds of patience, one and a half between looks, and whatever the machine takes.
  expect(stood.filter(([, seconds]) => seconds > 11.5)).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
});

it.concurrent('an event stream stays open, and a slow file arrives', { timeout: 120_000 }, async () => {
  const [stream, upload] = await Promise.all([listens(12), uploads(12)]);
  expect(stream).toBe('open');
  expect(upload).toMatchObject({ code: '0', data: { kind: 'image' } });
});

/** Whether an event stream still stands after so many seconds. */
async function listens(seconds: number): Promise<'open' | 'cut'> {
  const gone = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sys/event/stream`, {
    method: 'POST',
    headers: { 'x-app-token': token, 'content-type': 'application/json' },
    body: '{}',
    signal: gone.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.getReader();
  const cut = (async () => {
    while ((await reader?.read())?.done === false);
    return 'cut' as const;
  })().catch(() => 'cut' as const);
  const state = await Promise.race([cut, wait(seconds * 1000, 'open' as const)]);
  gone.abort();
  return state;
}

/** Sends a picture in pieces over so many seconds; the longest silence is longer than a body of another kind may take. */
async function uploads(seconds: number): Promise<unknown> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  async function* pieces() {
    yield Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    yield png.subarray(0, 40);
    await wait(seconds * 1000);
    yield png.subarray(40);
    yield Buffer.from('\r\n--x--\r\n');
  }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/file/image`, {
    method: 'POST',
    headers: { 'x-app-token': token, 'content-type': 'multipart/form-data; boundary=x' },
    body: pieces(),
    duplex: 'half',
  });
  return answer.json();
}
