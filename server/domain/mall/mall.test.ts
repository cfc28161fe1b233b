import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const onPage = () => ({ 'x-app-page': 'mallHome', 'idempotency-key': crypto.randomUUID() });
const exchange = (account: string, id: string, over: Record<string, unknown> = {}) =>
  company.call<{ id: string; exchangeNo: string; balance: number }>(
    account,
    '/v1/commodity/exchange',
    { id, quantity: 1, ...over },
    onPage(),
  );
const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);

let serial = 0;
async function goods(over: Record<string, unknown> = {}): Promise<string> {
  serial += 1;
  const number = serial;
  const catalogId = await company.records.insert('commodity_catalog', {
    name: `目录${number}`,
    audience: 'staff',
    enabled: true,
  });
  return company.records.insert('commodity', {
    commodityNo: `SP${number}`,
    audience: 'staff',
    name: `商品${number}`,
    catalogId,
    kind: 'virtual',
    pointsPrice: 100,
    stockOnHand: 5,
    stockLocked: 0,
    exchangeCount: 0,
    status: 'on',
    ...over,
  });
}

/** A colleague with an account of so many points. */
async function colleague(account: string, balance: number): Promise<string> {
  const like = await company.records.findOne('staff', { id: company.ids.sales });
  serial += 1;
  const staffId = await company.records.insert('staff', {
    account,
    name: account,
    mobile: `137${String(10_000_000 + serial)}`,
    passwordHash: like?.passwordHash,
    departmentId: like?.departmentId,
    roleIds: like?.roleIds,
    projectIds: like?.projectIds,
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
  });
  await grant(staffId, balance);
  return staffId;
}

async function grant(staffId: string, balance: number): Promise<string> {
  return company.records.insert('points_account', {
    accountNo: `U-${staffId}`,
    kind: 'user',
    audience: 'staff',
    staffId,
    name: '员工',
    balance,
    totalEarned: balance,
    totalSpent: 0,
    frozen: false,
  });
}

/** Whatever happened: every account of people at or above zero, rows that add up, and as many points gone as spent. */
async function expectBalanced() {
  const one = async (query: string) => Number((await company.database.rows(query, []))[0]?.n);
  expect(await one("select count(*) as n from points_account where kind = 'user' and balance < 0")).toBe(0);
  expect(await one('select count(*) as n from commodity where stock_on_hand < 0')).toBe(0);
  const uneven = `select count(*) as n from (select txn_no from points_ledger group by txn_no
    having sum(case direction when 'in' then points else -points end) <> 0) as t`;
  expect(await one(uneven)).toBe(0);
  const moved = `select count(*) as n from points_account a where a.kind = 'user' and a.balance <> a.total_earned - a.total_spent`;
  expect(await one(moved)).toBe(0);
  const spent = `select count(*) as n from exchange_record r left join points_ledger l
    on l.biz_type = 'exchange' and l.biz_id = r.exchange_no and l.account_id = r.account_id where l.points is distinct from r.points_total`;
  expect(await one(spent)).toBe(0);
}

