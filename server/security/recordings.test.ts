import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyWav } from '../files/wav.ts';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

// The address of a recording is good in the browser it was given to, as long as that is signed in.

let company: TestApp;
let callId: string;

beforeAll(async () => {
  company = await startTestApp();
  const startedAt = new Date(Date.now() - 600_000).toISOString();
  const recordingId = await uploadAs(company, 'sales', 'call.wav', emptyWav(8000, 8000, 1));
  callId = await company.records.insert('call_record', {
    ...{ callNo: 'TH1', provider: 'hl', direction: 'out', staffId: company.ids.sales, startedAt, recordingId },
    ...{ departmentId: company.ids.group1, callee: '13812345678', answeredAt: startedAt, endedAt: startedAt },
    ...{ talkSeconds: 5, status: 'answered', confirmation: 'line', forbiddenHitCount: 0, qaStatus: 'none' },
  });
}, 60_000);
afterAll(() => company.close());

type Browser = {
  readonly ask: (path: string, body?: object) => Promise<{ readonly address: string; readonly cookie: string }>;
  /** Whether an address plays. */
  readonly plays: (address: string) => Promise<boolean>;
};

const isSound = ({ statusCode, headers }: { readonly statusCode: number; readonly headers: object }) =>
  statusCode === 200 && /^audio\//.test(String(new Map(Object.entries(headers)).get('content-type')));

/** A browser with its own session and its own cookies. */
async function browserOf(account: string): Promise<Browser> {
  const headers = { 'x-app-platform': 'sys', 'x-app-version': '2.2.1' };
  const post = (url: string, payload: object, more: object = {}) =>
    company.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
  const { token } = (await post('/v1/sys/user/login', { account, password: testPassword })).json().data;
  const cookies = new Map<string, string>();
  return {
    async ask(path, body = {}) {
      const answer = await post(path, body, { 'x-app-token': token });
      const cookie = String(answer.headers['set-cookie'] ?? '');
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined) cookies.set(name, value ?? '');
      return { address: String(answer.json().data?.address), cookie };
    },
    async plays(address) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return isSound(await company.app.inject({ method: 'GET', url: address, headers: { cookie } }));
    },
  };
}

it('plays in the browser it was asked for in, and in no other, not even of the same person', async () => {
  const [own, elsewhere, leader] = [
    await browserOf('sales'),
    await browserOf('sales'),
    await browserOf('group_leader'),
  ];
  {
    const path = '/v1/call/record/play';
    const { address, cookie } = await own.ask(path, { id: callId });
    expect(cookie).toMatch(/; Path=\/v1\/file\/content; Max-Age=1800; HttpOnly; SameSite=Strict$/);
    expect(await own.plays(address)).toBe(true);
    expect(isSound(await company.app.inject({ method: 'GET', url: address }))).toBe(false);
    // Others may hear it too: with an address of their own, and with that alone.
    for (const other of [elsewhere, leader]) {
      const theirs = await other.ask(path, { id: callId });
      expect(await other.plays(theirs.address)).toBe(true);
      expect(await other.plays(address)).toBe(false);
      expect(await own.plays(theirs.address)).toBe(false);
    }
  }
});

it('plays no more once the session is over', async () => {
  const browser = await browserOf('sales2');
  const leader = await browserOf('group_leader');
  const { address } = await leader.ask('/v1/call/record/play', { id: callId });
  expect(await leader.plays(address)).toBe(true);
  expect(await browser.plays(address)).toBe(false);
  await leader.ask('/v1/sys/user/logout');
  expect(await leader.plays(address)).toBe(false);
});

it('binds what is saved as well, and gives no proof with any other answer', async () => {
  const manager = await browserOf('manager');
  const { address } = await manager.ask('/v1/call/record/download', { id: callId });
  expect(await manager.plays(address)).toBe(true);
  expect(isSound(await company.app.inject({ method: 'GET', url: address }))).toBe(false);
  expect((await manager.ask('/v1/sys/user/my/view')).cookie).toBe('');
});
