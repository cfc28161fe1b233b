import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { intakeOf } from '../../operations/import/intake.ts';
import { writeRows } from '../../operations/import/write-rows.ts';
import { noServices } from '../../seed/no-services.ts';
import { job, line, part } from '../../testing/fixtures/repair-shop.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

const parts: EntityDocument = {
  ...part,
  operations: ['query'],
  fields: [...part.fields, { key: 'inUse', title: '在用', type: 'bool', required: true, defaultValue: 'true' }],
};
const lines: EntityDocument = {
  ...line,
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: line.fields.map((field) => (field.key === 'partId' ? { ...field, filter: { inUse: true } } : field)),
};

/** Nothing of it is looked at but what it refers to. */
const label: EntityDocument = {
  ...part,
  name: 'label',
  title: '标签',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    ...part.fields,
    { key: 'note', title: '备注', type: 'string' },
    { key: 'partId', title: '零件', type: 'ref', ref: 'part', filter: { inUse: true } },
  ],
};

let shop: TestOperations;
let gear: string;
let shaft: string;
let worn: string;

beforeAll(async () => {
  shop = await startOperations([parts, { ...job, operations: [...job.operations, 'restore'] }, lines, label]);
  gear = await shop.records.insert('part', { name: '齿轮', inUse: true });
  shaft = await shop.records.insert('part', { name: '轴', inUse: true });
  worn = await shop.records.insert('part', { name: '旧皮带', inUse: false });
}, 60_000);

afterAll(() => shop.close());

const row = (partId: string, over: Values = {}) => ({ quantity: 1, partId, ...over });
const create = async (...rows: readonly Values[]) =>
  (await shop.run<{ id: string }>('/v1/job/create', { name: '单', lines: rows })).id;
const linesOf = async (id: string) =>
  (await shop.run<{ version: number; lines: readonly Values[] }>('/v1/job/view', { id, fields: ['lines'] })).lines;
const versionOf = async (path: string, id: unknown) =>
  (await shop.run<{ version: number }>(`${path}/view`, { id })).version;
const faultsOf = async (path: string, body: Values, who = shop.caller()) =>
  (await shop.refusal(path, body, who)).detail.faults?.map(({ pointer, expected }) => `${pointer} ${expected}`);
const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
const said = '零件“旧皮带”不能选：须在用为是';

it('refuses rows of a record that name what their field does not offer, each at its place; nothing is written', async () => {
  const before = await shop.records.count('job', {});
  expect(await faultsOf('/v1/job/create', { name: '单', lines: [row(gear), row(worn)] })).toEqual([
    `/lines/1/partId ${said}`,
  ]);
  expect(await shop.records.count('job', {})).toBe(before);
  const id = await create(row(gear));
  const [first] = await linesOf(id);
  const version = await versionOf('/v1/job', id);
  const added = { id, version, lines: [row(worn), { id: first?.id }] };
  expect(await faultsOf('/v1/job/modify', added)).toEqual([`/lines/0/partId ${said}`]);
  const changed = { id, version, lines: [{ id: first?.id, partId: worn }] };
  expect(await faultsOf('/v1/job/modify', changed)).toEqual([`/lines/0/partId ${said}`]);
});

it('refuses them by the rows’ own operations, one or many at once, in an import, and when they come back', async () => {
  const id = await create(row(gear));
  const [first] = await linesOf(id);
  expect(await faultsOf('/v1/job/line/create', { jobId: id, ...row(worn) })).toEqual([`/partId ${said}`]);
  const one = { id: first?.id, version: await versionOf('/v1/job/line', first?.id), partId: worn };
  expect(await faultsOf('/v1/job/line/modify', one)).toEqual([`/partId ${said}`]);
  const many = await shop.run('/v1/job/line/modify', { ids: [first?.id], partId: worn });
  expect(JSON.stringify(many)).toContain(said);
  const outcomes = await imported([
    { jobId: id, ...row(shaft) },
    { jobId: id, ...row(worn) },
  ]);
  expect(outcomes).toMatchObject([{ outcome: 'created' }, { outcome: 'failed', reason: said }]);
  const belt = await shop.records.insert('part', { name: '皮带', inUse: true });
  const made = await shop.run<{ id: string }>('/v1/job/line/create', { jobId: id, ...row(belt) });
  await shop.run('/v1/job/line/delete', { id: made.id });
  await shop.records.update('part', belt, { inUse: false });
  expect(await faultsOf('/v1/job/line/restore', { id: made.id })).toEqual(['/partId 零件“皮带”不能选：须在用为是']);
});

