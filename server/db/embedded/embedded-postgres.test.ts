import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../testing/built/built-server.ts';
import { temporaryFolder } from '../../testing/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { birthOf, isPostmasterOf } from './process-facts.ts';

const warnings: string[] = [];
const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
const cleanUp: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  warnings.length = 0;
  for (const step of cleanUp.splice(0).reverse()) await step();
});

// Making a cluster takes long; each test works on a copy of one that was made once.
let made: string;

beforeAll(async () => {
  made = temporaryFolder();
  const database = await startEmbeddedPostgres({ dataDir: made, log });
  await database.stop();
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

function folder(): string {
  const copy = temporaryFolder();
  cleanUp.push(() => rmSync(copy, { recursive: true, force: true }));
  spawnSync('cp', ['-a', `${made}/.`, copy]);
  return copy;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log });
  cleanUp.push(() => database.stop());
  return database;
}

type Holder = { readonly child: ChildProcess; readonly url: string; readonly postmaster: number };

async function startHolder(dataDir: string): Promise<Holder> {
  const child = spawn(process.execPath, [builtProgram('hold-database'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ...JSON.parse(String(line)) };
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('startEmbeddedPostgres', () => {
  it('keeps data over a restart, durably, on the loopback alone and with a password', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await query(first.superuserUrl, 'create table kept as select 42 as answer');
    const settings =
      "select current_setting('fsync') as fsync, current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as socket";
    expect(await query(first.superuserUrl, settings)).toEqual([{ fsync: 'on', address: '127.0.0.1', socket: '' }]);
    expect(statSync(path.join(dataDir, 'postgres/superuser-password')).mode & 0o777).toBe(0o600);
    await expect(query(first.superuserUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    await first.stop();
    await first.stop();
    expect(birthOf(first.pid)).toBeUndefined();
    const second = await start(dataDir);
    expect(await query(second.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('runs as a user without rights when we are root, out of reach of the terminal', async () => {
    const database = await start(folder());
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${database.pid}/status`, 'utf8'))?.[1]);
    expect(uid).not.toBe(0);
    // A process group of its own, so that Ctrl-C in the terminal ends us and not the database under us.
    const stat = readFileSync(`/proc/${database.pid}/stat`, 'utf8');
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])).toBe(database.pid);
  });

  it('refuses a second start on the same folder and says who holds it', async () => {
    const dataDir = folder();
    const holder = await startHolder(dataDir);
    const begin = Date.now();
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'E_DATA_HELD',
      facts: {
        pid: holder.child.pid,
        address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        since: expect.stringMatching(/^\d{4}-/),
      },
    });
    expect(Date.now() - begin).toBeLessThan(1000);
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is given to one of three that start at once after a crash', async () => {
    const dataDir = folder();
    const crashed = await startHolder(dataDir);
    crashed.child.kill('SIGKILL');
    await once(crashed.child, 'exit');
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, [builtProgram('hold-database'), dataDir], { stdio: 'pipe' }),
    );
    cleanUp.push(() => void children.map((child) => child.kill('SIGTERM')));
    const outcomes = await Promise.all(
      children.map((child) =>
        Promise.race([once(child.stdout, 'data').then(() => 'holds'), once(child.stderr, 'end').then(() => 'refused')]),
      ),
    );
    expect(outcomes.sort()).toEqual(['holds', 'refused', 'refused']);
    const held = children.filter((child) => child.exitCode === null && child.signalCode === null);
    await Promise.all(held.map((child) => [child.kill('SIGTERM'), once(child, 'exit')]).map(([, exit]) => exit));
  });

  it('ends the server that a killed process left over, and loses nothing that was acknowledged', async () => {
    const dataDir = folder();
    const holder = await startHolder(dataDir);
    await query(holder.url, 'create table kept as select 42 as answer');
    holder.child.kill('SIGKILL');
    await once(holder.child, 'exit');
    expect(isPostmasterOf(holder.postmaster, path.join(dataDir, 'postgres/data'))).toBe(true);
    const database = await start(dataDir);
    expect(birthOf(holder.postmaster)).toBeUndefined();
    expect(warnings.join()).toContain(String(holder.postmaster));
    expect(await query(database.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('starts though a stranger has got the number of a server that is gone', async () => {
    const dataDir = folder();
    const stranger = spawn('sleep', ['60']);
    cleanUp.push(() => void stranger.kill());
    writeFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), `${stranger.pid}\n`);
    writeFileSync(
      path.join(dataDir, 'postgres/holder-9.json'),
      JSON.stringify({ pid: stranger.pid, birth: 'another', since: '', address: '', released: false }),
    );
    const second = await start(dataDir);
    expect(await query(second.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)(
    'keeps the data elsewhere, and says so, when only root can enter the data folder',
    async () => {
      const closed = temporaryFolder();
      const fallbackRoot = path.join(temporaryFolder(), 'fallback');
      cleanUp.push(() =>
        [closed, path.dirname(fallbackRoot)].forEach((each) => void rmSync(each, { recursive: true, force: true })),
      );
      chmodSync(closed, 0o700);
      const options = { dataDir: path.join(closed, 'data'), fallbackRoot, log };
      const first = await startEmbeddedPostgres(options);
      cleanUp.push(() => first.stop());
      expect(first.folder.startsWith(fallbackRoot)).toBe(true);
      expect(warnings.join()).toContain(first.folder);
      await query(first.superuserUrl, 'create table kept as select 42 as answer');
      await first.stop();
      // Once opened up, the data are still where they were.
      chmodSync(closed, 0o755);
      const second = await startEmbeddedPostgres(options);
      cleanUp.push(() => second.stop());
      expect(await query(second.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    },
  );

  it.runIf(process.getuid?.() === 0)(
    'refuses data that are there but out of reach, rather than begin anew',
    async () => {
      const dataDir = folder();
      chmodSync(dataDir, 0o700);
      await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'E_DATA_FOLDER' });
    },
  );

  it('makes the data anew when their making was interrupted', async () => {
    const dataDir = folder();
    renameSync(path.join(dataDir, 'postgres/data'), path.join(dataDir, 'postgres/data.new'));
    rmSync(path.join(dataDir, 'postgres/data.new/PG_VERSION'));
    const second = await start(dataDir);
    expect(await query(second.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('tells when the server is lost', async () => {
    let isLost = false;
    const database = await startEmbeddedPostgres({ dataDir: folder(), log, onLost: () => (isLost = true) });
    cleanUp.push(() => database.stop());
    process.kill(database.pid, 'SIGKILL');
    await expect.poll(() => isLost).toBe(true);
  });
});
