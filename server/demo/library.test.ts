import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PreviewAnswer } from '../../engine/model/wire/index.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';
import { itIsDesigned } from './designed-library.testing.ts';

// Another product from other documents: nothing of it stands in the code.
let library: TestApp;
beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
});
afterAll(() => library.close());

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

type Row = { readonly id: string; readonly [field: string]: unknown };

async function rows(account: string, path: string, where?: object): Promise<readonly Row[]> {
  const answer = await library.call<{ list: readonly Row[] }>(account, path, {
    size: 100,
    ...(where === undefined ? {} : { where }),
    fields: fieldsOf[path],
  });
  expect(answer.code).toBe('0');
  return answer.data.list;
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  '/v1/copy/query': ['id', 'barcode', 'state', 'version'],
  '/v1/loan/query': [
    'id',
    'loanNo',
    'status',
    'copyId',
    'department.code',
    'overdueDays',
    'remindOn',
    'fine',
    'renewals',
    'dueAt',
  ],
  '/v1/reader/query': ['id', 'name', 'mobile', 'level', 'openLoans', 'fineBalance'],
  '/v1/loan/rule/query': ['id', 'level', 'version'],
};

async function rowOf(account: string, path: string, field: string, value: string): Promise<Row> {
  const [row] = await rows(account, path, { field, op: 'eq', value });
  if (row === undefined) throw new TypeError(`no ${field} ${value}`);
  return row;
}

const copyOf = (barcode: string, account = 'head') => rowOf(account, '/v1/copy/query', 'barcode', barcode);
const readerOf = (name: string) => rowOf('head', '/v1/reader/query', 'name', name);
const loanOf = (copy: Row) => rowOf('head', '/v1/loan/query', 'copyId', copy.id);

it('signs in people of demo documents, with none of the fields another product gives them', async () => {
  const own = await library.call('librarian', '/v1/sys/user/my/view');
  expect(own).toMatchObject({ code: '0', data: { name: '林晚舟', mobile: '199****0002' } });
  expect(own.data).not.toHaveProperty('idNames');
  expect(own.data).not.toHaveProperty('hlAgentId');
  expect(await library.call('librarian', '/v1/sys/menu/item/my/query')).toMatchObject({
    code: '0',
    data: { name: 'library', children: [{ name: 'deskMenu' }, { name: 'catalogueMenu' }, { name: 'readersMenu' }] },
  });
});

it('fills in references that go in a circle, and the paths of a tree', async () => {
  const find = (code: string) => library.records.findOne('department', { code });
  const [central, east, head] = [
    await find('central'),
    await find('east'),
    await library.records.findOne('staff', { account: 'head' }),
  ];
  expect(central).toMatchObject({ leaderId: head?.id, path: `/${central?.id}/` });
  expect(head).toMatchObject({ departmentId: central?.id });
  expect(east).toMatchObject({ parentId: central?.id, path: `/${central?.id}/${east?.id}/` });
});

it('masks for the one role what the other sees', async () => {
  expect(await readerOf('苏禾')).toMatchObject({ mobile: '19911110001' });
  expect(await rowOf('librarian', '/v1/reader/query', 'name', '苏禾')).toMatchObject({ mobile: '199****0001' });
});

it('shows the number of a colleague who borrows to nobody but himself', async () => {
  const seen = (account: string) => rowOf(account, '/v1/reader/query', 'name', '周予安');
  const { id, ...colleague } = await seen('head');
  expect(colleague).toMatchObject({ mobile: expect.stringContaining('*') });
  expect(
    await library.call('librarian', '/v1/reader/reveal', { id, field: 'mobile', reason: '通知到书' }),
  ).toMatchObject({
    code: '1',
    message: '同事的号码请向本人要',
  });
  expect(
    await library.call('librarian2', '/v1/reader/reveal', { id, field: 'mobile', reason: '通知到书' }),
  ).toMatchObject({ code: '0' });
});