it('reads a changed row for its rules only where what they look at is written', async () => {
  const find = vi.spyOn(SqlRecordStore.prototype, 'find');
  try {
    const { id } = await shop.run<{ id: string }>('/v1/label/create', { name: '红' });
    await shop.run('/v1/label/modify', { id, version: 1, note: '易碎' });
    expect(find).not.toHaveBeenCalled();
    // As it was is what is held; as it is now is read once.
    await shop.run('/v1/label/modify', { id, version: 2, partId: gear });
    expect(find).toHaveBeenCalledTimes(1);
    expect(await faultsOf('/v1/label/modify', { id, version: 3, partId: worn })).toEqual([`/partId ${said}`]);
  } finally {
    find.mockRestore();
  }
});

it('keeps what a row referred to before, and what is out of reach stays out', async () => {
  const belt = await shop.records.insert('part', { name: '皮带', inUse: true });
  const id = await create(row(belt), row(gear));
  await shop.records.update('part', belt, { inUse: false });
  const [first, second] = await linesOf(id);
  const rows = [{ id: second?.id }, { id: first?.id, partId: belt, quantity: 5 }];
  await shop.run('/v1/job/modify', { id, version: await versionOf('/v1/job', id), lines: rows });
  expect(await linesOf(id)).toMatchObject([{ partId: gear }, { partId: belt, quantity: 5 }]);
  const seller = shop.caller({ dataScope: 'self' });
  expect(
    (await shop.refusal('/v1/job/create', { name: '单', lines: [row(gear)] }, seller)).detail.faults,
  ).toMatchObject([{ code: 'E_INPUT_REFERENCE', pointer: '/lines/0/partId' }]);
});

it('waits for whoever takes a row out of use at the same moment', async () => {
  const belt = await shop.records.insert('part', { name: '皮带', inUse: true });
  let made: Promise<unknown> | undefined;
  await inTransaction(shop.records.platform.db, async (db) => {
    const store = new SqlRecordStore(
      { ...shop.records.platform, db },
      { staffId: null, now: new Date().toISOString() },
    );
    await store.update('part', belt, { inUse: false });
    made = shop.refusal('/v1/job/create', { name: '单', lines: [row(belt)] });
    await expect.poll(() => shop.database.rows(waiting)).not.toEqual([]);
  });
  expect(await made).toMatchObject({ code: 'E_INPUT_INVALID' });
});

/** Writes rows as an import does. */
const imported = (rows: readonly Values[]) =>
  inTransaction(shop.records.platform.db, (db) => {
    const inside = { ...shop.records.platform, db };
    const [caller, now] = [shop.caller(), new Date().toISOString()];
    const intake = intakeOf(modelOf(shop.documents, 'job_line'));
    return writeRows(
      { intake, rules: new Map(), fields: [], mapping: {}, policy: 'skip', by: [], dryRun: false },
      rows.map((values) => ({ kind: 'create', values })),
      [],
      {
        ...inside,
        protection: createProtection(shop.database.secretKey),
        userAttributes: new Map(),
        services: noServices,
        ...{ caller, now, page: undefined, calendar: weekdaysOnly, requestId: 'test', idempotencyKey: undefined },
        records: new SqlRecordStore(inside, { staffId: caller.staffId, now }),
      },
    );
  });
