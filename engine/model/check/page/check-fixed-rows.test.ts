import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';
import { theatre } from '../theatre.testing.ts';

const bill = {
  ...{ schemaVersion: 2, name: 'bill', title: '账单', label: 'name', operations: ['query'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'amount', title: '金额', type: 'money' },
    { key: 'paid', title: '已付', type: 'money' },
    { key: 'dueOn', title: '到期日', type: 'date' },
    { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile' },
  ],
};

function faultsOf(filterWhen: string) {
  const page = {
    ...{ schemaVersion: 2, name: 'bills', path: '/bills', title: '账单', kind: 'list', entity: 'bill', scope: 'all' },
    ...{ api: { query: '/v1/bill/query' }, columns: [{ key: 'name', field: 'name' }], filterWhen },
  };
  const { faults } = loadDocuments([
    ...theatre.filter(({ file }) => file !== 'menu.json'),
    { file: 'entities/bill.json', text: JSON.stringify(bill) },
    { file: 'pages/bills.json', text: JSON.stringify(page) },
  ]);
  return faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

it.each([
  'record.paid < record.amount',
  'record.dueOn < dayOf(now) && record.dueOn != null',
  "record.createdBy == user.id || record.name == 'x'",
])('a page takes rows by %s', (condition) => {
  expect(faultsOf(condition)).toEqual([]);
});

it.each([
  ['an unknown field', 'record.payed < record.amount', 'E_SCHEMA_UNKNOWN_NAME'],
  ['values that do not compare', 'record.name < record.amount', 'E_SCHEMA_EXPRESSION'],
  ['a masked field', "record.phone == '1'", 'E_SCHEMA_EXPRESSION'],
  ['what is no condition', 'record.amount', 'E_SCHEMA_EXPRESSION'],
  ['what there is not where rows are found', 'form.name == null', 'E_SCHEMA_EXPRESSION'],
])('and is refused %s, with its place', (_what, condition, code) => {
  expect(faultsOf(condition)).toEqual([`/filterWhen ${code}`]);
});