it('lets a stocktake be changed by who began it or who manages them, by nobody else', async () => {
  const created = await library.call<{ id: string }>('head', '/v1/stocktake/create', {
    departmentId: (await library.records.findOne('department', { code: 'east' }))?.id,
    lines: [{ copyId: (await copyOf('D10003')).id }],
  });
  expect(created, JSON.stringify(created)).toMatchObject({ code: '0' });
  const { id } = created.data;
  expect(await library.call('librarian', '/v1/stocktake/modify', { id, version: 1, remark: '改' })).toMatchObject({
    code: '1',
    message: '别人开的盘点单由他自己或馆长改',
  });
  expect(await library.call('head', '/v1/stocktake/modify', { id, version: 1, remark: '改' })).toMatchObject({
    code: '0',
  });
});

it('shows a librarian the loans of the own branch and the head librarian all', async () => {
  const branchesOf = async (account: string) =>
    [...new Set((await rows(account, '/v1/loan/query')).map((row) => JSON.stringify(row.department)))].length;
  expect(await branchesOf('librarian')).toBe(1);
  expect(await branchesOf('head')).toBe(2);
  const west = await copyOf('X10001');
  expect(await library.call('librarian', '/v1/copy/lend', { id: west.id })).toMatchObject({ code: '1' });
  const [loan] = (await rows('librarian2', '/v1/loan/query')).filter((row) => row.status === 'on_loan');
  expect(await library.call('librarian', '/v1/loan/return', { id: loan?.id })).toMatchObject({
    data: { error: { code: 'E_NOT_FOUND' } },
  });
});

it('lends, refuses what is not due, takes back, fines by the day and settles', async () => {
  const copy = await copyOf('D10001');
  const reader = await readerOf('何小满');
  const lent = await library.call('librarian', '/v1/copy/lend', { id: copy.id, readerId: reader.id, dueAt: days(30) });
  expect(lent).toMatchObject({ code: '0' });
  expect(await copyOf('D10001')).toMatchObject({ state: 'on_loan' });
  const loan = (await rows('head', '/v1/loan/query', { field: 'status', op: 'eq', value: 'on_loan' })).find(
    (row) => row.copyId === copy.id,
  );
  expect(loan).toMatchObject({ loanNo: expect.stringMatching(/^JY\d{12}$/), renewals: 0 });
  const id = loan?.id ?? '';
  expect(await library.call('librarian', '/v1/loan/mark/overdue', { id })).toMatchObject({
    code: '1',
    message: '还没有到应还时间',
    data: { error: { code: 'E_GUARD' } },
  });
  expect(await library.call('librarian', '/v1/loan/renew', { id, dueAt: days(10) })).toMatchObject({ code: '1' });
  expect(await library.call('librarian', '/v1/loan/renew', { id, dueAt: days(40) })).toMatchObject({ code: '0' });

  await library.records.update('loan', id, { dueAt: days(-4) });
  expect(await library.call('librarian', '/v1/loan/mark/overdue', { id })).toMatchObject({ code: '0' });
  expect(await library.call('librarian', '/v1/loan/fine', { id })).toMatchObject({
    data: { error: { code: 'E_STATE' } },
  });
  expect(await library.call('librarian', '/v1/loan/return', { id })).toMatchObject({ code: '0' });
  expect(await copyOf('D10001')).toMatchObject({ state: 'on_shelf' });
  expect(await library.call('librarian', '/v1/loan/fine', { id })).toMatchObject({ code: '0' });
  expect(await readerOf('何小满')).toMatchObject({ fineBalance: 200 });
  expect(await library.call('librarian', '/v1/loan/settle', { id })).toMatchObject({ code: '0' });
  expect(await readerOf('何小满')).toMatchObject({ fineBalance: 0 });
  expect(await rowOf('head', '/v1/loan/query', 'loanNo', String(loan?.loanNo))).toMatchObject({
    status: 'settled',
    overdueDays: 4,
    fine: 200,
    renewals: 1,
  });
  const log = await library.records.find('operation_log', { entity: 'copy', entityId: copy.id });
  expect(log.map((entry) => entry.action)).toEqual(['copy.takeBack', 'copy.lend']);
});

