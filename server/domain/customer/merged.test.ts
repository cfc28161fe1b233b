import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { entityModel } from '../../../engine/model/entity/index.ts';
import { apiBase } from '../../../engine/model/naming/index.ts';
import { RowMaker } from '../../parity/row-maker.testing.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let maker: RowMaker;
let serial = 0;

beforeAll(async () => {
  company = await startTestApp();
  maker = new RowMaker(company);
}, 60_000);

afterAll(() => company.close());

type Answer = { readonly id: string; readonly error?: { readonly code: string; readonly faults?: readonly object[] } };
const call = (path: string, body: object, account = 'admin') =>
  company.call<Answer>(account, path, { ...body }, { 'idempotency-key': crypto.randomUUID() });

async function customerOf(account: string): Promise<string> {
  serial += 1;
  const made = await call(
    '/v1/customer/create',
    {
      name: `合并${serial}`,
      mobile: `1367000${String(serial).padStart(4, '0')}`,
      intentionProjectIds: [company.ids.project],
      channelId: company.ids.channel,
      level: 'b',
    },
    account,
  );
  return made.data.id;
}

const merge = (id: string, otherId: string) => call('/v1/customer/merge', { id, otherId });
const holder = () => ({
  staffId: String(company.ids.sales2),
  departmentId: String(company.ids.group1),
  projectId: String(company.ids.project),
});

/** Every field by which a row of any entity refers to a customer. */
function references() {
  return [...company.documents.entities.values()].flatMap((document) =>
    document.fields.flatMap((field) => {
      const kind = Object.entries(field.refBy?.entities ?? {}).find(([, entity]) => entity === 'customer')?.[0];
      if (field.ref !== 'customer' && kind === undefined) return [];
      const beside = field.refBy === undefined ? {} : { [field.refBy.field]: kind };
      return [{ document, field, beside }];
    }),
  );
}

/** What is written of a customer himself and stays with him. */
const ownHistory = new Set(['owner_record.subjectId', 'customer.mergedIntoId']);

it('moves whatever refers to a customer along with him, whatever it is, and marks him with the tags of both', async () => {
  const { records } = company;
  const [older, younger] = [await customerOf('sales'), await customerOf('sales2')];
  const tag = async (name: string) => records.insert('tag', { name, color: 'blue', enabled: true });
  const [major, alumnus, referred] = [await tag('重点'), await tag('校友'), await tag('转介绍')];
  await records.update('customer', older, { tagIds: [major, alumnus] });
  await records.update('customer', younger, { tagIds: [alumnus, referred] });
  const made: { readonly entity: string; readonly key: string; readonly id: string }[] = [];
  for (const { document, field, beside } of references()) {
    if (ownHistory.has(`${document.name}.${field.key}`)) continue;
    const id = await maker.make(document.name, holder(), { [field.key]: younger, ...beside });
    made.push({ entity: document.name, key: field.key, id });
  }
  const kinds = made.map(({ entity }) => entity);
  for (const kind of ['follow_up', 'call_record', 'opportunity', 'sales_order', 'work_order', 'lesson_record'])
    expect(kinds).toContain(kind);
  for (const kind of ['agreement', 'notification', 'lead', 'customer_phone', 'study_service', 'student'])
    expect(kinds).toContain(kind);

  expect(await merge(older, younger)).toMatchObject({ code: '0' });
  for (const { entity, key, id } of made)
    expect(await records.findOne(entity, { id }), `${entity}.${key}`).toMatchObject({ [key]: older });
  expect(await records.findOne('customer', { id: older })).toMatchObject({ tagIds: [major, alumnus, referred] });
  const history = await records.find('owner_record', { subjectType: 'customer', subjectId: younger });
  expect(history).toMatchObject([{ action: 'assign', endedAt: expect.any(String) }]);
}, 60_000);

type StepInput = NonNullable<NonNullable<EntityDocument['actions']>[number]['input']>[number];

