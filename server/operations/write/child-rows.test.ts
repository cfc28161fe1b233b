import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { job, line, part } from '../../testing/fixtures/repair-shop.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const rules: readonly DomainRules[] = [
  {
    entity: 'job_line',
    async beforeCreate(values) {
      if (values.remark === 'refuse me') {
        throw refuse(
          'E_INPUT_INVALID',
          {},
          { faults: [{ code: 'E_INPUT_RULE', pointer: '/remark', title: '说明', expected: '换个说明' }] },
        );
      }
      return { token: `made for ${String(values.remark)}` };
    },
    async beforeModify(record) {
      return { token: `changed from ${String(record.remark)}` };
    },
  },
  {
    entity: 'job',
    async afterCreate(id, _, context) {
      const lines = await context.records.count('job_line', { jobId: id });
      await context.records.update('job', id, { note: `${lines} 行` });
    },
  },
];

let shop: TestOperations;

beforeAll(async () => {
  shop = await startOperations([part, job, line], { rules });
}, 60_000);

afterAll(() => shop.close());

type Line = { readonly id: string } & Values;
const row = (remark: string, over: Values = {}) => ({ quantity: 1, remark, ...over });
const create = async (...lines: readonly Values[]) =>
  (await shop.run<{ id: string }>('/v1/job/create', { name: '单', lines })).id;
const linesOf = async (id: string, fields: readonly string[] = ['lines']) =>
  (await shop.run<{ lines: readonly Line[] }>('/v1/job/view', { id, fields })).lines;
const versionOf = async (id: string) => (await shop.run<{ version: number }>('/v1/job/view', { id })).version;
const save = async (id: string, lines: readonly Values[], over: Values = {}) =>
  shop.run('/v1/job/modify', { id, version: await versionOf(id), lines, ...over });
const faultsOf = async (path: string, body: Values, who = shop.caller()) =>
  (await shop.refusal(path, body, who)).detail.faults;

it('creates child rows with their parent: in order, numbered, with what the domain derives, before the parent’s own rule', async () => {
  const id = await create(row('甲'), row('乙', { quantity: 5 }));
  const stored = await shop.records.find('job_line', { jobId: id });
  expect([...stored].sort((a, b) => Number(a.lineNo) - Number(b.lineNo))).toMatchObject([
    { remark: '甲', lineNo: 1, quantity: 1, token: 'made for 甲', version: 1 },
    { remark: '乙', lineNo: 2, quantity: 5, token: 'made for 乙' },
  ]);
  expect(new Set(stored.map((each) => each.serialNo)).size).toBe(2);
  expect(await shop.records.findOne('job', { id })).toMatchObject({ note: '2 行' });
});

it('answers child rows to a view that asks for them, some fields or all, never secret ones; lists do not carry them', async () => {
  const id = await create(row('甲', { contact: '13812345678' }));
  expect(await shop.run('/v1/job/view', { id })).not.toHaveProperty('lines');
  expect(await shop.run('/v1/job/view', { id, fields: ['name', 'lines.remark', 'lines.contact'] })).toEqual({
    id,
    version: 2,
    name: '单',
    lines: [{ id: expect.any(String), version: 1, remark: '甲', contact: '138****5678' }],
  });
  const [whole] = await linesOf(id, ['lines', 'lines.remark']);
  expect(whole).toMatchObject({ quantity: 1, contact: '138****5678', lineNo: 1 });
  expect(whole).not.toHaveProperty('token');
  const plain = shop.caller({ maskModes: new Map([['mobile', 'plain']]) });
  expect(await shop.run('/v1/job/view', { id, fields: ['lines.contact'] }, plain)).toMatchObject({
    lines: [{ contact: '13812345678' }],
  });
  const hidden = shop.caller({ maskModes: new Map([['mobile', 'hidden']]) });
  expect(await shop.run('/v1/job/view', { id, fields: ['lines.contact'] }, hidden)).toMatchObject({
    lines: [{ contact: null }],
  });
  expect(await faultsOf('/v1/job/view', { id, fields: ['lines.token'] })).toMatchObject([{ code: 'E_INPUT_TYPE' }]);
  expect(await faultsOf('/v1/job/query', { fields: ['name', 'lines.remark'] })).toMatchObject([
    { pointer: '/fields/1' },
  ]);
});

it('makes the stored rows what the list says: changed, added, deleted, reordered; and moves the parent’s version on', async () => {
  const id = await create(row('甲'), row('乙'), row('丙'));
  const [a, b, c] = await linesOf(id);
  const before = await versionOf(id);
  await save(id, [{ id: c?.id, quantity: 9 }, row('丁'), { id: a?.id }]);
  const after = await linesOf(id);
  expect(after).toMatchObject([
    { id: c?.id, remark: '丙', quantity: 9, lineNo: 1 },
    { remark: '丁', lineNo: 2 },
    { id: a?.id, remark: '甲', quantity: 1, lineNo: 3 },
  ]);
  expect(await versionOf(id)).toBe(before + 1);
  const gone = await shop.database.rows('select deleted_at from job_line where id = $1', [b?.id]);
  expect(gone[0]?.deleted_at).not.toBeNull();
  const changed = await shop.records.findOne('job_line', { id: c?.id });
  expect(changed).toMatchObject({ token: 'changed from 丙' });
});

