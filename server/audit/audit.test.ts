import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/connection/connect.ts';
import { firstIdAt } from '../db/spec/month.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { eager, hour, SealedLog } from './sealed-log.testing.ts';
import { findingsText } from './verification-text.ts';

let company: TestApp;
let sealed: SealedLog;

beforeAll(async () => {
  company = await startTestApp();
  sealed = new SealedLog(company);
});
afterAll(() => company.close());
beforeEach(() => sealed.clear());

describe('sealing', () => {
  it('puts rows under seals in order, each made of the one before, and finds nothing wrong with them', async () => {
    await sealed.twelveSealed();
    const seals = await company.database.rows('select number, rows, previous, seal from audit_seal order by number');
    expect(seals.map(({ number, rows }) => [number, rows])).toEqual([
      [1, 5],
      [2, 5],
      [3, 2],
    ]);
    expect(seals.map(({ previous }) => previous)).toEqual(['', seals[0]?.seal, seals[1]?.seal]);
    expect(sealed.kept).toEqual({ number: 3, seal: seals[2]?.seal });
    expect(await sealed.verify()).toMatchObject({ seals: 3, rows: 12, found: 0, pending: 0 });
  });

  it('lets few rows wait for more, and young ones until they have settled', async () => {
    for (let n = 0; n < 3; n++) await sealed.log(Date.now() - 300_000);
    expect(await sealed.seal({})).toBe(0);
    await sealed.log(Date.now() - hour);
    expect(await sealed.seal({})).toBe(4);
    await sealed.log(Date.now() - 60_000);
    expect(await sealed.seal({ fewRows: 0 })).toBe(0);
    expect(await sealed.verify()).toMatchObject({ rows: 4, found: 0, pending: 1 });
  });

  it('waits for a transaction that may still write before it, and for no longer', async () => {
    let early = '';
    await inTransaction(company.connection.db, async (db) => {
      // It has begun, and nothing of it is to be seen.
      await new SqlRecordStore({ ...sealed.source(), db }, company.records.author).count('staff', {});
      early = await sealed.log(Date.now() + 20, new SqlRecordStore({ ...sealed.source(), db }, company.records.author));
      await new Promise((resolve) => setTimeout(resolve, 60));
      await sealed.log(Date.now() - 20);
      expect(await sealed.seal()).toBe(0);
    });
    expect(await sealed.seal()).toBe(2);
    expect(await sealed.verify()).toMatchObject({ rows: 2, found: 0 });
    await sealed.asAttacker('update operation_log set ip = $1 where id = $2', '10.0.0.1', early);
    expect(await sealed.found()).toEqual([`rowChanged 1 ${early}`]);
  });

  it('is done once where several nodes are at it', async () => {
    for (let n = 0; n < 7; n++) await sealed.log();
    const counts = await Promise.all([sealed.seal(), sealed.seal(), sealed.seal()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7);
    expect(await sealed.verify()).toMatchObject({ seals: 2, rows: 7, found: 0 });
  });

  it('holds whatever column is added later', async () => {
    await sealed.twelveSealed();
    await sealed.asAttacker("alter table operation_log add column later text default 'x'");
    expect(await sealed.found()).toEqual([]);
    await sealed.asAttacker('alter table operation_log drop column later');
  });

  it('cannot be changed or taken back by the application itself', async () => {
    await sealed.twelveSealed();
    for (const statement of ['update audit_seal set rows = 0', 'delete from audit_seal'])
      await expect(company.connection.pool.query(statement)).rejects.toThrow('permission denied');
  });
});

describe('verifying', () => {
  it.each(['value', 'action', 'ip', 'result', 'entity_id', 'staff_id', 'after', 'created_at'] as const)(
    'finds a row whose %s was changed',
    async (column) => {
      const ids = await sealed.twelveSealed();
      const other: Record<string, unknown> = {
        after: '{"n": 0}',
        created_at: '2020-01-01',
        staff_id: company.ids.sales,
        result: 'fail',
      };
      await sealed.asAttacker(`update operation_log set ${column} = $1 where id = $2`, other[column] ?? 'x', ids[6]);
      expect(await sealed.found()).toEqual([`rowChanged 2 ${ids[6]}`]);
    },
  );

  it('finds a row that was removed, at the beginning, in the middle and at the end', async () => {
    const ids = await sealed.twelveSealed();
    await sealed.asAttacker('delete from operation_log where id = any($1)', [ids[0], ids[7], ids[11]]);
    expect(await sealed.found()).toEqual([
      `rowRemoved 1 ${ids[0]}`,
      `rowRemoved 2 ${ids[7]}`,
      `rowRemoved 3 ${ids[11]}`,
    ]);
  });

  it('finds a row that was put in between', async () => {
    const ids = await sealed.twelveSealed();
    const between = firstIdAt(Date.now() - hour - 1000);
    const copied =
      'created_at, created_by, staff_id, catalog, action, value, entity, entity_id, before, after, ip, result';
    await sealed.asAttacker(
      `insert into operation_log (id, ${copied}) select $1::uuid, ${copied} from operation_log where id = $2`,
      between,
      ids[3],
    );
    expect(await sealed.found()).toEqual([`rowInserted 1 ${between}`]);
  });

  it('finds what the seal says of rows made to fit a changed row', async () => {
    const ids = await sealed.twelveSealed();
    await sealed.asAttacker('delete from operation_log where id = $1', ids[1]);
    const [other] = await sealed.asAttacker('select row_digests from audit_seal where number = 1');
    const digests = Buffer.from(String(other?.row_digests), 'base64');
    const cut = Buffer.concat([digests.subarray(0, 32), digests.subarray(64)]);
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(cut)))];
    const hex = digest.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    await sealed.asAttacker('update audit_seal set row_digests = $1 where number = 1', cut.toString('base64'));
    expect(await sealed.found()).toEqual(['sealForged 1']);
    // All but the seal itself, for which the key is missing.
    await sealed.asAttacker(
      'update audit_seal set row_digests = $1, digest = $2, rows = 4 where number = 1',
      cut.toString('base64'),
      hex,
    );
    expect(await sealed.found()).toEqual(['sealForged 1']);
    const forged = createProtection('another key, as long as the real one').seal('x');
    await sealed.asAttacker('update audit_seal set seal = $1 where number = 1', forged);
    await sealed.asAttacker('update audit_seal set previous = $1 where number = 2', forged);
    expect(await sealed.found()).toEqual(['sealForged 1', 'sealForged 2']);
  });

  it('finds a seal that is gone, with its rows or without, and one that stands twice', async () => {
    const ids = await sealed.twelveSealed();
    await sealed.asAttacker('delete from audit_seal where number = 2');
    expect(await sealed.found()).toEqual(['sealMissing 2']);
    await sealed.asAttacker('delete from operation_log where id = any($1)', ids.slice(5, 10));
    expect(await sealed.found()).toEqual(['sealMissing 2']);
    await sealed.asAttacker('update audit_seal set number = 2 where number = 3');
    expect(await sealed.found()).toEqual(['sealForged 2', 'tailMissing 3']);
  });

  it('finds that the end is cut off, seals and all, by what was noted outside the database', async () => {
    const ids = await sealed.twelveSealed();
    const cutOff = async () => {
      await sealed.asAttacker('delete from audit_seal where number = 3');
      await sealed.asAttacker('delete from operation_log where id = any($1)', ids.slice(10));
    };
    await cutOff();
    expect(await sealed.verify(null)).toMatchObject({ found: 0 });
    expect(await sealed.found()).toEqual(['tailMissing 3']);
    // Not even once the log has grown beyond it again.
    await sealed.log(Date.now() - 1000);
    await sealed.seal();
    for (let n = 0; n < 6; n++) await sealed.log(Date.now() - 500);
    await sealed.seal();
    expect(await sealed.found()).toEqual(['tailMissing 3']);
  });

  it('finds a genuine seal of another course of things in the place of the one that the next was made of', async () => {
    const ids = await sealed.twelveSealed();
    await sealed.asAttacker('create table kept_seal as select * from audit_seal where number = 3');
    await sealed.asAttacker('delete from audit_seal where number = 3');
    await sealed.asAttacker("update operation_log set ip = 'x' where id = $1", ids[11]);
    await sealed.seal();
    await sealed.log(Date.now() - 500);
    await sealed.seal();
    await sealed.asAttacker('update operation_log set ip = null where id = $1', ids[11]);
    await sealed.asAttacker('delete from audit_seal where number = 3');
    await sealed.asAttacker('insert into audit_seal select * from kept_seal');
    await sealed.asAttacker('drop table kept_seal');
    expect(await sealed.found()).toEqual(['chainBroken 4']);
  });

  it('finds that everything is gone', async () => {
    await sealed.twelveSealed();
    await sealed.asAttacker('truncate audit_seal, operation_log');
    expect(await sealed.found()).toEqual(['tailMissing 3']);
  });

  it('says what it found in words, and of many findings the first', async () => {
    const ids = await sealed.twelveSealed();
    expect(findingsText(await sealed.verify())).toBe('核对 3 个封印、12 条日志，没有改动。');
    await sealed.asAttacker('delete from operation_log where id = any($1)', ids.slice(0, 5));
    expect(findingsText(await sealed.verify())).toBe(
      `核对 3 个封印、12 条日志，发现 5 处改动：\n第 1 号封印：有日志被删除：${ids.slice(0, 5).join('、')}`,
    );
  });
});

