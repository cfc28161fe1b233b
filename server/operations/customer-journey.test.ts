import { expect, it } from 'vitest';
import type { DatasetMeasure } from '../../engine/model/documents/index.ts';
import { company, create, newCustomer, onPool, startCustomerCompany } from './customer-company.testing.ts';

startCustomerCompany();

const addsUp = ({ aggregate, hidden }: DatasetMeasure) =>
  hidden !== true && (aggregate === 'count' || aggregate === 'sum');

it('signs in by user name and by mobile number, and answers wrong pairs with one sentence', async () => {
  const byName = await company.call<{ token: string; firstLogin: string }>(undefined, '/v1/sys/user/login', {
    account: 'sales',
    password: 'test-Pass1',
  });
  expect(byName).toMatchObject({
    code: '0',
    data: { name: 'sales', mobile: '139****0003', firstLogin: '1', projectlist: [{ name: '法律职业资格' }] },
  });
  expect(
    await company.call(undefined, '/v1/sys/user/login', { account: '13900000003', password: 'test-Pass1' }),
  ).toMatchObject({ code: '0', data: { name: 'sales' } });
  for (const body of [
    { account: 'sales', password: 'wrong-1' },
    { account: 'nobody', password: 'wrong-1' },
  ]) {
    expect(await company.call(undefined, '/v1/sys/user/login', body)).toMatchObject({
      code: '1',
      message: '账号或密码错误',
    });
  }
});

it('answers 1002 without a session and after signing out', async () => {
  expect(await company.call(undefined, '/v1/sys/user/my/view')).toMatchObject({ code: '1002' });
  const { data } = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', {
    account: 'sales2',
    password: 'test-Pass1',
  });
  const mine = { 'x-app-token': data.token };
  expect(await company.call(undefined, '/v1/sys/user/my/view', {}, mine)).toMatchObject({
    code: '0',
    data: { name: 'sales2' },
  });
  expect(await company.call(undefined, '/v1/sys/user/logout', {}, mine)).toMatchObject({ code: '0' });
  expect(await company.call(undefined, '/v1/sys/user/my/view', {}, mine)).toMatchObject({ code: '1002' });
});

it('returns menu and buttons by role', async () => {
  const menu = JSON.stringify(await company.call('sales', '/v1/sys/menu/item/my/query'));
  expect(menu).toContain('/customer/business/highsea');
  expect(menu).not.toContain('/customer/personalpromote');
  const buttons = await company.call<{ name: string }[]>('promoter', '/v1/sys/menu/button/my/query');
  expect(buttons.data.map((button) => button.name)).not.toContain('customer:claim');
});

it('creates a customer with number, owner, phone row, owner record and one log row', async () => {
  const id = await create('sales', { mobile: '+86 138-1234 5678' });
  const customer = await company.records.findOne('customer', { id });
  expect(customer).toMatchObject({
    mobile: '13812345678',
    ownState: 'owned',
    ownerId: company.ids.sales,
    ownerDeptId: company.ids.group1,
    stage: 'fresh',
    poolId: null,
  });
  expect(String(customer?.customerNo)).toMatch(/^KH\d{8}\d{6}$/);
  expect(await company.records.findOne('customer_phone', { customerId: id })).toMatchObject({
    phone: '13812345678',
    kind: 'main',
  });
  expect(await company.records.find('owner_record', { subjectId: id })).toMatchObject([
    { action: 'assign', toStaffId: company.ids.sales, endedAt: null },
  ]);
  const logs = await company.records.find('operation_log', { entityId: id });
  expect(logs).toMatchObject([{ action: 'customer.create' }]);
  expect(JSON.stringify(logs)).not.toContain('13812345678');
});

it('refuses bad input field by field and writes nothing', async () => {
  const before = await company.records.count('customer', {});
  const answer = await company.call('sales', '/v1/customer/create', {
    ...newCustomer({ mobile: '123', level: 'z', name: '' }),
    ownerId: company.ids.sales2,
    colour: 'red',
  });
  expect(answer).toMatchObject({ code: '1', data: { error: { code: 'E_INPUT_INVALID' } } });
  const faults = JSON.stringify(answer.data);
  for (const part of [
    'E_INPUT_FORMAT',
    '/mobile',
    'E_INPUT_CHOICE',
    '/level',
    'E_INPUT_REQUIRED',
    '/name',
    'E_INPUT_READONLY',
    '/ownerId',
    'E_INPUT_UNKNOWN',
    '/colour',
  ])
    expect(faults).toContain(part);
  expect(await company.records.count('customer', {})).toBe(before);
});

