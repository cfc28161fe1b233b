import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { httpLine } from './http-line.ts';

let host: Server | undefined;

afterEach(() => new Promise((resolve) => (host === undefined ? resolve(undefined) : host.close(resolve))));

/** A telephone host that answers everything like this. */
async function hostAnswering(status: number, body: unknown): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  host = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

it.each([
  ['a status of 500', 500, { code: 200 }, 'E_PHONE_HOST_AWAY'],
  ['a code of 500', 200, { code: 500, message: 'a host of mine is gone' }, 'E_PHONE_HOST_AWAY'],
  ['a code of 503', 200, { code: 503 }, 'E_PHONE_HOST_AWAY'],
  ['a code of 403', 200, { code: 403 }, 'E_PHONE_HOST_REFUSED'],
  ['a code that is none', 200, { code: 'no' }, 'E_PHONE_HOST_REFUSED'],
  ['no code', 200, {}, 'E_PHONE_HOST_ANSWER'],
] as const)('tells trouble of the host, which passes, from a refused seat: %s', async (_title, status, body, code) => {
  const line = httpLine({ url: await hostAnswering(status, body), secret: 'a-secret-of-the-test' });
  await expect(line.register('8001', 'a-password')).rejects.toMatchObject({ code });
});
