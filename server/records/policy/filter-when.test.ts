import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField, PageDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const bill: EntityDocument = {
  ...{ schemaVersion: 2, name: 'bill', title: '账单', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'group'],
  access: { owner: ['handlerId'] },
  fields: [
    field('name', 'string'),
    field('handlerId', 'ref', { ref: 'staff' }),
    field('amount', 'money'),
    field('paid', 'money'),
    field('dueOn', 'date'),
  ],
};
const overdue: PageDocument = {
  ...{ schemaVersion: 2, name: 'overdue', path: '/overdue', title: '逾期', kind: 'list', entity: 'bill', scope: 'all' },
  filter: { handlerId: '@me' },
  filterWhen: 'record.paid < record.amount && record.dueOn < dayOf(now)',
  api: { query: '/v1/bill/query', view: '/v1/bill/view' },
  columns: [{ key: 'name', field: 'name' }],
  row: [
    { key: 'edit', title: '编辑', permission: 'bill:edit', api: '/v1/bill/modify', form: 'edit' },
    { key: 'delete', title: '删除', permission: 'bill:delete', api: '/v1/bill/delete' },
  ],
  bulk: [{ key: 'edit', title: '编辑', permission: 'bill:edit', api: '/v1/bill/modify', form: 'edit' }],
  forms: { edit: { sections: [{ key: 'base', fields: ['name'] }] } },
};

let office: TestOperations;
const ids = new Map<string, string>();
beforeAll(async () => {
  office = await startOperations([bill]);
  const handlerId = office.caller().staffId;
  const other = await office.records.insert('staff', { name: '别人' });
  const add = async (name: string, values: Values) =>
    ids.set(
      name,
      await office.records.insert('bill', { handlerId, name, amount: 100, paid: 0, dueOn: '2026-03-01', ...values }),
    );
  await add('逾期', {});
  await add('付清', { paid: 100 });
  await add('未到期', { dueOn: '2026-03-31' });
  await add('没有期限', { dueOn: null });
  await add('别人的', { handlerId: other });
}, 60_000);
afterAll(() => office.close());

const on = (day: string) => ({ page: overdue, now: `${day}T02:00:00.000Z` });
const run = <Answer>(path: string, body: Values, day = '2026-03-02') =>
  office.run<Answer>(`/v1/bill/${path}`, body, undefined, on(day));
const names = async (day?: string) =>
  (await run<{ list: readonly Values[]; total: number }>('query', { fields: ['name'], sort: ['name'] }, day)).list.map(
    ({ name }) => name,
  );

describe('the rows of a page by a condition', () => {
  it('compare fields and the day, beside its values', async () => {
    expect(await names()).toEqual(['逾期']);
  });

  it('are of the day on which it is asked, not of the day on which it was asked first', async () => {
    expect((await names('2026-04-01')).toSorted()).toEqual(['未到期', '逾期'].toSorted());
    expect(await names('2026-02-01')).toEqual([]);
    expect(await names()).toEqual(['逾期']);
  });

  it.each([
    ['view', {}],
    ['modify', { version: 1, name: '改' }],
    ['delete', {}],
  ])('bind %s too', async (path, body) => {
    for (const name of ['付清', '没有期限', '别人的'])
      await expect(run(path, { id: ids.get(name), ...body })).rejects.toMatchObject({ code: 'E_NOT_FOUND' });
  });

  it('are what is counted, and what a bulk change reaches', async () => {
    expect(await run('group', { by: 'dueOn', bucket: 'month' })).toMatchObject({ total: { count: 1 } });
    const { results } = await run<{ readonly results: readonly Values[] }>('modify', {
      ids: [...ids.values()],
      name: '改',
    });
    expect(results.filter(({ ok }) => ok === true)).toMatchObject([{ id: ids.get('逾期') }]);
  });
});
