import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const field = (key: string, type: string, extra: object = {}) => ({ key, title: key, type, ...extra });
const fields = [
  field('name', 'string', { required: true }),
  field('amount', 'money'),
  field('phone', 'mobile', { mask: 'mobile' }),
  field('password', 'string', { secret: true, readonly: true }),
  field('photo', 'image'),
  field('paper', 'file'),
  field('facts', 'json'),
  field('body', 'html', { variables: [{ key: 'who', title: '谁' }] }),
  field('note', 'text'),
];
const item = {
  ...{ name: 'item', title: '明细', label: 'what', operations: [] },
  fields: [
    field('billId', 'ref', { ref: 'bill', required: true }),
    field('what', 'string'),
    field('price', 'money'),
    field('terms', 'html'),
  ],
};
const call = {
  ...{ name: 'call', title: '通话', label: 'what', operations: ['query'] },
  fields: [
    field('billId', 'ref', { ref: 'bill' }),
    field('what', 'string'),
    field('at', 'datetime'),
    field('terms', 'html'),
  ],
};
const base = {
  key: 'base',
  fields: ['name', 'phone', { key: 'sum', title: '大写', value: 'capitals(record.amount)' }],
};
const print = { key: 'slip', title: '收据', paper: 'A4', permission: 'bill:print_slip', sections: [base] };

function faultsOf(more: object, pages: readonly ReturnType<typeof document>[] = []) {
  return loadDocuments([
    document('entities', {
      ...{ name: 'bill', title: '账单', label: 'name', operations: ['query', 'view'], fields },
      children: [{ key: 'items', title: '明细', entity: 'item', by: 'billId' }],
      prints: [{ ...print, ...more }],
    }),
    document('entities', item),
    document('entities', call),
    ...pages,
  ]).faults.map(({ pointer, expected }) => `${pointer} ${expected}`);
}
const sectionFaults = (section: object) => faultsOf({ sections: [{ key: 'one', ...section }] });
const whole = { text: 'body', variables: [{ key: 'who', field: 'phone' }] };

it.each<[string, object]>([
  ['facts', base],
  ['rows with totals', { rows: 'items', fields: ['what', { key: 'price', title: '单价' }], sums: ['price'] }],
  [
    'rows that refer to it',
    { list: { entity: 'call', by: 'billId', time: 'at', within: 'thisWeek', sort: ['at'] }, fields: ['what'] },
  ],
  ['a formatted text', whole],
  ['a plain text', { text: 'note' }],
  ['words', { words: '签字', when: 'record.amount > 0' }],
  ['a code', { code: "'https://a/' + record.name" }],
  ['a picture', { picture: 'photo' }],
])('takes %s', (_, section) => {
  expect(sectionFaults(section)).toEqual([]);
});

