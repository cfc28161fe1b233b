import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// What a stranger sends before anybody knows who he is must cost next to nothing, and what no operation takes is
// refused at one door.
let company: TestApp;
let address: string;

beforeAll(async () => {
  company = await startTestApp();
  address = await company.app.listen({ host: '127.0.0.1', port: 0 });
  await company.token('sales');
});

afterAll(() => company.close());

const signIn = '/v1/sys/user/login';
const query = '/v1/customer/query';
const megabyte = 1_048_000;
const filled = (piece: string) => `[${piece.repeat(Math.floor(megabyte / piece.length) - 1)}${piece.slice(0, -1)}]`;

const hostile: Readonly<Record<string, string>> = {
  'empty objects': `{"a":${filled('{},')}}`,
  'empty texts': `{"a":${filled('"",')}}`,
  'numbers as keys': `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":1`).join(',')}}`,
  'nested lists': `{"a":${filled('[[[]]],')}}`,
  'escaped quotes': `{"a":"${'\\"'.repeat(megabyte / 2 - 10)}"}`,
};

async function send(path: string, payload: string, token = '') {
  const headers = { 'content-type': 'application/json', 'x-app-token': token };
  const response = await company.app.inject({ method: 'POST', url: path, payload, headers });
  return { status: response.statusCode, error: response.json().data.error };
}

describe('a large body', () => {
  it.each(Object.keys(hostile))('of %s is not read where nobody is signed in', async (name) => {
    const body = hostile[name] ?? '';
    expect(await send(signIn, body)).toMatchObject({ status: 413, error: { code: 'E_BODY_TOO_LARGE' } });
    expect(await send('/v1/no/such/path', body)).toMatchObject({ status: 413, error: { code: 'E_BODY_TOO_LARGE' } });
    expect(await send(query, `${body}}`)).toMatchObject({ status: 200, error: { code: 'E_SESSION' } });
  });

  it('in pieces neither', async () => {
    async function* pieces() {
      for (let piece = 0; piece < 20; piece++) yield Buffer.from(`${' '.repeat(1000)}`);
    }
    const headers = { 'content-type': 'application/json' };
    const post = (path: string) => fetch(address + path, { method: 'POST', headers, body: pieces(), duplex: 'half' });
    expect((await post(signIn)).status).toBe(413);
    expect(await (await post(query)).json()).toMatchObject({ data: { error: { code: 'E_SESSION' } } });
  });

  it.each(['empty objects', 'empty texts', 'numbers as keys', 'nested lists'])(
    'of %s is counted before it is parsed',
    async (name) => {
      const { status, error } = await send(query, hostile[name] ?? '', await company.token('sales'));
      expect({ status, code: error.code }).toEqual({ status: 413, code: 'E_BODY_TOO_MANY' });
    },
  );

  it('is not counted by what stands in its texts', async () => {
    const body = JSON.stringify({ cursor: '[{,\\"'.repeat(30_000) });
    expect((await send(query, body, await company.token('sales'))).error.code).toBe('E_CURSOR');
  });

  it('costs next to nothing, whoever sends it', async () => {
    await costOf('');
    const [stranger, known] = [await costOf(''), await costOf(await company.token('sales'))];
    // On an idle machine 1 and 8; a body of empty objects took 350 before it was counted.
    expect({ stranger: stranger < 25, known: known < 60 }, `${stranger} and ${known} ms`).toEqual({
      stranger: true,
      known: true,
    });
  });

  it('thirty at once, of every kind, keep nobody waiting', { timeout: 120_000 }, async () => {
    const attacked = await waitOfOthers(attack(address, Object.values(hostile)));
    // Such thirty kept everybody waiting for a minute.
    expect(attacked, `${attacked} ms`).toBeLessThan(1500);
  });
});

