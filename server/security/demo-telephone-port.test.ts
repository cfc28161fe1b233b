import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type PhoneServer, startPhoneServer } from '../demo/telephone/phone-server.ts';
import { portKey } from '../demo/telephone/port-guard.ts';
import { signed } from '../kernel/crypto/signature.ts';

// The demo telephone system listens on the machine it is looked at on: every page of the world can reach that port.

const secret = 'a-secret-for-the-port-test';
const key = portKey(secret);
let system: PhoneServer;

beforeAll(async () => {
  const onFault = (error: unknown) => {
    throw error;
  };
  system = await startPhoneServer({ port: 0, secret, server: () => 'http://crm.example:8080', onFault });
});
afterAll(() => system.close());

/** Whether a page of an origin gets a connection at a path. */
async function opens(path: string, origin: string | undefined): Promise<boolean> {
  const address = `ws://127.0.0.1:${system.port}${path}`;
  const socket = new WebSocket(address, 'sip', origin === undefined ? {} : { origin });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.terminate();
  return isOpen;
}

async function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${system.port}${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  const { code } = (await response.json()) as { readonly code: number };
  return code;
}

it.each(['/sip', '/hl', '/dlsw', '/xzj', '/'])('opens %s to a page of ours that has the key', async (path) => {
  const withKey = `${path}?key=${key}`;
  for (const origin of ['http://127.0.0.1:8080', 'http://localhost:5173', 'http://crm.example:8080'])
    expect(await opens(withKey, origin), origin).toBe(true);
  for (const origin of [
    'https://evil.example',
    'http://crm.example',
    'http://127.0.0.1.evil.example',
    'null',
    undefined,
  ])
    expect(await opens(withKey, origin), String(origin)).toBe(false);
  for (const wrong of [path, `${path}?key=`, `${path}?key=${key.slice(1)}`, `${path}?key=${'0'.repeat(32)}`])
    expect(await opens(wrong, 'http://127.0.0.1:8080'), wrong).toBe(false);
});

it('lets nobody act for the far ends without the key, and no page with it', async () => {
  const paths = ['/answer', '/call', '/hangup', '/keys', '/unregister', '/fault'];
  for (const path of paths) {
    expect(await post(path, { seatCode: '8001', fault: 'dial' }), path).toBe(401);
    expect(await post(path, { seatCode: '8001', fault: 'dial' }, { 'x-demo-key': 'no' }), path).toBe(401);
    expect(await post(path, {}, { 'x-demo-key': key, origin: 'http://127.0.0.1:8080' }), path).toBe(401);
    expect(await post(path, { seatCode: '8001', fault: 'dial' }, { 'x-demo-key': key }), path).not.toBe(401);
  }
  const seen = await fetch(`http://127.0.0.1:${system.port}/seen`);
  expect(((await seen.json()) as { readonly code: number }).code).toBe(404);
});

it('learns passwords and codes from our server alone: everybody with a seat knows the key', async () => {
  for (const [path, body] of [
    ['/register', { seatCode: '8001', sipPassword: 'taken-over' }],
    ['/dial', { seatCode: '8001', code: 'd1', number: '13800000000' }],
  ] as const) {
    expect(await post(path, body, { 'x-demo-key': key })).toBe(401);
    const { time, nonce, sign } = signed(JSON.stringify(body), secret);
    expect(await post(path, body, { 'x-line-time': time, 'x-line-nonce': nonce, 'x-line-sign': sign })).toBe(200);
  }
});
