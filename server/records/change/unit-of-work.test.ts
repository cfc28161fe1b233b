import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/connection/connect.ts';
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
