import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntityDocument, type EntityField, maskValue } from '../../../engine/model/documents/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const complaint: EntityDocument = {
  ...{ schemaVersion: 2, name: 'complaint', title: '投诉', label: 'name' },
  operations: ['query', 'view', 'create', 'reveal', 'group'],
  access: {
    owner: ['handlerId'],
    masks: {
      fields: ['phone'],
      when: 'record.closed == null',
      for: 'record.liableId == user.id',
      message: '投诉涉及本人，结案前不能查看',
    },
  },
  fields: [
    field('name', 'string'),
    field('handlerId', 'ref', { ref: 'staff' }),
    field('liableId', 'ref', { ref: 'staff' }),
    field('closed', 'date'),
    field('phone', 'mobile', { mask: 'mobile', searchable: true }),
  ],
};

const number = '13812345678';
let office: TestOperations;
const ids = new Map<string, string>();
beforeAll(async () => {
  office = await startOperations([complaint]);
  const other = await office.records.insert('staff', { name: '别人' });
  ids.set('other', other);
  const add = async (name: string, values: Values) =>
    ids.set(name, await office.records.insert('complaint', { name, phone: number, ...values }));
  await add('关于我', { liableId: office.caller().staffId });
  await add('关于别人', { liableId: other });
  await add('没有写明', {});
  await add('已结案', { liableId: office.caller().staffId, closed: '2026-01-01' });
}, 60_000);
afterAll(() => office.close());

const inClear = (): Caller => office.caller({ maskModes: new Map([['mobile', 'plain']]) });
const list = async (body: Values, who = inClear()) =>
  (await office.run<{ list: readonly Values[] }>('/v1/complaint/query', { fields: ['name', 'phone'], ...body }, who))
    .list;
const shown = async (who?: Caller) =>
  Object.fromEntries((await list({}, who)).map(({ name, phone }) => [String(name), phone]));
const masked = maskValue('mobile', number);

describe('a row that keeps a field masked for some', () => {
  it('shows it to all others, and to those whom it cannot tell apart not', async () => {
    expect(await shown()).toEqual({ 关于我: masked, 关于别人: number, 没有写明: masked, 已结案: number });
    const other = { ...inClear(), staffId: String(ids.get('other')) };
    expect(await shown(other)).toEqual({ 关于我: number, 关于别人: masked, 没有写明: masked, 已结案: number });
  });

  it('shows nobody more than his masks do', async () => {
    expect(new Set(Object.values(await shown(office.caller())))).toEqual(new Set([masked]));
  });

  it('reveals it to him no more, and says why', async () => {
    const reveal = (name: string) => ({ id: ids.get(name), field: 'phone', reason: '核对号码' });
    expect(await office.refusal('/v1/complaint/reveal', reveal('关于我'), office.caller())).toMatchObject({
      code: 'E_REVEAL_ROW',
      message: expect.stringContaining('投诉涉及本人'),
    });
    expect(await office.run('/v1/complaint/reveal', reveal('关于别人'), office.caller())).toMatchObject({
      value: number,
    });
  });

  it('is not found by its value either', async () => {
    const where = { field: 'phone', op: 'eq', value: number };
    const found = (await list({ where })).map(({ name }) => String(name));
    expect(found.toSorted()).toEqual(['关于别人', '已结案'].toSorted());
  });
});