it('leaves version and log alone where nothing changed', async () => {
  const id = await create(row('甲'));
  const [a] = await linesOf(id);
  await shop.database.rows("update job_line set token = 'changed from 甲' where id = $1", [a?.id]);
  const version = await versionOf(id);
  const logs = await shop.records.count('operation_log', { entityId: id });
  expect(await save(id, [{ id: a?.id, quantity: 1 }])).toEqual({ id, version });
  expect(await shop.records.count('operation_log', { entityId: id })).toBe(logs);
});

it('locates every fault of every row, together with those of the parent', async () => {
  const faults = await faultsOf('/v1/job/create', {
    name: '',
    lines: [row('甲'), row('乙', { quantity: 0, colour: 'red' }), row('丙', { quantity: 'x', lineNo: 7, jobId: '1' })],
  });
  expect(faults?.map((fault) => `${fault.code} ${fault.pointer}`).sort()).toEqual([
    'E_INPUT_RANGE /lines/1/quantity',
    'E_INPUT_READONLY /lines/2/jobId',
    'E_INPUT_READONLY /lines/2/lineNo',
    'E_INPUT_REQUIRED /name',
    'E_INPUT_TYPE /lines/2/quantity',
    'E_INPUT_UNKNOWN /lines/1/colour',
  ]);
  expect(await faultsOf('/v1/job/create', { name: '单', lines: 'many' })).toMatchObject([
    { code: 'E_INPUT_TYPE', pointer: '/lines' },
  ]);
  expect(await faultsOf('/v1/job/create', { name: '单', lines: [1, { id: 'x' }] })).toMatchObject([
    { code: 'E_INPUT_TYPE', pointer: '/lines/0' },
    { code: 'E_INPUT_TYPE', pointer: '/lines/1/id' },
  ]);
});

it('keeps to the least and the most rows', async () => {
  const few = { code: 'E_INPUT_RANGE', pointer: '/lines', expected: '1 到 3 行' };
  expect(await faultsOf('/v1/job/create', { name: '单' })).toMatchObject([{ ...few, got: '0 行' }]);
  const many = ['甲', '乙', '丙', '丁'].map((remark) => row(remark));
  expect(await faultsOf('/v1/job/create', { name: '单', lines: many })).toMatchObject([{ ...few, got: '4 行' }]);
  const id = await create(row('甲'));
  expect(await faultsOf('/v1/job/modify', { id, version: await versionOf(id), lines: [] })).toMatchObject([few]);
});

it('refuses ids that are unknown, of another parent, or given twice', async () => {
  const [other] = await linesOf(await create(row('别人的')));
  const id = await create(row('甲'));
  const [own] = await linesOf(id);
  const version = await versionOf(id);
  const lines = [{ id: own?.id }, { id: other?.id, quantity: 99 }];
  expect(await faultsOf('/v1/job/modify', { id, version, lines })).toMatchObject([
    { code: 'E_INPUT_REFERENCE', pointer: '/lines/1/id' },
  ]);
  expect(await faultsOf('/v1/job/modify', { id, version, lines: [{ id: own?.id }, { id: own?.id }] })).toMatchObject([
    { code: 'E_INPUT_DUPLICATE', pointer: '/lines/1/id' },
  ]);
  expect(await faultsOf('/v1/job/create', { name: '单', lines: [{ id: other?.id, quantity: 1 }] })).toMatchObject([
    { code: 'E_INPUT_REFERENCE', pointer: '/lines/0/id' },
  ]);
  expect(await shop.records.findOne('job_line', { id: other?.id })).toMatchObject({ quantity: 1 });
});

it('refuses a reference out of reach at its row, but keeps one that was there before', async () => {
  const partId = await shop.records.insert('part', { name: '齿轮' });
  const lines = [row('甲'), row('乙', { partId })];
  const seller = shop.caller({ dataScope: 'self' });
  expect(await faultsOf('/v1/job/create', { name: '单', lines }, seller)).toMatchObject([
    { code: 'E_INPUT_REFERENCE', pointer: '/lines/1/partId' },
  ]);
  const id = await create(...lines);
  const [a, b] = await linesOf(id);
  const body = { id, version: await versionOf(id), lines: [{ id: a?.id }, { id: b?.id, partId, quantity: 4 }] };
  await shop.run('/v1/job/modify', body, seller);
  expect(await linesOf(id)).toMatchObject([{}, { quantity: 4, part: { name: '齿轮' } }]);
});