it('refuses a number that another customer has', async () => {
  await create('sales', { mobile: '13811112222' });
  expect(await company.call('sales2', '/v1/customer/create', newCustomer({ mobile: '138 1111 2222' }))).toMatchObject({
    code: '1',
    // Whose it is hears who may see him.
    message: '该手机号已存在，当前归属：其他同事',
  });
  expect(
    await company.call('group_leader', '/v1/customer/create', newCustomer({ mobile: '138 1111 2222' })),
  ).toMatchObject({ message: '该手机号已存在，当前归属：sales' });
});

it('shows each role its rows and masks mobile numbers', async () => {
  const id = await create('sales', { name: '范围甲', mobile: '13822223333' });
  const seen = async (account: string) =>
    (
      await company.call<{ list: { id: string; mobile: string }[] }>(account, '/v1/customer/query', {
        size: 1000,
        fields: ['name', 'mobile'],
      })
    ).data.list.find((row) => row.id === id);
  expect(await seen('sales')).toMatchObject({ mobile: '138****3333' });
  expect(await seen('group_leader')).toMatchObject({ mobile: '138****3333' });
  expect(await seen('manager')).toBeDefined();
  expect(await seen('admin')).toMatchObject({ mobile: '13822223333' });
  expect(await seen('sales2')).toBeUndefined();
  expect(await seen('sales3')).toBeUndefined();
  expect(await company.call('sales2', '/v1/customer/view', { id })).toMatchObject({
    code: '1',
    data: { error: { code: 'E_NOT_FOUND' } },
  });
  const missing = await company.call('sales2', '/v1/customer/view', { id: '00000000-0000-7000-8000-000000000000' });
  expect(missing).toMatchObject({ code: '1', message: '数据不存在或无权查看' });
});

it('finds a masked number by its whole value only', async () => {
  await create('sales', { mobile: '13833334444' });
  const search = async (keyword: string) =>
    (
      await company.call<{ list: unknown[] }>('sales', '/v1/customer/query', {
        where: { search: keyword },
        fields: ['name'],
      })
    ).data.list.length;
  expect(await search('138 3333 4444')).toBe(1);
  expect(await search('1383333')).toBe(0);
  const bySort = await company.call('sales', '/v1/customer/query', { sort: ['mobile'] });
  expect(bySort).toMatchObject({ code: '1', data: { error: { code: 'E_INPUT_INVALID' } } });
});

it('filters, sorts and pages without a row twice or missing', async () => {
  for (let index = 0; index < 23; index++) await create('sales2', { name: `分页${String(index).padStart(2, '0')}` });
  const where = { field: 'name', op: 'startsWith', value: '分页' };
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await company.call<{ list: { name: string }[]; next: string | null; total: number }>(
      'sales2',
      '/v1/customer/query',
      { where, sort: ['name'], size: 5, fields: ['name'], ...(cursor == null ? {} : { cursor }) },
    );
    expect(page.data.total).toBe(23);
    names.push(...page.data.list.map((row) => row.name));
    cursor = page.data.next;
  } while (cursor !== null);
  expect(names).toEqual(Array.from({ length: 23 }, (_, index) => `分页${String(index).padStart(2, '0')}`));
  const second = await company.call<{ list: { name: string }[]; previous: string }>('sales2', '/v1/customer/query', {
    where,
    sort: ['name'],
    size: 5,
    fields: ['name'],
    cursor: 'row:10',
  });
  expect(second.data.list[0]?.name).toBe('分页10');
  const back = await company.call<{ list: { name: string }[] }>('sales2', '/v1/customer/query', {
    where,
    sort: ['name'],
    size: 5,
    fields: ['name'],
    cursor: second.data.previous,
  });
  expect(back.data.list.map((row) => row.name)).toEqual(['分页05', '分页06', '分页07', '分页08', '分页09']);
});

