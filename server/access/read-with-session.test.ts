import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connectDatabase, inTransaction } from '../db/connection/connect.ts';
import { TcpProxy } from '../faults/tcp-proxy.ts';
import type { Db } from '../kernel/database/db.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { readWithSession } from './read-with-session.ts';
import type { SignedIn } from './sessions.ts';

let company: TestApp;
let proxy: TcpProxy;
let node: Connection;
let token: string;

beforeAll(async () => {
  company = await startTestApp();
  const url = new URL(company.database.appUrl);
  proxy = await TcpProxy.start(Number(url.port));
  [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
  node = connectDatabase({ url: url.href, max: 1 });
  token = await company.token('sales');
}, 60_000);

afterAll(async () => {
  await node.close();
  await proxy.close();
  await company.close();
});

const ask = <Answer>(read: (signedIn: SignedIn, db: Db) => Promise<Answer>) =>
  readWithSession({ db: node.db, documents: company.documents }, { token, ip: '127.0.0.1' }, read);

const nameOf = async ({ caller }: SignedIn, db: Db) =>
  (await db.selectFrom('staff').select('name').where('id', '=', caller.staffId).executeTakeFirst())?.name;

const projectName = async () =>
  (await company.database.rows('select name from project where id = $1', [company.ids.project]))[0]?.name;
const mark = (_: SignedIn, db: Db) =>
  db
    .updateTable('project')
    .set('name', ({ eb, ref, val }) => eb(ref('name'), '||', val('!')))
    .where('id', '=', company.ids.project)
    .execute();

const renamed = (_: SignedIn, db: Db) =>
  inTransaction(db, async (inside) => {
    await held(inside);
    await append('+', inside);
  });

const held = (db: Db) =>
  db.selectFrom('project').select('id').where('id', '=', String(company.ids.project)).forUpdate().execute();
const append = (letter: string, db: Db) =>
  db
    .updateTable('project')
    .set((row) => ({ name: row('name', '||', letter) }))
    .where('id', '=', String(company.ids.project))
    .execute();

/** Makes the rights of everybody others than they were. */
const changeRights = () =>
  company.database.rows(`update role set permissions = permissions || jsonb_build_array('probe:' || version),
    version = version + 1 where id = any((select role_ids from staff where account = 'sales')::uuid[])`);
const grantsOf = async ({ caller }: SignedIn) => caller.grants.size;

describe('a read with its session', () => {
  it('is one round trip for who has called before', async () => {
    const name = (await ask(nameOf)).answer();
    await ask(nameOf);
    const before = proxy.turns;
    expect((await ask(nameOf)).answer()).toBe(name);
    expect(proxy.turns - before).toBe(1);
  });

  it('is for whoever the session stands for just now, whatever was read for whom it stood for', async () => {
    const known = (await ask(grantsOf)).answer();
    await changeRights();
    expect((await ask(grantsOf)).answer()).toBe(known + 1);
  });

  it('is by the pages as they are in force just now, whatever was in force when he called last', async () => {
    const versionOf = async ({ designed }: SignedIn) => designed;
    const known = (await ask(versionOf)).answer();
    await company.database.rows('update design_epoch set epoch = gen_random_uuid()');
    expect((await ask(versionOf)).answer()).not.toBe(known);
  });

  it('does not tell what went wrong for whom it stood for', async () => {
    const known = (await ask(grantsOf)).answer();
    await changeRights();
    const { answer } = await ask(async ({ caller }) => {
      if (caller.grants.size === known) throw new Error('of yesterday');
      return 'of today';
    });
    expect(answer()).toBe('of today');
  });

  it('tells what goes wrong for who calls', async () => {
    await ask(nameOf);
    const { answer } = await ask(() => Promise.reject(new Error('of today')));
    expect(answer).toThrow('of today');
  });

  it('holds no session of the database while it waits for something else', async () => {
    await ask(nameOf);
    const { answer } = await ask(async (signedIn, db) => {
      const before = await nameOf(signedIn, db);
      // There is one session only: somebody else has it meanwhile.
      await node.pool.query('select 1');
      return [before, await nameOf(signedIn, db)];
    });
    const [before, after] = answer();
    expect(after).toBe(before);
  });

  it('holds a row for a change in the same round trip, and lets it go where the session is another', async () => {
    await ask(nameOf);
    const before = proxy.turns;
    await ask(renamed);
    // The session with the row that is held; the change; the commit.
    expect(proxy.turns - before).toBe(3);
    const name = await projectName();
    const rowsHeld: unknown[] = [];
    const { rows } = company.database;
    await changeRights();
    await ask((_, db) =>
      inTransaction(db, async (inside) => {
        rowsHeld.push(await held(inside));
        await append('?', inside);
      }),
    );
    // Once for whom it stood for, whose change never went out, and once for whoever it stands for.
    expect(rowsHeld).toHaveLength(2);
    expect(await projectName()).toBe(`${name}?`);
    await rows('update login_session set expire_at = now() where revoked_at is null');
    await expect(ask(renamed)).rejects.toMatchObject({ code: 'E_SESSION' });
    await rows("update login_session set expire_at = now() + interval '1 hour' where revoked_at is null");
    expect(await projectName()).toBe(`${name}?`);
    // Nobody holds it any more.
    await rows('begin; select 1 from project for update nowait; commit');
  });

  it('changes nothing before the session has answered: once where it is another, and not at all where it is over', async () => {
    await ask(nameOf);
    const name = await projectName();
    await ask(mark);
    expect(await projectName()).toBe(`${name}!`);
    await changeRights();
    await ask(mark);
    expect(await projectName()).toBe(`${name}!!`);
    const inTransaction = (_: SignedIn, db: Db) => db.transaction().execute((inner) => mark(_, inner));
    await changeRights();
    await ask(inTransaction);
    expect(await projectName()).toBe(`${name}!!!`);
    await company.database.rows('update login_session set revoked_at = now() where revoked_at is null');
    for (const change of [mark, inTransaction]) await expect(ask(change)).rejects.toMatchObject({ code: 'E_SESSION' });
    expect(await projectName()).toBe(`${name}!!!`);
  });
});
