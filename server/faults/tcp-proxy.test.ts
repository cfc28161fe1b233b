import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.ts';

// The faults it makes are those of a network: what arrives on a connection arrives in the order in which it was sent.
const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
let proxy: TcpProxy;

beforeAll(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await TcpProxy.start(typeof address === 'object' && address !== null ? address.port : 0);
});

afterAll(async () => {
  await proxy.close();
  echo.close();
});

it('carries everything in its order, also when the weather changes while something is under way', async () => {
  const socket = new Socket().connect(proxy.port, '127.0.0.1');
  let arrived = '';
  socket.on('data', (chunk: Buffer) => (arrived += chunk.toString()));
  await once(socket, 'connect');
  proxy.weather = { kind: 'slow', latency: 60 };
  socket.write('early ');
  await sleep(20);
  proxy.weather = { kind: 'fair' };
  socket.write('late');
  while (arrived.length < 'early late'.length) await sleep(5);
  socket.destroy();
  expect(arrived).toBe('early late');
});
