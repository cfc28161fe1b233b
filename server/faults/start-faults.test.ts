import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withDatabase, withUser } from '../db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import { builtProgram } from '../testing/built/built-server.ts';
import { temporaryFolder } from '../testing/cluster.ts';

const root = path.resolve(import.meta.dirname, '../..');
const library = path.join(root, 'e2e/fixtures/library');
const folder = temporaryFolder();
const weak = `weak_${randomUUID().slice(0, 8)}`;
const databases: string[] = [];

const asSuperuser = async (statement: string) => {
  const { pool, close } = connectDatabase({ url: inject('cluster').superuserUrl, max: 1 });
  await pool.query(statement).finally(close);
};

beforeAll(() => asSuperuser(`create role ${weak} login password 'pw'`));

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of databases) {
    await asSuperuser(`drop database if exists ${name} with (force)`);
    for (const role of [`${name}_migrator`, `${name}_app`]) await asSuperuser(`drop role if exists ${role}`);
  }
  await asSuperuser(`drop role if exists ${weak}`);
});

type Ended = { readonly code: number | null; readonly output: string };

/** Starts the server as the container does, in a folder of its own, and waits for it to end. */
async function started(settings: Readonly<Record<string, string>>, cwd = folder, uid?: number): Promise<Ended> {
  const { PATH = '' } = process.env;
  const program = builtProgram(settings.PROGRAM === 'backup' ? 'backup' : 'main');
  const child = spawn(process.execPath, ['--enable-source-maps', '--disable-proto=delete', program], {
    cwd,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH, PORT: '0', DATA_DIR: path.join(folder, 'data'), SCHEMAS_DIR: library, ...settings },
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    // It started, which it should not have.
    if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) child.kill('SIGTERM');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

/** A sentence with its code and place, an exit code, and nothing of the inside. */
async function expectSentence(outcome: Promise<Ended>, code: string, ...places: readonly string[]): Promise<void> {
  const { code: exit, output } = await outcome;
  expect(output).toMatch(new RegExp(`(?:^|\\n)${code} .*[\\u4e00-\\u9fff]`));
  for (const place of places) expect(output).toContain(place);
  expect(output).not.toMatch(/^\s+at .*[:)]\d*/m);
  expect(output).not.toContain('node:internal');
  expect(exit).toBe(1);
}

