import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { declaredOperations } from '../../engine/model/access/index.ts';
import { settings } from '../config/settings.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { isDeep } from './attack.testing.ts';

// The server goes to no address that a request or a row names: it has no webhook, no preview, no avatar or import by
// address. What it goes to at all is set by whoever runs it.
const root = path.resolve(import.meta.dirname, '../..');
let company: TestApp;
let canary: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  company = await startTestApp();
  canary = createServer((_, response) => {
    hits += 1;
    response.end('caught');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  ({ port } = canary.address() as AddressInfo);
});
afterAll(async () => {
  await new Promise((resolve) => canary.close(resolve));
  await company.close();
});

const hosts = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '127.1', '127.0.1', '0', '0.0.0.0', '[::1]', '[::]'],
  ...['2130706433', '0x7f000001', '0x7f.0.0.1', '017700000001', '0177.0.0.1', '127.0.0.1.', '[::ffff:127.0.0.1]'],
  ...[
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '127.000.000.001',
    '127。0。0。1',
    '①②⑦.0.0.1',
    'user@127.0.0.1',
  ],
  ...['elsewhere.example@127.0.0.1', '127.0.0.1#@elsewhere.example', 'localtest.me'],
];
const forms = [
  (host: string) => `http://${host}:${port}/hit`,
  (host: string) => `HTTP://${host}:${port}/hit`,
  (host: string) => `//${host}:${port}/hit`,
  (host: string) => `http:\\\\${host}:${port}\\hit`,
  (host: string) => `<img src="http://${host}:${port}/hit">`,
];
const others = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_x',
  'dict://127.0.0.1:11211/',
  'ftp://127.0.0.1/',
  'jar:http://127.0.0.1!/',
];
const spellings = () => [...hosts.flatMap((host) => forms.map((form) => form(host))), ...others];

/** Field types that hold a text, and so may hold an address. */
const texts: ReadonlySet<string> = new Set(['string', 'text', 'html', 'json', 'file', 'image', 'files', 'images']);

const writes: ReadonlySet<string> = new Set(['create', 'modify', 'import', 'actionImport']);

/** A body of every write with an address in each of its texts. */
function bodies(address: string): readonly (readonly [string, Values])[] {
  return declaredOperations(company.documents).flatMap((operation) => {
    if (!('entity' in operation) || !writes.has(operation.kind)) return [];
    const fields = company.documents.entities.get(operation.entity)?.fields ?? [];
    const open = fields.filter(({ type, readonly, secret }) => texts.has(type) && readonly !== true && secret !== true);
    const filled = Object.fromEntries(open.map(({ key }) => [key, address]));
    return [[operation.path, { ...filled, fileId: address, url: address, address, callback: address }]] as const;
  });
}

/** Sends every operation some of the spellings, and every spelling somewhere. */
async function sendEverywhere(all: readonly string[]): Promise<void> {
  for (const [n, [path, body]] of bodies('ADDRESS').entries()) {
    const some = isDeep ? all : [all[n % all.length] ?? '', all[(n * 7 + 3) % all.length] ?? ''];
    for (const [at, address] of some.entries()) {
      const told = JSON.parse(JSON.stringify(body).replaceAll('"ADDRESS"', JSON.stringify(address)));
      await company.call('admin', path, told, { 'idempotency-key': `ssrf-${n}-${at}` });
    }
  }
  for (const value of all) {
    await company.call('sales', '/v1/web/operation/log/create', { catalog: '1000', action: 'open', value });
    await company.app.inject({ method: 'GET', url: `/v1/file/content?file=${encodeURIComponent(value)}` });
  }
}

describe('an address in a request', () => {
  it('is never gone to, however it is spelt', { timeout: 600_000 }, async () => {
    expect(spellings().length).toBeGreaterThanOrEqual(120);
    const ours = [company.database.appUrl, company.database.superuserUrl].map((url) => new URL(url).port);
    const spy = vi.spyOn(Socket.prototype, 'connect');
    const worker = startJobWorker(company.documents, company.database, { pollEvery: 20 });
    await sendEverywhere(spellings());
    await worker.close();
    const reached = spy.mock.calls.map((call) => JSON.stringify(call));
    spy.mockRestore();
    expect(reached.filter((target) => !ours.some((port) => target.includes(port)))).toEqual([]);
    expect(hits).toBe(0);
  });

  it('would have been seen', async () => {
    await fetch(`http://127.0.0.1:${port}/hit`);
    expect(hits).toBe(1);
  });
});

describe('what the server goes to', () => {
  const sources = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(test|testing)\.ts$|^(testing|faults|fuzz|parity|security)\//.test(name),
  );

  it('is gone to from these files alone', () => {
    const going = /[^.#\w]fetch\(|from '(?:undici|axios|node:https?|node:http2|node:dns|node:net|node:tls|ws)'/;
    const found = sources.filter((name) => going.test(readFileSync(path.join(root, 'server', name), 'utf8')));
    expect(found.sort()).toEqual(Object.keys(goers).sort());
  });

  it('is named by settings alone', () => {
    const addresses = settings.filter(({ expected }) => /:\/\/|地址/.test(expected)).map(({ name }) => name);
    expect(addresses.sort()).toEqual(addressSettings);
  });
});

/** Files that could go somewhere, and why no request decides where to. */
const goers: Readonly<Record<string, string>> = {
  'config/setting-values.ts': 'tells addresses from names, and goes nowhere',
  'db/connection/connect.ts': 'the database of the settings',
  'db/embedded/postmaster.ts': 'a free port of this machine',
  'db/jobs/job-queue.ts': 'a method of the queue called fetch',
  'telephony/http-line.ts': 'the telephone host of the settings',
  'demo/telephone/agent-sessions.ts': 'listens; demo mode alone',
  'demo/telephone/hl-server.ts': 'listens; demo mode alone',
  'demo/telephone/line-report.ts': 'reports to this server; demo mode alone',
  'demo/telephone/machine-call.ts': 'names the type of a connection',
  'demo/telephone/pair.ts': 'names the type of a connection',
  'demo/telephone/phone-server.ts': 'listens; demo mode alone',
  'demo/telephone/port-guard.ts': 'names the types of what a port is asked',
  'demo/telephone/switchboard.ts': 'listens; demo mode alone',
  'demo/telephone/widget-server.ts': 'listens; demo mode alone',
};
const addressSettings = [
  'AGENT_URLS',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'HOST',
  // This one and the students' are written into messages; the server goes nowhere by them.
  'PUBLIC_URL',
  'STUDENT_APP_URL',
  'TELEPHONY_URL',
  'TRUSTED_PROXIES',
];