it('says in the document’s words at which row a constraint is broken, and writes nothing of the whole', async () => {
  const partId = await shop.records.insert('part', { name: '轴' });
  const before = await shop.records.count('job', {});
  const twice = [row('甲', { partId }), row('乙', { partId })];
  expect(await faultsOf('/v1/job/create', { name: '单', lines: twice })).toMatchObject([
    { code: 'E_INPUT_RULE', pointer: '/lines/1/partId', expected: '同一零件只能有一行' },
  ]);
  expect(
    await faultsOf('/v1/job/create', { name: '单', lines: [row('甲'), row('乙', { quantity: 101 })] }),
  ).toMatchObject([{ code: 'E_INPUT_RULE', pointer: '/lines/1/quantity', expected: '数量至多 100' }]);
  expect(await faultsOf('/v1/job/create', { name: '单', lines: [row('甲'), row('refuse me')] })).toMatchObject([
    { code: 'E_INPUT_RULE', pointer: '/lines/1/remark', expected: '换个说明' },
  ]);
  expect(await shop.records.count('job', {})).toBe(before);
});

it('answers the rows of a stale form as a conflict, merges where the other changed something else', async () => {
  const id = await create(row('甲'), row('乙'));
  const was = await linesOf(id);
  const version = await versionOf(id);
  const [a, b] = was;
  const mine = [{ id: a?.id, quantity: 7 }, { id: b?.id }];
  await shop.run('/v1/job/modify', { id, version, name: '改名' });
  expect(await shop.run('/v1/job/modify', { id, version, lines: mine, was: { lines: was } })).toMatchObject({
    version: version + 2,
  });
  const stale = await shop.refusal('/v1/job/modify', {
    id,
    version: version + 1,
    lines: [{ id: a?.id, quantity: 8 }, { id: b?.id }],
    was: { lines: was },
  });
  expect(stale).toMatchObject({
    code: 'E_VERSION',
    detail: {
      version: version + 2,
      fields: [{ key: 'lines', title: '用料', stored: [{ id: a?.id, quantity: 7 }, {}] }],
    },
  });
  const withoutBase = await shop.refusal('/v1/job/modify', { id, version, lines: [{ id: b?.id }] });
  expect(withoutBase).toMatchObject({ code: 'E_VERSION', detail: { fields: [{ key: 'lines' }] } });
  // Another row deleted since: what the form showed is no longer there.
  await save(id, [{ id: a?.id }]);
  const deleted = await shop.refusal('/v1/job/modify', { id, version, lines: mine, was: { lines: was } });
  expect(deleted).toMatchObject({ code: 'E_VERSION', detail: { fields: [{ key: 'lines', stored: [{ id: a?.id }] }] } });
});

it('does not delete a row that came in another way since the form was opened', async () => {
  const id = await create(row('甲'));
  const was = await linesOf(id);
  await shop.records.insert('job_line', { jobId: id, lineNo: 2, quantity: 1, remark: '另来' });
  const lines = [{ id: was[0]?.id, quantity: 5 }];
  const refusal = await shop.refusal('/v1/job/modify', {
    id,
    version: await versionOf(id),
    lines,
    was: { lines: was },
  });
  expect(refusal).toMatchObject({ code: 'E_VERSION', detail: { fields: [{ key: 'lines', stored: [{}, {}] }] } });
  expect(await linesOf(id)).toHaveLength(2);
});

it('lets of two who save the rows at once one through and tells the other', async () => {
  const id = await create(row('甲'));
  const was = await linesOf(id);
  const version = await versionOf(id);
  const body = (quantity: number) => ({ id, version, lines: [{ id: was[0]?.id, quantity }], was: { lines: was } });
  const saves = [5, 6].map((quantity) => shop.run('/v1/job/modify', body(quantity)));
  const outcomes = await Promise.allSettled(saves);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({ reason: { code: 'E_VERSION' } });
  expect(await versionOf(id)).toBe(version + 1);
});

it('logs child rows with their parent’s change, masked and without secrets, and deletes them with it', async () => {
  const id = await create(row('甲', { contact: '13812345678' }), row('乙'));
  const [a] = await linesOf(id);
  await save(id, [{ id: a?.id, quantity: 3 }], { name: '新名' });
  await shop.run('/v1/job/delete', { id });
  const logs = await shop.database.rows(
    'select action, before, after from operation_log where entity_id = $1 order by created_at, id',
    [id],
  );
  expect(logs).toMatchObject([
    {
      action: 'job.create',
      after: { name: '单', lines: [{ contact: '138****5678', remark: '甲' }, { remark: '乙' }] },
    },
    {
      action: 'job.modify',
      before: { name: '单', lines: [{ remark: '乙' }, { id: a?.id, quantity: 1 }] },
      after: { name: '新名', lines: [{ id: a?.id, quantity: 3 }] },
    },
    { action: 'job.delete', before: { lines: [{ id: a?.id, quantity: 3, contact: '138****5678' }] } },
  ]);
  expect(JSON.stringify(logs)).not.toMatch(/13812345678|made for|token/);
  expect(await shop.records.count('job_line', { jobId: id })).toBe(0);
});