/** Something that fits an input, as far as it need not be right. */
function anything({ type, ref, dictionary }: Pick<EntityField, 'type' | 'ref' | 'dictionary'>): unknown {
  if (ref === 'staff') return company.ids.sales;
  if (dictionary !== undefined) return [...(company.documents.dictionaries.get(dictionary)?.values ?? [])][0]?.key;
  return type === 'string' || type === 'text' ? '合并之后' : undefined;
}

it('leaves the merged one read-only to every step and action there is', async () => {
  const { records, documents, ids } = company;
  const [older, younger] = [await customerOf('sales'), await customerOf('sales2')];
  // He was handed over once: his batch is no way back for him.
  const batchId = await maker.make('handover_batch', holder(), { status: 'open', fromStaffId: ids.sales3 });
  await records.update('customer', younger, { handoverBatchId: batchId });
  expect(await merge(older, younger)).toMatchObject({ code: '0' });
  const before = await records.findOne('customer', { id: younger });
  if (before === undefined) throw new TypeError('gone');
  expect(before).toMatchObject({ mergedIntoId: older, handoverBatchId: null, ownState: 'frozen' });

  const document = documents.entities.get('customer');
  if (document === undefined) throw new TypeError('no customers');
  const steps = [
    ...(document.states ?? []).flatMap((machine) => machine.transitions),
    ...(document.actions ?? []).filter((action) => action.of !== 'entity'),
  ];
  expect(steps.length).toBeGreaterThan(12);
  const third = await customerOf('sales3');
  /** An input of a step that names what is there, as far as it need not be right. */
  const inputOf = (input: readonly StepInput[]) =>
    Object.fromEntries(
      input.map((field) => {
        const known = entityModel(document).fields.get(field.field ?? field.key);
        const ref = field.ref ?? known?.ref;
        const given = { type: field.type ?? known?.type ?? 'string', ...(ref === undefined ? {} : { ref }) };
        return [field.key, ref === 'customer' ? third : ref === 'handover_batch' ? batchId : anything(given)];
      }),
    );
  // Nor is there a way where the row itself still says that it belongs to a batch.
  for (const more of [{}, { handoverBatchId: batchId }]) {
    await records.update('customer', younger, more);
    for (const { key, input = [] } of steps) {
      const path = `/v1/customer/${key.replace(/[A-Z]/g, (letter) => `/${letter.toLowerCase()}`)}`;
      const answer = await call(path, { id: younger, ...inputOf(input) });
      expect(answer, key).toMatchObject({ code: '1' });
      expect(answer.data.error?.code, key).toMatch(/^E_(STATE|CUSTOMER_MERGED|GUARD)$/);
    }
  }
  const now = await records.findOne('customer', { id: younger });
  expect(await call('/v1/customer/modify', { id: younger, version: now?.version, city: '武汉' })).toMatchObject({
    data: { error: { code: 'E_CUSTOMER_MERGED' } },
  });
  expect(await merge(third, younger)).toMatchObject({ code: '1' });
  const { ownState, ownerId, poolId, mergedIntoId, stage, locked, city } = before;
  expect(now).toMatchObject({ ownState, ownerId, poolId, mergedIntoId, stage, locked, city });
}, 60_000);

/** A new row of an entity, as far as it need not be right. */
function newRow(fields: readonly EntityField[]): Record<string, unknown> {
  const given = fields.filter(
    ({ required, readonly, defaultValue }) => required === true && readonly !== true && defaultValue === undefined,
  );
  return Object.fromEntries(given.map((field) => [field.key, anything(field)]));
}