it('merges an edit that does not collide and lists the fields of one that does', async () => {
  const id = await create('sales', { name: '并发' });
  const { data } = await company.call<{ version: number }>('sales', '/v1/customer/view', {
    id,
    fields: ['name', 'city'],
  });
  expect(await company.call('sales', '/v1/customer/modify', { id, version: data.version, city: '上海' })).toMatchObject(
    { code: '0' },
  );
  const stale = { id, version: data.version };
  expect(
    await company.call('sales', '/v1/customer/modify', { ...stale, name: '并发二', was: { name: '并发' } }),
  ).toMatchObject({ code: '0' });
  const collision = await company.call('sales', '/v1/customer/modify', { ...stale, city: '北京', was: { city: null } });
  expect(collision).toMatchObject({
    code: '1',
    data: { error: { code: 'E_VERSION', fields: [{ key: 'city', stored: '上海' }] } },
  });
  expect(await company.records.findOne('customer', { id })).toMatchObject({ name: '并发二', city: '上海' });
});

it('keeps a page to its own operations', async () => {
  expect(await company.call('sales', '/v1/opportunity/query', {}, onPool)).toMatchObject({
    code: '1001',
    data: { error: { code: 'E_PAGE_OPERATION' } },
  });
});

it('answers figures that equal the rows behind them', async () => {
  const own = new Set(company.documents.roles.get('sales')?.permissions);
  for (const dataset of company.documents.datasets.values()) {
    const answer = await company.call<{ total: Record<string, number>; series: { key: string; data: number[] }[] }>(
      own.has(dataset.permission) ? 'sales' : 'admin',
      dataset.path,
      { dimensions: (dataset.dimensions ?? []).slice(0, 1).map((dimension) => dimension.key) },
    );
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
    for (const measure of dataset.measures.filter(addsUp)) {
      const sum = answer.data.series.find((series) => series.key === measure.key)?.data.reduce((a, b) => a + b, 0);
      if (dataset.dimensions?.[0] !== undefined)
        expect(sum, `${dataset.name}.${measure.key}`).toBe(answer.data.total[measure.key]);
    }
  }
});

it('refuses names that reach a prototype, foreign content types and other methods', async () => {
  const { app } = company;
  const send = async (payload: string, type = 'application/json') =>
    (
      await app.inject({ method: 'POST', url: '/v1/sys/user/login', payload, headers: { 'content-type': type } })
    ).json();
  expect(await send('{"__proto__": {"x": 1}}')).toMatchObject({
    code: '1',
    data: { error: { code: 'E_INPUT_INVALID' } },
  });
  expect(await send('{')).toMatchObject({ data: { error: { code: 'E_BODY_UNREADABLE' } } });
  expect(await send('['.repeat(10_000))).toMatchObject({ data: { error: { code: 'E_BODY_UNREADABLE' } } });
  expect(await send('a=1', 'application/x-www-form-urlencoded')).toMatchObject({
    data: { error: { code: 'E_CONTENT_TYPE' } },
  });
  const get = await app.inject({ method: 'GET', url: '/v1/customer/query' });
  expect(get.statusCode).toBe(405);
  expect((await app.inject({ method: 'POST', url: '/v1/nothing' })).statusCode).toBe(404);
});

it('lets only the author change a follow-up, and only for a day', async () => {
  const id = await create('sales');
  const written = await company.call<{ id: string; version: number }>('sales', '/v1/follow/up/create', {
    bizType: 'customer',
    bizId: id,
    method: 'wechat',
    result: 'interested',
    content: '第一次沟通内容',
  });
  const edit = { id: written.data.id, version: 1, content: '第一次沟通内容，补充' };
  expect(await company.call('group_leader', '/v1/follow/up/modify', edit)).not.toMatchObject({ code: '0' });
  expect(await company.call('sales', '/v1/follow/up/modify', edit)).toMatchObject({ code: '0' });
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const late = await company.records.insert('follow_up', {
    bizType: 'customer',
    bizId: id,
    customerId: id,
    method: 'call',
    result: 'connected',
    content: '昨天以前的内容',
    staffId: company.ids.sales,
    departmentId: company.ids.group1,
  });
  await company.database.rows('update follow_up set created_at = $1 where id = $2', [old, late]);
  expect(
    await company.call('sales', '/v1/follow/up/modify', { id: late, version: 1, content: '改写历史内容' }),
  ).toMatchObject({
    code: '1',
    data: { error: { code: 'E_FOLLOW_UP_AUTHOR' } },
  });
});
