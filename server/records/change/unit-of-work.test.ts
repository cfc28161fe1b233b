import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/connection/connect.ts';
import { Gate } from '../../db/connection/pipelining-database.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import type { Db } from '../../kernel/database/db.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { UnitOfWork } from './unit-of-work.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

const tool = (name: string, code: string) => ({ name, code, enabled: true, state: 'kept' });
const inside = <Answer>(work: (records: UnitOfWork) => Promise<Answer>) =>
  inTransaction(room.records.platform.db, (db) =>
    work(new UnitOfWork({ ...room.records.platform, db }, room.records.author)),
  );
const count = (db: Db, name: string) =>
  db
    .selectFrom(name)
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirst();

it('keeps rows back until something else is asked, and writes them before it', async () => {
  await inside(async (records) => {
    const id = await records.insertLater('tool', tool('锯子', 'S-1'));
    await records.insertLater('drawer', { name: '左一', path: '/' });
    expect(await count(records.platform.db, 'tool')).toEqual({ n: 0 });
    expect(await records.findOne('drawer', { name: '左一' })).toMatchObject({ path: '/' });
    expect(await records.findOne('tool', { code: 'S-1' })).toMatchObject({ id, name: '锯子', version: 1 });
    await records.insertLater('tool', tool('刨子', 'S-2'));
    await records.insertLater('tool', tool('凿子', 'S-3'));
  });
  // Nothing was asked after the last row, and nobody settled: a change does that at its end.
  expect(await room.records.count('tool', { code: ['S-2', 'S-3'] })).toBe(1);
});

it('says which of the rows broke a rule, and nothing of the change stays', async () => {
  await room.run('/v1/tool/create', { name: '锤子', code: 'H-1' });
  const broken = inside(async (records) => {
    await records.insertLater('drawer', { name: '右一', path: '/' });
    await records.insertLater('tool', tool('另一把锤子', 'H-1'));
    await records.settle();
  });
  await expect(broken).rejects.toMatchObject({ name: 'ConstraintError', entity: 'tool', values: { code: 'H-1' } });
  expect(await room.records.count('drawer', { name: '右一' })).toBe(0);
});

/** A change whose last rows go out with its commit. */
const sentLast = (work: (records: UnitOfWork) => Promise<void>) =>
  inTransaction(room.records.platform.db, async (db, atCommit) => {
    const records = new UnitOfWork({ ...room.records.platform, db }, room.records.author);
    await work(records);
    const last = await records.sendLast();
    if (last !== undefined) atCommit(last.answer);
    return last !== undefined;
  });

it('sends the last rows with the commit: a changed row and what belongs to it in one statement', async () => {
  const id = await room.records.insert('tool', tool('钳子', 'P-1'));
  const isSent = await sentLast(async (records) => {
    await records.updateLater('tool', id, { name: '老虎钳' });
    await records.insertLater('drawer', { name: '上一', path: '/' });
  });
  expect(isSent).toBe(true);
  expect(await room.records.findOne('tool', { id })).toMatchObject({ name: '老虎钳', version: 2 });
  expect(await room.records.count('drawer', { name: '上一' })).toBe(1);
});

it('throws what the last rows broke, as that of a row, and commits nothing', async () => {
  const id = await room.records.insert('tool', tool('扳手', 'W-1'));
  const broken = sentLast(async (records) => {
    await records.insert('drawer', { name: '下一', path: '/' });
    await records.updateLater('tool', id, { code: 'P-1' });
  });
  await expect(broken).rejects.toMatchObject({ name: 'ConstraintError', entity: 'tool', id, values: { code: 'P-1' } });
  expect(await room.records.count('drawer', { name: '下一' })).toBe(0);
  expect(await room.records.findOne('tool', { id })).toMatchObject({ code: 'W-1', version: 1 });
});

it('waits with a changed row for nothing that reads it', async () => {
  const id = await room.records.insert('tool', tool('锉刀', 'F-1'));
  await inside(async (records) => {
    await records.updateLater('tool', id, { name: '圆锉' });
    expect(await records.findOne('tool', { id })).toMatchObject({ name: '圆锉' });
    await records.updateLater('tool', id, { name: '平锉' });
    await records.updateLater('tool', id, { name: '三角锉' });
    await records.settle();
  });
  expect(await room.records.findOne('tool', { id })).toMatchObject({ name: '三角锉', version: 4 });
});

/** A set of changes, whose statements do not wait for one another. */
const asSet = <Answer>(work: (records: UnitOfWork) => Promise<Answer>) =>
  inTransaction(room.records.platform.db, (db) => {
    const records = new UnitOfWork({ ...room.records.platform, db }, room.records.author, true);
    return records.during(() => work(records));
  });

const rowsOf = (...codes: readonly string[]) => codes.map((code) => ({ id: newId(), values: tool(code, code) }));

it('goes on in a set while the database writes, and waits for all of it at the end', async () => {
  const [held, gone] = [new Gate(), new Gate()];
  // Whoever writes the same code waits for what becomes of it.
  const other = expect(
    inside(async (records) => {
      await records.insert('tool', tool('别人的', 'T-1'));
      held.open();
      await gone.passed;
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  await held.passed;
  let isSent = false;
  await asSet(async (records) => {
    await records.insertMany('tool', rowsOf('T-1'));
    await records.insertMany('drawer', [{ id: newId(), values: { name: '后一', path: '/' } }]);
    isSent = true;
    gone.open();
  });
  await other;
  expect(isSent).toBe(true);
  expect(await room.records.count('tool', { code: 'T-1' })).toBe(1);
  expect(await room.records.count('drawer', { name: '后一' })).toBe(1);
});

it('throws in a set what a statement broke, not what failed because of that, and nothing of it stays', async () => {
  await room.records.insert('tool', tool('量具', 'U-1'));
  const broken = asSet(async (records) => {
    await records.insertMany('drawer', [{ id: newId(), values: { name: '后二', path: '/' } }]);
    await records.insertMany('tool', rowsOf('U-2', 'U-1'));
    // The session refuses everything now.
    await records.count('drawer', {});
  });
  await expect(broken).rejects.toMatchObject({ name: 'ConstraintError', entity: 'tool', values: { code: 'U-2' } });
  expect(await room.records.count('drawer', { name: '后二' })).toBe(0);
  expect(await room.records.count('tool', { code: 'U-2' })).toBe(0);
});

it('writes what each row of a set has, where they do not have the same', async () => {
  const more = [{}, { price: 7 }, { besideId: null, kind: 'hand' }];
  const rows = Array.from({ length: 310 }, (_, at) => ({
    id: newId(),
    values: { ...tool('各样', `V-${at}`), ...more[at % 3] },
  }));
  await asSet((records) => records.insertMany('tool', rows));
  const stored = new Map((await room.records.find('tool', { name: '各样' }, 1000)).map((row) => [row.code, row]));
  expect(stored.size).toBe(310);
  for (const { values } of rows) expect(stored.get(values.code)).toMatchObject({ price: null, kind: null, ...values });
});
