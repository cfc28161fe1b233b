import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// What a client library would never send: written to the socket by hand.
let company: TestApp;
let port: number;

beforeAll(async () => {
  company = await startTestApp();
  const address = await company.app.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(address).port);
});

afterAll(() => company.close());

/** Sends bytes and answers what comes until the server closes, or until it has said nothing more for a while. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let received = '';
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(3000, end);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes('\r\n\r\n')) setTimeout(end, 50);
    });
    socket.on('end', end);
    socket.on('error', (error) => (received === '' ? resolve('closed') : reject(error)));
  });
}

const post = (path: string, headers: readonly string[], body = '') =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n');
const json = 'Content-Type: application/json';
const view = '/v1/sys/user/my/view';

const oddities: Readonly<Record<string, string>> = {
  'no HTTP at all': 'hello\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x00\xa5\x01\x00\x00',
  'an unknown method': `PROPFIND ${view} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a method that is none': `G=T ${view} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'an unknown version': `GET ${view} HTTP/9.9\r\nHost: a\r\n\r\n`,
  'no host': `POST ${view} HTTP/1.1\r\n\r\n`,
  'two hosts': post(view, ['Host: b', json, 'Content-Length: 2'], '{}'),
  'an absolute address': post(`http://elsewhere.example${view}`, [json, 'Content-Length: 2'], '{}'),
  'an address with NUL': post(`${view}\0`, [json, 'Content-Length: 2'], '{}'),
  'an address with a space': post(`${view} x`, [json, 'Content-Length: 2'], '{}'),
  'an address that goes up': post('/v1/../../etc/passwd', [json, 'Content-Length: 2'], '{}'),
  'a very long address': post(`/${'a'.repeat(100_000)}`, [json]),
  'a very long header': post(view, [json, `X-App-Token: ${'x'.repeat(100_000)}`, 'Content-Length: 2'], '{}'),
  'very many headers': post(
    view,
    Array.from({ length: 5000 }, (_, place) => `X-A${place}: 1`),
  ),
  'two tokens': post(view, [json, 'X-App-Token: a', 'X-App-Token: b', 'Content-Length: 2'], '{}'),
  'two pages': post(view, [json, 'X-App-Page: alllist', 'X-App-Page: highsea', 'Content-Length: 2'], '{}'),
  'two lengths': post(view, [json, 'Content-Length: 2', 'Content-Length: 3'], '{}'),
  'a length and chunks': post(view, [json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'a negative length': post(view, [json, 'Content-Length: -1'], '{}'),
  'a length that is no number': post(view, [json, 'Content-Length: 0x2'], '{}'),
  'a huge length': post(view, [json, 'Content-Length: 99999999999999999999'], '{}'),
  'chunks that are none': post(view, [json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  'an unknown coding': post(view, [json, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'),
  'a header with NUL': post(view, [json, 'X-App-Token: a\0b', 'Content-Length: 2'], '{}'),
  'a header that is split': post(view, [json, 'X-App-Token: a\nX-App-Page: b', 'Content-Length: 2'], '{}'),
  'a folded header': post(view, [json, 'X-App-Token: a\r\n b', 'Content-Length: 2'], '{}'),
  'a header without a name': post(view, [json, ': a', 'Content-Length: 2'], '{}'),
  'a body longer than it says': post('/v1/sys/user/login', [json, 'Content-Length: 4'], '"abcdef'),
  'bytes that are no UTF-8': post('/v1/sys/user/login', [json, 'Content-Length: 4'], '"\xff\xfe"'),
  'an upgrade': post(view, ['Upgrade: websocket', 'Connection: Upgrade', 'Content-Length: 0']),
  'two requests at once, one hidden in the other': post(
    view,
    [json, 'Content-Length: 40', 'Transfer-Encoding : chunked'],
    '0\r\n\r\nGET /v1/sys/page/view HTTP/1.1\r\n\r\n',
  ),
};

it.each(Object.entries(oddities))('is not upset by %s', async (_, text) => {
  const answer = await exchange(text);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  expect(status === undefined || Number(status) < 500, answer.slice(0, 300)).toBe(true);
  expect(answer).not.toMatch(/node_modules|\bat .+\.(ts|js):\d+/);
  expect(answer.split('HTTP/1.1 200').length, answer).toBeLessThanOrEqual(2);
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
});

it('takes a token or a page only where there is one of it', async () => {
  const { data } = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', {
    account: 'sales',
    password: 'test-Pass1',
  });
  const call = (...headers: readonly string[]) => exchange(post(view, [json, ...headers, 'Content-Length: 2'], '{}'));
  expect(await call(`X-App-Token: ${data.token}`)).toContain('"code":"0"');
  expect(await call(`X-App-Token: ${data.token}`, 'X-App-Token: b')).toContain('"code":"1002"');
});