const newDatabase = () => {
  const name = `start_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  return withDatabase(inject('cluster').superuserUrl, name);
};

describe('settings that are wrong are told in a sentence, by the name of each', { timeout: 240_000 }, () => {
  const wrong: Readonly<Record<string, string>> = {
    HOST: 'a b',
    PORT: '80000',
    DATABASE_URL: 'mysql://localhost/x',
    DATABASE_REPLICA_URL: 'mysql://localhost/x',
    MODE: 'prod',
    SECRET_KEY: 'short',
    DEMO_PASSWORD: 'abc123',
    DEMO_SIZE: 'huge',
    JOB_WORKERS: 'many',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'proxy',
    IMPORT_MAX_ROWS: '0',
    UPLOAD_DAILY_MB: '0',
    SMS_PROVIDER: 'post',
    PAYOUT_PROVIDER: 'bank',
    INVOICE_PROVIDER: 'tax',
    COURIER_PROVIDER: 'sf',
    PUBLIC_URL: 'ftp://x',
    SMS_HOURS: '20-8',
    SMS_RATE: '0',
    METRICS_TOKEN: 'short',
    TELEPHONY_URL: 'ws://pbx',
    TELEPHONY_SECRET: 'short',
    AGENT_URLS: 'other=ws://x',
    CALL_HOURS: '21-8',
    ICE_SERVERS: 'turn:host:3478',
  };

  it('all of them at once, and one that is misspelt', () =>
    expectSentence(started({ ...wrong, DATABSE_URL: 'x' }), 'E_SETTINGS', ...Object.keys(wrong), 'DATABASE_URL？'));

  it('an empty folder name, and documents that are not there', async () => {
    await expectSentence(started({ DATA_DIR: '', FILES_DIR: '' }), 'E_SETTINGS', 'DATA_DIR', 'FILES_DIR');
    await expectSentence(started({ SCHEMAS_DIR: path.join(folder, 'nowhere') }), 'E_SETTINGS', 'nowhere');
    await expectSentence(started({ SCHEMAS_DIR: path.join(root, 'package.json', 'x') }), 'E_SETTINGS', 'SCHEMAS_DIR');
  });

  it('an .env that cannot be read, and a line of it that is none', async () => {
    const unreadable = temporaryFolder();
    mkdirSync(path.join(unreadable, '.env'));
    await expectSentence(started({}, unreadable), 'E_SETTINGS', '.env');
    rmSync(path.join(unreadable, '.env'), { recursive: true });
    writeFileSync(path.join(unreadable, '.env'), 'no setting\n');
    await expectSentence(started({}, unreadable), 'E_SETTINGS', '.env:1');
    rmSync(unreadable, { recursive: true });
  });

  it('a key or a password that was kept and is spoilt', async () => {
    for (const [file, name] of [
      ['secret.key', 'SECRET_KEY'],
      ['demo-password', 'DEMO_PASSWORD'],
    ] as const)
      for (const text of ['', 'short']) {
        const data = temporaryFolder();
        writeFileSync(path.join(data, file), text);
        await expectSentence(started({ DATA_DIR: data }), 'E_SETTINGS', name, path.join(data, file));
        rmSync(data, { recursive: true });
      }
  });
});

describe('folders, ports and databases that are not to be had', { timeout: 240_000 }, () => {
  it('a data or files folder that is a file, or below one', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    await expectSentence(started({ DATA_DIR: file }), 'E_DATA_FOLDER', file);
    await expectSentence(started({ FILES_DIR: path.join(file, 'x') }), 'E_DATA_FOLDER', file);
  });

  it.runIf(process.platform === 'linux')('a data or files folder where the system lets nothing be made', async () => {
    await expectSentence(started({ DATA_DIR: '/proc/x' }), 'E_DATA_FOLDER', '/proc/x');
    await expectSentence(started({ FILES_DIR: '/proc/x/files' }), 'E_DATA_FOLDER', '/proc/x');
  });

  it.runIf(process.getuid?.() === 0)('a data folder its user may not write to', async () => {
    const data = temporaryFolder();
    await expectSentence(started({ DATA_DIR: data }, '/', 65_534), 'E_DATA_FOLDER', data);
    rmSync(data, { recursive: true });
  });

  it('the password of the embedded database gone, or emptied', async () => {
    const data = temporaryFolder();
    mkdirSync(path.join(data, 'postgres/data'), { recursive: true });
    chmodSync(path.join(data, 'postgres/data'), 0o755);
    writeFileSync(path.join(data, 'postgres/data/PG_VERSION'), '18\n');
    await expectSentence(started({ DATA_DIR: data }), 'E_DATABASE_START', 'superuser-password');
    writeFileSync(path.join(data, 'postgres/superuser-password'), '');
    await expectSentence(started({ DATA_DIR: data }), 'E_DATABASE_START', 'superuser-password');
    rmSync(data, { recursive: true });
  });

  it('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await expectSentence(started({ PORT: port, DATABASE_URL: newDatabase() }), 'E_ADDRESS', `127.0.0.1:${port}`);
    server.close();
  });

  it('a database that does not answer, refuses the password, or gives too few rights', async () => {
    await expectSentence(
      started({ DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x' }),
      'E_DATABASE_UNREACHABLE',
      '127.0.0.1:1/x',
    );
    const { superuserUrl } = inject('cluster');
    const wrong = withUser(superuserUrl, 'postgres', 'wrong');
    await expectSentence(started({ DATABASE_URL: wrong }), 'E_DATABASE_UNREACHABLE', 'password authentication failed');
    await expectSentence(started({ DATABASE_URL: withUser(superuserUrl, weak, 'pw') }), 'E_DATABASE_PRIVILEGES', weak);
    await expectSentence(
      started({ DATABASE_URL: withDatabase(withUser(superuserUrl, weak, 'pw'), 'not_there') }),
      'E_DATABASE_PRIVILEGES',
      weak,
    );
  });

  it('for the commands too', async () => {
    await expectSentence(started({ PROGRAM: 'backup', PORT: 'x' }), 'E_SETTINGS', 'PORT');
    await expectSentence(
      started({ PROGRAM: 'backup', DATABASE_URL: newDatabase(), DATA_DIR: path.join(folder, 'new') }),
      'E_SECRET_KEY_GONE',
    );
  });
});

describe('documents that cannot be served are told with file and place', { timeout: 240_000 }, () => {
  type Json = { [name: string]: unknown };

  /** The library with one document changed. */
  function changed(file: string, change: (json: Json) => void): Readonly<Record<string, string>> {
    const schemas = temporaryFolder();
    cpSync(library, schemas, { recursive: true });
    const place = path.join(schemas, file);
    const json: Json = JSON.parse(readFileSync(place, 'utf8'));
    change(json);
    writeFileSync(place, JSON.stringify(json));
    return { SCHEMAS_DIR: schemas, DATABASE_URL: newDatabase(), DATA_DIR: path.join(schemas, '.data') };
  }

  const add = (json: Json, list: string, ...items: readonly Json[]) => {
    const known = json[list];
    json[list] = [...(Array.isArray(known) ? known : []), ...items];
  };

  it('a file that is no JSON', async () => {
    const settings = changed('entities/book.json', () => undefined);
    writeFileSync(path.join(settings.SCHEMAS_DIR ?? '', 'entities/book.json'), '{');
    await expectSentence(started(settings), 'E_DOCUMENTS', 'entities/book.json#');
  });

  it('a check on what is worked out from other rows', () =>
    expectSentence(
      started(
        changed('entities/reader.json', (json) => {
          const rollup = { entity: 'loan', by: 'readerId', sum: 'count' };
          add(json, 'fields', { key: 'loanTimes', title: '借阅次数', type: 'int', rollup });
          add(json, 'constraints', { key: 'few', title: '太多', check: 'record.loanTimes < 100', message: '太多' });
        }),
      ),
      'E_DOCUMENTS',
      'entities/reader.json#',
    ));

  it('the title of a role longer than roles have room for', () =>
    expectSentence(
      started(changed('roles/librarian.json', (json) => (json.title = '馆'.repeat(60)))),
      'E_DOCUMENTS',
      'roles/librarian.json#/title',
    ));

  it('an action nobody implements', () =>
    expectSentence(
      started(
        changed('entities/book.json', (json) =>
          add(json, 'actions', { key: 'praise', title: '称赞', permission: 'book:edit' }),
        ),
      ),
      'E_DOCUMENTS',
      'entities/book.json#/actions/',
    ));

  it('a field nobody answers for', () =>
    expectSentence(
      started(
        changed('entities/book.json', (json) => {
          const [first] = json.fields as Json[];
          if (first !== undefined) first.asked = true;
          add(json, 'operations', ...([] as Json[]));
          json.operations = [...new Set([...(json.operations as string[]), 'check'])];
        }),
      ),
      'E_DOCUMENTS',
      'entities/book.json#/fields/0/asked',
    ));
});