it("renews as often and for as long as the rule of the reader's level says, as it stands then", async () => {
  const copy = await copyOf('D10001');
  const reader = await readerOf('苏禾');
  const lent = { id: copy.id, readerId: reader.id, dueAt: days(1) };
  expect(await library.call('librarian', '/v1/copy/lend', lent)).toMatchObject({ code: '0' });
  const loanOfCopy = async () => {
    const [loan] = await rows('head', '/v1/loan/query', {
      and: [
        { field: 'copyId', op: 'eq', value: copy.id },
        { field: 'status', op: 'eq', value: 'on_loan' },
      ],
    });
    return loan ?? expect.fail('no loan');
  };
  const { id, dueAt } = await loanOfCopy();
  const rule = await rowOf('head', '/v1/loan/rule/query', 'level', String(reader.level));
  const change = { id: rule.id, version: rule.version, loanDays: 45, maxRenewals: 1 };
  expect(await library.call('librarian', '/v1/loan/rule/modify', change)).toMatchObject({ code: '1001' });
  expect(await library.call('head', '/v1/loan/rule/modify', change)).toMatchObject({ code: '0' });
  expect(await library.call('librarian', '/v1/loan/renew', { id })).toMatchObject({ code: '0' });
  const renewed = await loanOfCopy();
  expect(Date.parse(String(renewed.dueAt)) - Date.parse(String(dueAt))).toBe(45 * 86_400_000);
  expect(await library.call('librarian', '/v1/loan/renew', { id })).toMatchObject({
    message: '已到该读者等级续借次数的上限',
  });
  expect(
    await library.call('head', '/v1/loan/rule/modify', {
      ...change,
      version: Number(rule.version) + 1,
      maxRenewals: 2,
    }),
  ).toMatchObject({ code: '0' });
  expect(await library.call('librarian', '/v1/loan/renew', { id })).toMatchObject({ code: '0' });
  expect(await library.call('librarian', '/v1/loan/return', { id })).toMatchObject({ code: '0' });
});

it('reminds a reader on the second working day before a loan is due', async () => {
  const [loan] = await rows('librarian', '/v1/loan/query', { field: 'status', op: 'eq', value: 'on_loan' });
  const id = loan?.id ?? '';
  // A Monday evening in Shanghai.
  await library.records.update('loan', id, { dueAt: '2027-03-01T15:00:00.000Z' });
  const isRemindedOn = async (remindOn: string) => {
    const where = ['id', 'remindOn'].map((field) => ({ field, op: 'eq', value: field === 'id' ? id : remindOn }));
    return (await rows('librarian', '/v1/loan/query', { and: where })).length === 1;
  };
  expect([await isRemindedOn('2027-02-25'), await isRemindedOn('2027-02-26')]).toEqual([true, false]);
  // The Friday before is told a holiday, the Saturday is worked for it.
  const days = [
    { day: '2027-02-26', kind: 'holiday', name: '馆庆' },
    { day: '2027-02-27', kind: 'workday', name: '馆庆调休' },
  ];
  expect(await library.call('librarian', '/v1/holiday/create', days[0])).toMatchObject({ code: '1001' });
  for (const remindOn of ['2027-02-24', '2027-02-25']) {
    expect(await library.call('head', '/v1/holiday/create', days.shift())).toMatchObject({ code: '0' });
    expect(await isRemindedOn(remindOn)).toBe(true);
  }
  await library.records.update('loan', id, { dueAt: String(loan?.dueAt) });
});

it('fines nobody who was in time', async () => {
  const [loan] = await rows('librarian', '/v1/loan/query', {
    and: [
      { field: 'status', op: 'eq', value: 'returned' },
      { field: 'copy.barcode', op: 'eq', value: 'D10005' },
    ],
  });
  expect(await library.call('librarian', '/v1/loan/fine', { id: loan?.id })).toMatchObject({
    message: '没有逾期，不用罚款',
  });
});

it('lends a copy once, however many ask at the same moment', async () => {
  const copy = await copyOf('D10004');
  const reader = await readerOf('马一鸣');
  const answers = await Promise.all(
    ['librarian', 'head', 'admin', 'librarian', 'head'].map((account) =>
      library.call(account, '/v1/copy/lend', { id: copy.id, readerId: reader.id, dueAt: days(14) }),
    ),
  );
  expect(answers.filter((answer) => answer.code === '0')).toHaveLength(1);
  expect(answers.filter((answer) => JSON.stringify(answer).includes('E_STATE'))).toHaveLength(4);
  expect(await library.records.count('loan', { copyId: copy.id, status: 'on_loan' })).toBe(1);
});