describe('months that are not sealed.kept', () => {
  const kept3 = () => {
    const document = company.documents.entities.get('operation_log');
    if (document === undefined) throw new TypeError('no log');
    const entities = new Map(company.documents.entities).set('operation_log', { ...document, keepMonths: 3 });
    return { ...company.documents, entities };
  };
  const old = Date.now() - 200 * 24 * hour;

  it('are not missed once sealed as gone, nor before; what lies in sealed.kept months is', async () => {
    const gone = [await sealed.log(old), await sealed.log(old)];
    const ids = [...gone, await sealed.log(), await sealed.log()];
    expect(await sealed.seal()).toBe(4);
    const documents = kept3();
    await sealed.asAttacker('delete from operation_log where id = any($1)', gone);
    expect((await sealed.verify(sealed.kept, documents)).found).toBe(0);
    expect((await sealed.verify()).found).toBe(2);
    await sealed.seal(eager, documents);
    expect(await company.database.rows("select number, rows from audit_seal where kind = 'retired'")).toEqual([
      { number: 2, rows: 0 },
    ]);
    // Said by a seal, it holds however many months are sealed.kept then.
    expect((await sealed.verify()).found).toBe(0);
    await sealed.asAttacker('delete from operation_log where id = $1', ids[2]);
    expect(await sealed.found()).toEqual([`rowRemoved 1 ${ids[2]}`]);
    await sealed.seal(eager, documents);
    expect(await company.database.rows("select 1 from audit_seal where kind = 'retired'")).toHaveLength(1);
  });

  it('are missed where their seal is forged', async () => {
    const gone = await sealed.log(old);
    await sealed.seal();
    await sealed.asAttacker('delete from operation_log where id = $1', gone);
    await sealed.asAttacker(
      `insert into audit_seal (id, number, kind, rows, from_id, to_id, columns, digest, previous, seal, row_digests)
        select gen_random_uuid(), 2, 'retired', 0, $1, $2, '', encode(sha256(''), 'hex'), seal, seal, '' from audit_seal`,
      firstIdAt(0),
      firstIdAt(Date.now()),
    );
    expect(await sealed.found()).toEqual([`rowRemoved 1 ${gone}`, 'sealForged 2']);
  });
});