it('lets no new row refer to the merged one', async () => {
  const [older, younger] = [await customerOf('sales'), await customerOf('sales2')];
  expect(await merge(older, younger)).toMatchObject({ code: '0' });
  const survivor = await company.records.findOne('customer', { id: older });
  for (const { document: about, field, beside } of references()) {
    if (!about.operations.includes('create') || field.readonly === true || about.name === 'customer') continue;
    const answer = await call(`${apiBase(about)}/create`, { ...newRow(about.fields), ...beside, [field.key]: younger });
    const named = { pointer: `/${field.key}`, expected: expect.stringContaining(String(survivor?.name)) };
    if (answer.data.error?.faults?.some((fault) => 'got' in fault && fault.got === younger)) {
      expect(answer.data.error.faults, about.name).toContainEqual(expect.objectContaining(named));
      continue;
    }
    // What is wrong with the rest was told first.
    expect(answer, about.name).toMatchObject({ code: '1' });
  }
}, 60_000);

it('says of whom a new row should be, wherever a merged one is named', async () => {
  const [older, younger] = [await customerOf('sales'), await customerOf('sales2')];
  expect(await merge(older, younger)).toMatchObject({ code: '0' });
  const survivor = await company.records.findOne('customer', { id: older });
  const expected = expect.stringContaining(`已合并到“${survivor?.name}”`);
  for (const [path, key, body] of [
    ['/v1/work/order/create', 'customerId', { type: 'service', title: '视频打不开', content: '昨晚起一直转圈' }],
    ['/v1/user/explain/create', 'userId', { content: '晚上联系' }],
    [
      '/v1/follow/up/create',
      'bizId',
      { bizType: 'customer', method: 'wechat', result: 'refused', content: '不该写在这里' },
    ],
    ['/v1/opportunity/create', 'customerId', { title: '商机', projectId: company.ids.project, amount: 1 }],
  ] as const) {
    const faults = (await call(path, { ...body, [key]: younger })).data.error?.faults;
    expect(faults, path).toContainEqual(
      expect.objectContaining({ code: 'E_INPUT_RULE', pointer: `/${key}`, expected }),
    );
  }
});

it('does not merge whom a batch is about to share out', async () => {
  const [one, other] = [await customerOf('sales'), await customerOf('sales2')];
  await company.records.update('customer', other, { ownState: 'frozen', ownerId: null });
  const refused = { data: { error: { code: 'E_CUSTOMER_MERGE' } } };
  expect(await merge(one, other)).toMatchObject({ ...refused, message: expect.stringContaining('离职交接') });
  expect(await merge(other, one)).toMatchObject(refused);
});

it('deletes with his number whom there is no business with, and brings both back unless the number is taken', async () => {
  const id = await customerOf('sales');
  const mobile = `1367000${String(serial).padStart(4, '0')}`;
  expect(await call('/v1/customer/delete', { id }, 'sales')).toMatchObject({
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
  expect(await call('/v1/customer/delete', { id })).toMatchObject({ code: '0' });
  const phones = () => company.records.count('customer_phone', { customerId: id });
  expect(await phones()).toBe(0);
  expect(await call('/v1/customer/restore', { id })).toMatchObject({ code: '0' });
  expect(await phones()).toBe(1);
  expect(await call('/v1/customer/delete', { id })).toMatchObject({ code: '0' });
  const again = {
    ...{ name: '又来了', mobile, level: 'b' },
    ...{ intentionProjectIds: [company.ids.project], channelId: company.ids.channel },
  };
  expect(await call('/v1/customer/create', again, 'sales')).toMatchObject({ code: '0' });
  expect(await call('/v1/customer/restore', { id })).toMatchObject({ data: { error: { code: 'E_RESTORE' } } });
});

it.each(['opportunity', 'sales_order', 'agreement', 'study_service'])(
  'does not delete who has a row of %s',
  async (entity) => {
    const id = await customerOf('sales');
    await maker.make(entity, holder(), { customerId: id });
    expect(await call('/v1/customer/delete', { id })).toMatchObject({
      message: expect.stringMatching(/^客户有.+1条，不能删除$/),
      data: { error: { code: 'E_CUSTOMER_KEPT' } },
    });
  },
);