const at = (rest: string) => `/prints/0/sections/0/${rest}`;
it.each<[string, object, string]>([
  ['a field nobody has', { fields: ['nmae'] }, at('fields/0 账单的字段')],
  ['a secret field', { fields: ['password'] }, at('fields/0 可以离开服务端的字段')],
  ['formatted text in a line', { fields: ['body'] }, at('fields/0 一行写得下的字段；富文本写在 text')],
  ['a file in a line', { fields: ['paper'] }, at('fields/0 文字的字段；图片写在 picture')],
  ['a structure in a line', { fields: ['facts'] }, at('fields/0 可以写成文字的字段')],
  ['an item twice', { fields: ['name', { key: 'name' }] }, at('fields/1 不重复')],
  [
    'a field and an expression',
    { fields: [{ key: 'a', title: 'a', field: 'name', value: '1', type: 'int' }] },
    at('fields/0/field field 与 value 写一种'),
  ],
  ['an expression without a title', { fields: [{ key: 'a', value: "'a'" }] }, at('fields/0 写了 value 就写 title')],
  [
    'an expression of another type',
    { fields: [{ key: 'a', title: 'a', value: 'record.amount' }] },
    at('fields/0/value text 一类的值'),
  ],
  [
    'an expression over what is masked',
    { fields: [{ key: 'a', title: 'a', value: "'电话' + record.phone" }] },
    at('fields/0/value 文字'),
  ],
  ['a type of a field', { fields: [{ key: 'name', type: 'money' }] }, at('fields/0/type 写了 value 才有 type')],
  ['rows that are no child rows', { rows: 'lines', fields: ['what'] }, at('rows 账单的子表')],
  ['a column no row has', { rows: 'items', fields: ['name'] }, at('fields/0 明细的字段')],
  [
    'a column of formatted text',
    { rows: 'items', fields: ['terms'] },
    at('fields/0 一行写得下的字段；富文本写在 text'),
  ],
  [
    'a column that is worked out',
    { rows: 'items', fields: [{ key: 'what', title: 'a', value: '1' }] },
    at('fields/0/value 那一行的字段；要计算的做成 compute 字段'),
  ],
  [
    'rows that refer to something else',
    { list: { entity: 'call', by: 'what' }, fields: ['what'] },
    at('list/by 引用账单的字段'),
  ],
  [
    'a span without a time',
    { list: { entity: 'call', by: 'billId', within: 'today' }, fields: ['what'] },
    at('list time 与 within 一起写'),
  ],
  [
    'a time that is words',
    { list: { entity: 'call', by: 'billId', time: 'what', within: 'today' }, fields: ['what'] },
    at('list/time 日期或时间字段'),
  ],
  [
    'formatted text of what refers to it',
    { list: { entity: 'call', by: 'billId' }, fields: ['terms'] },
    at('fields/0 一行写得下的字段；富文本写在 text'),
  ],
  [
    'rows and a list',
    { rows: 'items', list: { entity: 'call', by: 'billId' }, fields: ['what'] },
    at('list rows 与 list 写一种'),
  ],
  ['a total of words', { rows: 'items', fields: ['what'], sums: ['what'] }, at('sums/0 明细自己的数字字段')],
  ['a total of no column', { rows: 'items', fields: ['what'], sums: ['price'] }, at('sums/0 items的字段')],
  ['rows without columns', { rows: 'items', words: 'a' }, at('rows 与 fields 一起写的 rows')],
  ['a text that is none', { text: 'amount' }, at('text html 或 text 字段')],
  ['a variable left out', { text: 'body' }, '/prints/0/sections/0 正文的每个变量都写明印成什么'],
  [
    'a variable the text does not have',
    { ...whole, variables: [...whole.variables, { key: 'whom', field: 'name' }] },
    at('variables/1/key body的取值'),
  ],
  ['a picture that is none', { picture: 'paper' }, at('picture 可以直接打开的 image 或 images 字段')],
  [
    'two kinds at once',
    { words: 'a', code: "'b'" },
    '/prints/0/sections/0 fields、text、words、code、picture 恰写一种',
  ],
  ['nothing', {}, '/prints/0/sections/0 fields、text、words、code、picture 恰写一种'],
  ['a condition that is none', { words: 'a', when: 'record.name' }, at('when 条件（bool）')],
])('refuses %s', (_, section, fault) => {
  expect(sectionFaults(section)).toEqual([fault]);
});

it('refuses a permission of another entity, a paper nobody has, a guard without words, a key twice', () => {
  expect(faultsOf({ permission: 'other:print' })[0]).toMatch('/prints/0/permission bill:');
  expect(faultsOf({ paper: 'A3' })[0]).toMatch('/prints/0/paper');
  expect(faultsOf({ guard: 'record.amount > 0' })).toEqual(['/prints/0 guard 与 guardMessage 一起写']);
  expect(faultsOf({ sections: [base, base] })).toEqual(['/prints/0/sections/1/key 同级的 key 必须唯一']);
});

const bills = {
  name: 'bills',
  title: '账单',
  kind: 'list',
  entity: 'bill',
  path: '/bills',
  scope: 'all',
  columns: [{ key: 'name', field: 'name' }],
};
const button = { key: 'slip', title: '打印收据', permission: 'bill:print_slip', api: '/v1/bill/print/slip' };
const faultsOfPage = (more: object) =>
  faultsOf({}, [document('pages', { ...bills, api: { query: '/v1/bill/query' }, ...more })]);

it('takes a button on the records that are printed, which says nothing the dialog leaves out', () => {
  expect(faultsOfPage({ row: [button], bulk: [button] })).toEqual([]);
  expect(faultsOfPage({ toolbar: [button] })).toEqual(['/toolbar/0/api 放在所打印的记录上：行、批量或记录页的头部']);
  expect(faultsOfPage({ row: [{ ...button, confirm: '打印？', success: '已打印' }] })).toEqual([
    '/row/0/confirm 打印的按钮用不到的不写',
    '/row/0/success 打印的按钮用不到的不写',
  ]);
});
