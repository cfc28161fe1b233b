import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string }) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const states = document('dictionaries', {
  name: 'order_state',
  ...{ title: '状态', values: ['open', 'closed'].map((key) => ({ key, title: key })) },
});

function faultsOf(cancel: object, back: object = {}) {
  const order = {
    ...{ name: 'order', title: '订单', label: 'name', operations: ['query', 'create'] },
    fields: [
      { key: 'name', title: '名称', type: 'string', required: true },
      { key: 'state', title: '状态', type: 'enum', dictionary: 'order_state', required: true, readonly: true },
    ],
    states: [
      {
        ...{ key: 'flow', field: 'state', initial: ['open'], editable: { '*': '*' } },
        transitions: [
          {
            ...{ key: 'cancel', title: '取消', from: ['open'], to: 'closed', permission: 'order:cancel' },
            input: [{ key: 'least', title: '至少', type: 'money' }],
            ...cancel,
          },
          { key: 'reopen', title: '重开', from: ['closed'], to: 'open', permission: 'order:reopen', ...back },
        ],
      },
    ],
    actions: [
      {
        ...{ key: 'calculate', title: '试算', permission: 'order:cancel', of: 'entity', reads: true },
        input: [{ key: 'least', title: '至少', type: 'money', required: true }],
      },
      { key: 'recount', title: '重算', permission: 'order:cancel', of: 'entity' },
    ],
  };
  const plan = {
    ...{ name: 'plan', title: '计划', label: 'name', operations: ['query', 'create'] },
    fields: [
      { key: 'name', title: '名称', type: 'string', required: true },
      { key: 'orderId', title: '订单', type: 'ref', ref: 'order', required: true },
      { key: 'planId', title: '上一期', type: 'ref', ref: 'plan' },
      { key: 'pin', title: '口令', type: 'string', secret: true },
      { key: 'amount', title: '金额', type: 'money' },
    ],
  };
  return loadDocuments([states, document('entities', order), document('entities', plan)]).faults.map(
    ({ pointer }) => pointer,
  );
}
const rows = { entity: 'plan', by: 'orderId', fields: ['name', 'order.name'] };
const columns = [{ key: 'amount', title: '金额', type: 'money' }];
const calculated = { action: 'calculate', input: { least: 'form.least' }, columns };
const at = '/states/0/transitions/0/preview';

it('shows rows that refer to the record, or what a reading action answers', () => {
  expect(faultsOf({ preview: { rows: { ...rows, where: 'row.amount > form.least', order: ['-amount'] } } })).toEqual(
    [],
  );
  expect(faultsOf({ preview: calculated })).toEqual([]);
});

it.each([
  ['neither of the two', { title: '看' }, at],
  ['both', { rows, ...calculated }, at],
  ['an action without columns', { action: 'calculate', input: calculated.input }, at],
  ['an action that changes something', { ...calculated, action: 'recount' }, `${at}/action`],
  ['an action without what it needs', { action: 'calculate', columns }, at],
  ['an input it has not', { ...calculated, input: { least: 'form.least', most: '1' } }, `${at}/input/most`],
  ['a reference to something else', { rows: { ...rows, by: 'planId' } }, `${at}/rows/by`],
  ['an unknown column', { rows: { ...rows, fields: ['nam'] } }, `${at}/rows/fields/0`],
  ['a secret column', { rows: { ...rows, fields: ['pin'] } }, `${at}/rows/fields/0`],
  ['an unknown order', { rows: { ...rows, order: ['-amout'] } }, `${at}/rows/order/0`],
  ['a condition on what is not there', { rows: { ...rows, where: 'row.amout > 1' } }, `${at}/rows/where`],
])('tells of %s', (_, preview, pointer) => {
  expect(faultsOf({ preview })).toContain(pointer);
});

it('is refused where nobody looks: for many rows, by a table, as an undo', () => {
  expect(faultsOf({ preview: { rows }, bulk: true })).toEqual(['/states/0/transitions/0/bulk']);
  expect(faultsOf({ undo: { transition: 'reopen' } }, { preview: { rows } })).toEqual([
    '/states/0/transitions/0/undo/transition',
  ]);
});