describe('an exchange', () => {
  it('takes points and goods, writes the record and both rows, and shows them to its owner only', async () => {
    await colleague('buyer', 1000);
    const id = await goods();
    const answer = await exchange('buyer', id, { quantity: 2 });
    expect(answer).toMatchObject({ code: '0', data: { balance: 800 } });
    expect(answer.data.exchangeNo).toMatch(/^DH\d{14}$/);
    expect(await company.records.findOne('commodity', { id })).toMatchObject({ stockOnHand: 3, exchangeCount: 2 });
    const mine = async (account: string, path: string, fields: readonly string[]) =>
      (await company.call<{ total: number; list: unknown[] }>(account, path, { fields }, { 'x-app-page': 'mallHome' }))
        .data;
    expect(await mine('buyer', '/v1/points/account/query', ['balance'])).toMatchObject({
      total: 1,
      list: [{ balance: 800 }],
    });
    expect(await mine('buyer', '/v1/points/ledger/query', ['points', 'direction', 'bizType'])).toMatchObject({
      total: 1,
      list: [{ points: 200, direction: 'out', bizType: 'exchange' }],
    });
    expect(await mine('buyer', '/v1/exchange/record/query', ['quantity', 'status'])).toMatchObject({
      list: [{ quantity: 2, status: 'pending' }],
    });
    for (const account of ['sales2', 'admin'])
      expect(await mine(account, '/v1/exchange/record/query', ['id'])).toMatchObject({ total: 0 });
    await expectBalanced();
  });

  it('is refused with a code of its own for each reason, and changes nothing', async () => {
    await colleague('poor', 99);
    const id = await goods();
    expect(codeOf(await exchange('poor', id))).toBe('E_MALL_POINTS');
    expect((await exchange('poor', id)).message).toBe('积分不足：需要 100，现有 99');
    expect((await exchange('sales2', id)).message).toBe('积分不足：需要 100，现有 0');
    expect(codeOf(await exchange('poor', id, { quantity: 0 }))).toBe('E_MALL_QUANTITY');
    expect(codeOf(await exchange('poor', id, { quantity: 6 }))).toBe('E_MALL_STOCK');
    expect(codeOf(await exchange('poor', await goods({ status: 'off' })))).toBe('E_MALL_OFF_SALE');
    expect(codeOf(await exchange('poor', await goods({ audience: 'student' })))).toBe('E_MALL_OFF_SALE');
    expect(codeOf(await exchange('poor', await goods({ kind: 'physical' })))).toBe('E_MALL_RECEIVER');
    const keyless = await company.call(
      'poor',
      '/v1/commodity/exchange',
      { id, quantity: 1 },
      { 'x-app-page': 'mallHome' },
    );
    expect(codeOf(keyless)).toBe('E_KEY_REQUIRED');
    expect(await company.records.findOne('commodity', { id })).toMatchObject({ stockOnHand: 5, version: 1 });
    expect(await company.records.count('exchange_record', { commodityId: id })).toBe(0);
  });

  it('keeps to what one person may have, now and per week, and to a frozen account', async () => {
    const staffId = await colleague('keen', 5000);
    const id = await goods({ limitPerPerson: 2, limitPeriod: 'week', stockOnHand: 50 });
    expect((await exchange('keen', id, { quantity: 2 })).code).toBe('0');
    const more = await exchange('keen', id);
    expect([codeOf(more), more.message]).toEqual(['E_MALL_LIMIT', '该商品每周每人限兑 2 件，您已兑 2 件']);
    await company.database.rows(
      "update exchange_record set created_at = created_at - interval '8 days' where staff_id = $1",
      [staffId],
    );
    expect((await exchange('keen', id)).code).toBe('0');
    await company.database.rows('update points_account set frozen = true where staff_id = $1', [staffId]);
    expect(codeOf(await exchange('keen', await goods()))).toBe('E_MALL_FROZEN');
  });

  it('gives the first answer again to the same request, and takes nothing twice', async () => {
    await colleague('twice', 1000);
    const id = await goods();
    const headers = onPage();
    const once = await company.call('twice', '/v1/commodity/exchange', { id, quantity: 1 }, headers);
    expect(await company.call('twice', '/v1/commodity/exchange', { id, quantity: 1 }, headers)).toEqual(once);
    expect(await company.records.findOne('commodity', { id })).toMatchObject({ stockOnHand: 4 });
  });
});

describe('many at once', () => {
  it('let five of twenty have the five that are there', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `crowd${place}`);
    for (const name of names) await colleague(name, 100);
    for (const name of names) await company.token(name);
    const id = await goods({ stockOnHand: 5 });
    const answers = await Promise.all(names.map((name) => exchange(name, id)));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === '0')).toHaveLength(5);
    expect(codes.filter((code) => code === 'E_MALL_STOCK')).toHaveLength(15);
    expect(await company.records.findOne('commodity', { id })).toMatchObject({ stockOnHand: 0, exchangeCount: 5 });
    expect(await company.records.count('exchange_record', { commodityId: id })).toBe(5);
    await expectBalanced();
  }, 30_000);

  it('never spend the points of one person twice, whatever he exchanges', async () => {
    await colleague('torn', 350);
    await company.token('torn');
    const shelf = await Promise.all([goods(), goods(), goods(), goods()]);
    const answers = await Promise.all([...shelf, ...shelf].map((id) => exchange('torn', id)));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === '0')).toHaveLength(3);
    expect(codes.filter((code) => code === 'E_MALL_POINTS')).toHaveLength(5);
    await expectBalanced();
  }, 30_000);

  it('cannot bring an account or a shelf below zero by any way round the rules', async () => {
    const staffId = await colleague('bare', 10);
    const direct = (text: string) =>
      company.database.rows(text, [staffId]).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(await direct('update points_account set balance = -1 where staff_id = $1')).toMatch(/check constraint/);
    expect(await direct('update commodity set stock_on_hand = -1 where $1::uuid is not null')).toMatch(
      /check constraint/,
    );
  });
});