it('undoes the whole move when what it entails is not possible', async () => {
  const copy = await copyOf('D10002');
  const loan = await loanOf(copy);
  await library.records.update('copy', copy.id, { state: 'lost' });
  expect(await library.call('librarian', '/v1/loan/return', { id: loan.id })).toMatchObject({
    code: '1',
    message: '还书：馆藏当前状态不允许归还上架',
    data: { error: { code: 'E_GUARD' } },
  });
  expect(await loanOf(copy)).toMatchObject({ status: loan.status });
  expect(await library.records.count('operation_log', { entityId: loan.id })).toBe(0);
});

it('counts by category what was lent, through two relations', async () => {
  const shanghaiDay = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10);
  const now = Date.now();
  const answer = await library.call<{ rows: readonly { key: string; loans: number }[] }>(
    'librarian2',
    '/v1/report/desk/loans/query',
    { startDate: shanghaiDay(now - 100 * 86_400_000), endDate: shanghaiDay(now), dimensions: ['category'] },
  );
  expect(answer).toMatchObject({ code: '0' });
  expect(answer.data.rows.map(({ key, loans }) => [key, loans])).toEqual(
    expect.arrayContaining([
      ['history', 1],
      ['literature', 1],
      ['children', 1],
    ]),
  );
});

it('asks the price of what is lost while it is lent', async () => {
  const copy = await copyOf('D10002');
  const loan = await loanOf(copy);
  await library.records.update('copy', copy.id, { state: 'on_loan' });
  const [stored] = await library.records.find('copy', { id: copy.id });
  const [book] = await library.records.find('book', { id: stored?.bookId });
  const lost = '/v1/copy/report/lost';
  expect(await library.call('head', lost, { id: copy.id })).toMatchObject({ data: { error: { code: 'E_PREVIEW' } } });
  const { data } = await library.call<{ preview: PreviewAnswer }>('head', lost, { id: copy.id, preview: true });
  expect(data.preview).toMatchObject({ total: 1, rows: [[{ value: expect.stringMatching(/^JY/) }, {}, {}, {}]] });
  const seen = { id: copy.id, previewed: data.preview.digest };
  expect(await library.call('head', lost, seen)).toMatchObject({ code: '0' });
  expect(await library.records.find('loan', { id: loan.id })).toMatchObject([{ status: 'fined', fine: book?.price }]);
});

it('reads what a note is about through each of its kinds, as far as each librarian reaches', async () => {
  const fields = ['text', 'aboutId', 'about.name', 'about.department.name'];
  const notes = async (account: string, where?: object) => {
    const body = { fields, sort: ['text'], ...(where === undefined ? {} : { where }) };
    const { code, data } = await library.call<{ list: readonly Row[] }>(account, '/v1/desk/note/query', body);
    expect(code).toBe('0');
    return data.list.map(({ text, about }) => [text, about]);
  };
  expect((await notes('head')).slice(0, 3)).toEqual([
    [
      '封面破损，待修补',
      expect.objectContaining({ name: 'D10002', barcode: 'D10002', department: { name: '东区分馆' } }),
    ],
    ['来电咨询续借', expect.objectContaining({ name: '苏禾' })],
    ['答应周末归还', expect.objectContaining({ name: expect.stringMatching(/^JY/) })],
  ]);
  // The copy stands in another branch than hers: its kind is all she is told, and nothing is found by it.
  const [shelf] = await notes('librarian', { field: 'text', op: 'contains', value: '西区' });
  expect(shelf).toEqual(['西区放错书架', { name: null, department: { name: null } }]);
  const [[, copy] = []] = await notes('head', { field: 'text', op: 'contains', value: '西区' });
  const west = { field: 'about.name', op: 'eq', value: Reflect.get(Object(copy), 'barcode') };
  expect(await notes('head', west)).toHaveLength(1);
  expect(await notes('librarian', west)).toEqual([]);
  const found = { field: 'about.name', op: 'contains', value: 'D1000' };
  expect((await notes('head', found)).map(([text]) => text)).toEqual(['封面破损，待修补']);
});

itIsDesigned(() => library);
