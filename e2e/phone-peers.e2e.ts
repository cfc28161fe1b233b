import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { needKamailio, type PhoneSystem, startKamailio } from './support/phone/kamailio.ts';
import { SipClient } from './support/phone/sip-client.ts';
import { expect, test } from './support/test.ts';

// Both telephone systems keep one contract (docs/telephony.md): the journeys of the phone run against either.

type Peer = { readonly url: string; readonly secret: string; readonly stop: () => Promise<unknown> };

async function demoPeer(): Promise<Peer> {
  const secret = randomBytes(16).toString('hex');
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/demo/telephone/command.ts', '0', secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const port = /ready (\d+)/.exec(String(line))?.[1];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, secret, stop };
}

async function post(
  peer: Peer,
  path: string,
  body: object,
): Promise<{ readonly code: number; readonly data: { readonly registerAddress: string[]; readonly regIp: string } }> {
  const text = JSON.stringify(body);
  const [time, nonce] = [String(Date.now()), randomBytes(12).toString('hex')];
  const sign = createHmac('sha256', peer.secret).update(`${time}.${nonce}.${text}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-line-time': time,
    'x-line-nonce': nonce,
    'x-line-sign': sign,
  };
  return (await fetch(`${peer.url}${path}`, { method: 'POST', headers, body: text })).json();
}

async function keepsContract(peer: Peer): Promise<void> {
  expect((await fetch(`${peer.url}/ready`)).status).toBe(200);
  const { code, data } = await post(peer, '/register', { seatCode: '8001', sipPassword: 'a-password' });
  expect(code).toBe(200);
  const seat = { host: data.registerAddress[0] ?? '', domain: data.regIp, seat: '8001', password: 'a-password' };
  const impostor = await SipClient.connect({ ...seat, password: 'another' });
  const client = await SipClient.connect(seat);
  try {
    expect(await impostor.register()).toBe(401);
    expect(await client.invite('9486')).toBe(403);
    expect(await client.register()).toBe(200);
    for (const code of [480, 486, 408, 500, 487, 484]) expect(await client.invite(`9${code}`)).toBe(code);
    expect(await client.invite('12')).toBe(484);
    expect(await client.invite('8002')).toBe(480);
    expect(await client.ping()).toBe(200);
    await post(peer, '/dial', { seatCode: '8001', code: 'd0011223344', number: '9408' });
    expect(await client.invite('d0011223344')).toBe(408);
    expect(await client.invite('d0011223344')).not.toBe(408);
    await post(peer, '/answer', { number: '13800001111', seatCode: '8003' });
    expect(await client.invite('13800001111')).toBe(480);
  } finally {
    client.close();
    impostor.close();
  }
}

test('the demo telephone system keeps the contract', async () => {
  const peer = await demoPeer();
  try {
    await keepsContract(peer);
  } finally {
    await peer.stop();
  }
});

test.describe('Kamailio', () => {
  needKamailio();

  let kamailio: PhoneSystem;
  test.beforeAll(async () => {
    kamailio = await startKamailio([7090, 7091, 7092]);
  });
  test.afterAll(() => kamailio?.stop());

  test('keeps the contract', async () => {
    await keepsContract({ url: kamailio.url, secret: 'unused-here', stop: async () => undefined });
    expect(await kamailio.seen(0, 'MESSAGE')).toBe(1);
  });

  test('fails as it is told to', async () => {
    await kamailio.setPassword('8005', 'own-password');
    const [host = ''] = kamailio.hosts;
    const seat = { host, domain: '127.0.0.1', seat: '8005', password: 'own-password' };
    const client = await SipClient.connect(seat);
    expect(await client.register()).toBe(200);
    expect(await kamailio.isRegistered(0, '8005')).toBe(true);
    expect(await kamailio.isRegistered(1, '8005')).toBe(false);
    await kamailio.unregister(0, '8005');
    expect(await client.invite('9486')).toBe(403);
    await kamailio.fault(0, 'register', 503);
    expect(await client.register()).toBe(503);
    await kamailio.fault(0, 'handshake', 1);
    await expect(SipClient.connect(seat)).rejects.toThrow('503');
    await kamailio.clearFaults();
    await kamailio.killHost(0);
    await expect(SipClient.connect(seat)).rejects.toThrow();
    await kamailio.startHost(0);
    (await SipClient.connect(seat)).close();
    client.close();
  });
});