describe('after an exchange', () => {
  it('its owner gets points and goods back by cancelling, once, until it is sent', async () => {
    await colleague('fickle', 500);
    const id = await goods();
    const { data } = await exchange('fickle', id, { quantity: 3 });
    const cancel = () => company.call('fickle', '/v1/exchange/record/cancel', { id: data.id }, onPage());
    const both = await Promise.all([cancel(), cancel()]);
    expect(both.map(codeOf).sort()).toEqual(['0', 'E_STATE']);
    expect(await company.records.findOne('commodity', { id })).toMatchObject({ stockOnHand: 5, exchangeCount: 0 });
    expect(await company.records.findOne('points_account', { id: (await accountOf('fickle')).id })).toMatchObject({
      balance: 500,
    });
    await expectBalanced();
  });

  it('goods are sent, received and then not cancelled', async () => {
    await colleague('happy', 500);
    const id = await goods({ kind: 'physical' });
    const receiver = {
      receiverName: '李雷',
      receiverMobile: '13811112222',
      receiverAddress: '北京市海淀区学院路 1 号',
    };
    const { data } = await exchange('happy', id, receiver);
    const sent = await company.call('admin', '/v1/exchange/record/ship', {
      id: data.id,
      courier: '顺丰',
      trackingNo: 'SF1',
    });
    expect(sent.code).toBe('0');
    expect(codeOf(await company.call('happy', '/v1/exchange/record/cancel', { id: data.id }, onPage()))).toBe(
      'E_STATE',
    );
    expect((await company.call('happy', '/v1/exchange/record/receive', { id: data.id }, onPage())).code).toBe('0');
    expect(
      await company.call('happy', '/v1/exchange/record/query', { fields: ['receiverMobile', 'status'] }, onPage()),
    ).toMatchObject({
      data: { list: [{ receiverMobile: '138****2222', status: 'done' }] },
    });
  });
});

describe('an adjustment', () => {
  const adjust = (account: string, staffId: string, points: number, direction: 'in' | 'out' = 'in') =>
    company.call<{ id: string }>(
      account,
      '/v1/points/grant/create',
      { staffId, points, direction, reason: '月度之星' },
      { 'idempotency-key': crypto.randomUUID() },
    );
  const act = (account: string, action: string, id: string, input: object = {}) =>
    company.call(account, `/v1/points/grant/${action}`, { id, ...input });
  const staffOf = async (account: string) => String((await company.records.findOne('staff', { account }))?.id);
  const balanceOf = async (account: string) => Number((await accountOf(account)).balance);

  it('of few points moves them at once, opens the account that was missing, and never takes more than is there', async () => {
    await colleague('starter', 0);
    await company.database.rows('delete from points_account where staff_id = $1', [await staffOf('starter')]);
    const id = await staffOf('starter');
    const both = await Promise.all([adjust('admin', id, 300), adjust('admin', id, 200)]);
    expect(both.map(codeOf)).toEqual(['0', '0']);
    expect(await balanceOf('starter')).toBe(500);
    const taken = await adjust('admin', id, 501, 'out');
    expect([codeOf(taken), taken.message]).toEqual(['E_MALL_POINTS', '积分不足：需要 501，现有 500']);
    expect((await adjust('admin', id, 500, 'out')).code).toBe('0');
    expect(await balanceOf('starter')).toBe(0);
    await expectBalanced();
  });

  it('of more than a thousand waits for somebody else, and moves nothing until then or when it is turned down', async () => {
    const staffId = await colleague('star', 10);
    const { data } = await adjust('admin', staffId, 1001);
    expect(await balanceOf('star')).toBe(10);
    expect((await act('admin', 'approve', data.id)).message).toBe('须由另一人复核');
    const both = await Promise.all([act('manager', 'approve', data.id), act('manager', 'approve', data.id)]);
    expect(both.map(codeOf).sort()).toEqual(['0', 'E_STATE']);
    expect(await balanceOf('star')).toBe(1011);
    const other = await adjust('admin', staffId, 5000);
    expect((await act('manager', 'reject', other.data.id, { comment: '超出预算' })).code).toBe('0');
    const third = await adjust('manager', staffId, 5000);
    expect((await act('manager', 'withdraw', third.data.id)).code).toBe('0');
    expect(await balanceOf('star')).toBe(1011);
    await expectBalanced();
  });

  it('is nobody’s own, of nobody who left, and only for those permitted', async () => {
    expect(codeOf(await adjust('manager', await staffOf('manager'), 1))).toBe('E_MALL_OWN');
    const staffId = await colleague('gone', 10);
    await company.records.update('staff', staffId, { status: 'resigned' });
    expect(codeOf(await adjust('admin', staffId, 1))).toBe('E_MALL_LEFT');
    expect(codeOf(await adjust('sales', await staffOf('star'), 1))).toBe('E_NO_PERMISSION');
    expect(codeOf(await adjust('admin', await staffOf('star'), 0))).toBe('E_INPUT_INVALID');
  });
});

async function accountOf(account: string) {
  const staff = await company.records.findOne('staff', { account });
  const found = await company.records.findOne('points_account', { staffId: staff?.id ?? '' });
  if (found === undefined) throw new TypeError(`no points of ${account}`);
  return found;
}