/** Milliseconds of computing that one hostile body takes. */
async function costOf(token: string): Promise<number> {
  const rounds = 6;
  const begin = process.cpuUsage();
  for (let round = 0; round < rounds; round++)
    for (const body of Object.values(hostile)) await send(query, body, token);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / rounds / Object.keys(hostile).length;
}

/** Sends thirty bodies at once, first to sign in and then to an operation, from a thread of its own. */
async function attack(to: string, bodies: readonly string[]): Promise<void> {
  const code = `
    const { workerData, parentPort } = require('node:worker_threads');
    const { to, bodies, paths } = workerData;
    const headers = { 'content-type': 'application/json' };
    const one = (path, body) => fetch(to + path, { method: 'POST', headers, body }).then((a) => a.text(), () => '');
    const thirty = (path) => Promise.all(Array.from({ length: 30 }, (_, at) => one(path, bodies[at % bodies.length])));
    thirty(paths[0]).then(() => thirty(paths[1])).then(() => parentPort.postMessage('over'));`;
  const worker = new Worker(code, { eval: true, workerData: { to, bodies, paths: [signIn, query] } });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
}

/** Asks for something small again and again until the work is over; what the 95th of a hundred waited, in milliseconds. */
async function waitOfOthers(work: Promise<unknown>): Promise<number> {
  const waits: number[] = [];
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  while (!isOver) {
    const begin = performance.now();
    await company.call('sales', '/v1/sys/user/my/view', {});
    waits.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await over;
  waits.sort((a, b) => a - b);
  return Math.round(waits[Math.floor(waits.length * 0.95)] ?? 0);
}

describe('text that cannot be kept', () => {
  const faultsOf = async (path: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    (
      await company.call<{ error: { faults: { code: string; pointer: string; got: string }[] } }>(
        'sales',
        path,
        body,
        headers,
      )
    ).data.error.faults;

  it.each([
    [{ where: { search: 'a\u0000' } }, '/where/search', 'U+0000'],
    [{ where: { and: [{ field: 'name', op: 'eq', value: '\ud800' }] } }, '/where/and/0/value', 'U+D800'],
    [{ where: { field: 'name', op: 'in', value: ['a', '\udc00b'] } }, '/where/value/1', 'U+DC00'],
    [{ 'na\u0000me': 1 }, '/na\ufffdme', 'U+0000'],
    [{ a: { '\ud800/': 1 } }, '/a/\ufffd~1', 'U+D800'],
  ])('in a body is refused where it stands: %j', async (body, pointer, got) => {
    expect(await faultsOf(query, body)).toMatchObject([{ code: 'E_INPUT_CHARACTER', pointer, got }]);
  });

  it('in a query of an address is refused', async () => {
    const response = await company.app.inject({ method: 'GET', url: '/v1/file/content?file=a%00&use=b' });
    const { faults } = response.json().data.error;
    expect(faults).toMatchObject([{ code: 'E_INPUT_CHARACTER', pointer: '/file' }]);
  });

  it('in a header is refused', async () => {
    const headers = { 'x-app-token': 'a\u0000b' };
    const response = await company.app.inject({ method: 'POST', url: query, payload: {}, headers });
    expect(response.json().data.error.faults).toMatchObject([{ pointer: '/headers/x-app-token' }]);
  });

  it('in the name of a file is refused', async () => {
    const part = 'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'a%00b.png\r\nContent-Type: image/png';
    const response = await company.app.inject({
      method: 'POST',
      url: '/v1/file/image',
      payload: `--x\r\n${part}\r\n\r\ndata\r\n--x--\r\n`,
      headers: { 'x-app-token': await company.token('sales'), 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response.json().data.error.faults).toMatchObject([{ code: 'E_INPUT_CHARACTER', pointer: '/file/name' }]);
  });

  it('lets whole pairs of surrogates through', async () => {
    const answer = await company.call('sales', query, { where: { search: '👩‍👩‍👧‍👦' } });
    expect(answer.code).toBe('0');
  });
});
