import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { browserTransport } from './transport.ts';

type Asked = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string };

const asked: Asked[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
let url = '';
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
  answer(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const envelope = { code: '0', message: '', data: { id: '1' } };
const client = (builds: string[] = []) =>
  createApiClient({
    ...{ baseUrl: url, token: () => 'secret', onRefusal: () => undefined },
    onBuild: (build) => builds.push(build),
  });

it('posts JSON with the headers and answers what comes back, whatever its status', async () => {
  answer = (response) => response.writeHead(409, { 'X-App-Build': 'b7' }).end(JSON.stringify(envelope));
  const builds: string[] = [];
  expect(await client(builds).callAt('/v1/book/view', { id: '1' })).toEqual({ id: '1' });
  expect(builds).toEqual(['b7']);
  const { path, headers, body } = asked.at(-1) ?? {};
  expect([path, body]).toEqual(['/v1/book/view', '{"id":"1"}']);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-app-token': 'secret',
    'x-app-platform': 'sys',
  });
});

it('sends a form as a form says of itself', async () => {
  answer = (response) => response.end(JSON.stringify(envelope));
  expect(await client().upload('/v1/file/upload', new File(['0123'], '一.txt'))).toEqual({ id: '1' });
  expect(asked.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(asked.at(-1)?.body).toContain('0123');
});

it.each<[string, (response: ServerResponse) => void]>([
  ['a line that breaks', (response) => response.destroy()],
  ['a page of somebody in between', (response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
])('refuses %s as no connection', async (_, answered) => {
  answer = answered;
  await expect(client().callAt('/v1/book/view')).rejects.toMatchObject({ code: 'network' });
});

it('waits no longer than it may', async () => {
  answer = () => undefined;
  const sent = { url: `${url}/slow`, headers: {}, body: '{}', timeout: 20 };
  await expect(browserTransport(sent)).rejects.toMatchObject({ name: 'AbortError' });
});

it('takes a call back, before it is sent and on its way', async () => {
  const abort = new AbortController();
  answer = () => abort.abort();
  const going = client().callAt('/v1/book/view', {}, { signal: abort.signal });
  await expect(going).rejects.toMatchObject({ name: 'AbortError' });
  const before = asked.length;
  await expect(client().callAt('/v1/book/view', {}, { signal: abort.signal })).rejects.toThrow();
  expect(asked.length).toBe(before);
});
