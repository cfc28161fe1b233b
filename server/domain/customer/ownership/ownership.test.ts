import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskValue } from '../../../../engine/model/documents/index.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { brokenInvariants } from '../invariants.testing.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

type Body = Readonly<Record<string, unknown>>;
const call = (account: string, path: string, body: Body = {}, page?: string) =>
  company.call<{ id: string; once?: unknown; error: { code: string } }>(account, path, body, {
    'idempotency-key': crypto.randomUUID(),
    ...(page === undefined ? {} : { 'x-app-page': page }),
  });
const done = async (account: string, path: string, body: Body = {}) => {
  const answer = await call(account, path, body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data;
};
const codeOf = async (account: string, path: string, body: Body = {}, page?: string) =>
  (await call(account, path, body, page)).data.error?.code;

let serial = 0;
const create = async (account = 'sales') =>
  (
    await done(account, '/v1/customer/create', {
      name: '归属客户',
      mobile: `13366${String(100_000 + serial++)}`,
      intentionProjectIds: [company.ids.project],
      channelId: company.ids.channel,
      level: 'b',
    })
  ).id;
const pooled = async () => {
  const id = await create('sales3');
  await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
  return id;
};
const claim = (id: string, account = 'sales') => call(account, '/v1/customer/claim', { id }, 'highsea');
const limits = (values: Body) => company.records.update('pool', String(company.ids.pool), values);
const found = (id: string) => company.records.findOne('customer', { id });

describe('what was returned', () => {
  it('is named to those who see the pool, as long as it lies there', async () => {
    const id = await create();
    await done('sales', '/v1/customer/return', { id, reason: '无法联系' });
    const subjectFor = async (account: string) => {
      const where = { field: 'subjectId', op: 'eq', value: id };
      const answer = await company.call<{ list: readonly Body[] }>(
        account,
        '/v1/owner/record/query',
        { where, fields: ['subjectId', 'subjectType'] },
        { 'x-app-page': 'RecycleLog' },
      );
      expect(answer, account).toMatchObject({ code: '0' });
      expect(answer.data.list).toHaveLength(1);
      return answer.data.list[0]?.subject;
    };
    for (const account of ['group_leader', 'manager', 'admin'])
      expect(await subjectFor(account), account).toEqual({ id, name: '归属客户' });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect(await subjectFor('group_leader'), 'a pool of others').toBeNull();
    await limits({ memberDepartmentIds: [company.ids.division] });
    await company.call('manager', '/v1/customer/assign', { id, staffId: company.ids.sales3 });
    expect(await subjectFor('group_leader'), 'of another group').toBeNull();
  });
});

describe('limits of the pool', () => {
  it('hold for claims side by side: a day, a call, and what one holds', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, pooled));
    await limits({ claimDailyLimit: 3, claimBatchLimit: 2, protectHours: 48 });
    const many = await company.call<{ results: { ok: boolean; code?: string }[] }>(
      'sales',
      '/v1/customer/claim',
      { ids: ids.slice(0, 4) },
      { 'x-app-page': 'highsea', 'idempotency-key': crypto.randomUUID() },
    );
    expect(many.data.results.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual([
      'ok',
      'ok',
      'E_CUSTOMER_CLAIM_BATCH',
      'E_CUSTOMER_CLAIM_BATCH',
    ]);
    const claimed = await found(String(ids[0]));
    expect(Date.parse(String(claimed?.protectUntil)) - Date.parse(String(claimed?.claimedAt))).toBe(48 * 3_600_000);
    const racing = await Promise.all(ids.slice(4, 9).map((id) => claim(id)));
    expect(racing.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(racing.filter(({ data }) => data.error?.code === 'E_CUSTOMER_CLAIM_DAILY')).toHaveLength(4);
    const held = await company.records.count('customer', { ownerId: company.ids.sales2, ownState: 'owned' });
    await limits({ claimDailyLimit: 100, claimBatchLimit: 100, holdLimit: held + 2 });
    const left = (await company.records.find('customer', { ownState: 'pooled' })).map(({ id }) => id);
    const byTwo = await Promise.all([
      ...left.slice(0, 4).map((id) => claim(id, 'sales2')),
      ...left.slice(4, 6).map((id) => call('manager', '/v1/customer/assign', { id, staffId: company.ids.sales2 })),
    ]);
    expect(byTwo.filter(({ code }) => code === '0')).toHaveLength(2);
    await limits({ claimDailyLimit: 10, claimBatchLimit: 5, holdLimit: 200, protectHours: 24 });
    expect(await brokenInvariants(company.database)).toEqual([]);
  });

  it('count claims by the day of Shanghai: those before midnight there are of yesterday', async () => {
    const { ids, database, records } = company;
    const id = await pooled();
    await limits({ claimDailyLimit: 2, claimBatchLimit: 100 });
    const [today] = await database.rows(
      "select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as midnight",
    );
    const midnight = new Date(String(today?.midnight)).getTime();
    const person = (await records.findOne('staff', { id: ids.sales })) ?? { passwordHash: null };
    const claimer = await records.insert('staff', {
      ...{ account: 'claimer', name: 'claimer', mobile: '13900000201', passwordHash: person.passwordHash },
      ...{ departmentId: ids.group1, roleIds: [ids['role:sales']], projectIds: [ids.project] },
      ...{ firstLogin: false, receiveLeads: true, status: 'active' },
    });
    const others = [crypto.randomUUID(), crypto.randomUUID()];
    for (const subjectId of others)
      await records.insert('owner_record', {
        ...{ subjectType: 'customer', subjectId, action: 'claim', toStaffId: claimer },
        ...{ startedAt: new Date(midnight).toISOString(), endedAt: new Date(midnight).toISOString() },
      });
    expect((await claim(id, 'claimer')).data.error?.code).toBe('E_CUSTOMER_CLAIM_DAILY');
    await database.rows(
      "update owner_record set started_at = started_at - interval '1 millisecond' where to_staff_id = $1",
      [claimer],
    );
    expect((await claim(id, 'claimer')).code).toBe('0');
    await database.rows('delete from owner_record where subject_id = any($1::uuid[])', [others]);
    await limits({ claimDailyLimit: 10, claimBatchLimit: 5 });
  });

  it('let the owner before take him again once the days of cooling down are over, and not a moment sooner', async () => {
    const { ids, database } = company;
    await limits({ claimDailyLimit: 1000, prevOwnerCooldownDays: 3 });
    const id = await pooled();
    const returnedAgo = async (ms: number) => {
      const at = new Date(Date.now() - ms).toISOString();
      await database.rows(
        `update owner_record set started_at = $1::timestamptz - interval '1 day', ended_at = $1::timestamptz
         where subject_id = $2 and action = 'assign'`,
        [at, id],
      );
      await database.rows("update owner_record set started_at = $1 where subject_id = $2 and action = 'return'", [
        at,
        id,
      ]);
    };
    const days = 3 * 86_400_000;
    await returnedAgo(days - 60_000);
    expect((await claim(id, 'sales3')).data.error?.code).toBe('E_CUSTOMER_COOLDOWN');
    await returnedAgo(days + 1000);
    expect((await claim(id, 'sales3')).code).toBe('0');
    expect(await found(id)).toMatchObject({ ownerId: ids.sales3 });
    await limits({ claimDailyLimit: 10 });
    expect(await brokenInvariants(database)).toEqual([]);
  });

  it('keep who was locked, who has open business, and what another department pools', async () => {
    const id = await create();
    expect(await codeOf('sales', '/v1/customer/lock', { id })).toBe('E_NO_PERMISSION');
    await done('group_leader', '/v1/customer/lock', { id });
    expect(await codeOf('group_leader', '/v1/customer/lock', { id })).toBe('E_GUARD');
    await done('group_leader', '/v1/customer/unlock', { id });
    const order = await company.records.insert('work_order', {
      woNo: 'GDX',
      type: 'service',
      title: '未结',
      content: '未结的工单',
      source: 'staff',
      priority: 'normal',
      status: 'processing',
      customerId: id,
      creatorId: company.ids.sales,
      assigneeId: company.ids.sales2,
      assigneeDeptId: company.ids.group1,
      pausedMinutes: 0,
      escalationLevel: 0,
      transferCount: 0,
      urgeCount: 0,
      reopenCount: 0,
      callbackAttempts: 0,
    });
    expect(await codeOf('sales', '/v1/customer/return', { id, reason: '不想要了' })).toBe('E_CUSTOMER_OPEN_BUSINESS');
    await company.records.update('work_order', order, { status: 'closed', closedAt: new Date().toISOString() });
    await done('sales', '/v1/customer/return', { id, reason: '不想要了' });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect((await claim(id, 'sales2')).data.error.code).toBe('E_NOT_FOUND');
    await limits({ memberDepartmentIds: [company.ids.division] });
    expect((await claim(id, 'sales2')).code).toBe('0');
  });
});

describe('customers brought into the pool', () => {
  it('are nobody’s until somebody claims them, and only a few may make them', async () => {
    const values = {
      ...{ name: '名单客户', intentionProjectIds: [company.ids.project], channelId: company.ids.channel, level: 'c' },
      mobile: `13377${String(100_000 + serial++)}`,
    };
    expect(await codeOf('sales', '/v1/customer/import/pool', values)).toBe('E_NO_PERMISSION');
    const { data } = await call('manager', '/v1/customer/import/pool', values);
    expect(await found(data.id)).toMatchObject({ ownState: 'pooled', ownerId: null, poolId: company.ids.pool });
    expect((await claim(data.id)).code).toBe('0');
    expect(await brokenInvariants(company.database)).toEqual([]);
  });
});

describe('study services', () => {
  it('are claimed, assigned, returned and contacted by the rules of their pool', async () => {
    const { ids, records } = company;
    const first = await records.findOne('staff', { id: ids.sales });
    const person = (account: string, role: string, mobile: string) =>
      records.insert('staff', {
        ...{ account, name: account, mobile, passwordHash: first?.passwordHash, departmentId: ids.group2 },
        ...{ roleIds: [ids[`role:${role}`]], projectIds: [ids.project] },
        ...{ firstLogin: false, receiveLeads: true, status: 'active' },
      });
    const one = await person('supervisor', 'supervisor', '13900000101');
    await person('supervisor2', 'supervisor', '13900000102');
    await person('supervisor_leader', 'supervisor_leader', '13900000103');
    const customerId = await create();
    const business = await records.findOne('pool', { id: ids.pool });
    const { id: _, version: __, createdAt: ___, ...rest } = business ?? { id: '', version: 1, createdAt: '' };
    const poolId = await records.insert('pool', { ...rest, name: '督学公海', kind: 'supervisor', holdLimit: 2 });
    const service = async () => {
      const order = await records.insert('sales_order', {
        ...{ orderNo: `DDX${serial++}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
        ...{ sellerDeptId: ids.group1, listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0 },
        ...{ refundedTotal: 0, payMode: 'full', status: 'in_service', refundFlag: 'none' },
      });
      return records.insert('study_service', {
        ...{ serviceNo: `DXX${serial++}`, orderId: order, customerId, studentName: '学员', projectId: ids.project },
        ...{ poolId, ownState: 'pooled', status: 'pending', pauseCount: 0, riskLevel: 'none' },
      });
    };
    const services = await Promise.all([service(), service(), service(), service()]);
    const [a = '', b = '', c = '', d = ''] = services;
    const take = (id: string, account = 'supervisor') =>
      call(account, '/v1/study/service/claim', { id }, 'teacherhighsea');
    expect((await take(a)).code).toBe('0');
    expect(await take(a, 'supervisor2')).toMatchObject({ message: '该客户已被领取，当前归属：supervisor' });
    expect((await call('sales', '/v1/study/service/claim', { id: b })).code).toBe('1001');
    expect((await take(b)).code).toBe('0');
    expect((await take(c)).data.error.code).toBe('E_CUSTOMER_HOLD_LIMIT');
    await done('supervisor_leader', '/v1/study/service/assign', {
      id: d,
      staffId: (await records.findOne('staff', { account: 'supervisor2' }))?.id,
    });
    expect(await codeOf('supervisor', '/v1/study/service/first/contact', { id: a })).toBe('E_SERVICE_NO_CONTACT');
    await done('supervisor', '/v1/follow/up/create', {
      ...{ bizType: 'study_service', bizId: a, method: 'wechat', result: 'connected', content: '已与学员联系' },
    });
    await done('supervisor', '/v1/study/service/first/contact', { id: a });
    await done('supervisor', '/v1/study/service/return', { id: b, reason: '排班冲突' });
    expect((await take(b)).data.error.code).toBe('E_CUSTOMER_COOLDOWN');
    expect((await take(b, 'supervisor2')).code).toBe('0');
    expect(await records.findOne('study_service', { id: a })).toMatchObject({ status: 'serving', supervisorId: one });
    expect(await brokenInvariants(company.database)).toEqual([]);
  });
});

describe('what a pool hides', () => {
  it('is nothing to anybody but its administrators, until the customer has an owner again', async () => {
    const { ids } = company;
    const place = `省份${serial}`;
    const id = await create('sales3');
    const known = { province: place, city: '某市', remark: '只在晚上接电话', qq: '10010001' };
    await done('sales3', '/v1/customer/modify', { id, version: 1, ...known });
    await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
    const [field, value] = ['province', place];
    const seen = async (account: string, page: string, more: Body = {}) => {
      const body = { fields: Object.keys(known), where: { and: [{ field: 'id', op: 'eq', value: id }] }, ...more };
      const { data } = await company.call<{ list: readonly Body[] }>(account, '/v1/customer/query', body, {
        'x-app-page': page,
      });
      return data.list;
    };
    const byPlace = { where: { field, op: 'eq', value } };
    expect(await seen('sales', 'highsea')).toEqual([expect.objectContaining({ ...known, qq: expect.any(String) })]);
    expect(await seen('sales', 'highsea', byPlace)).toHaveLength(1);

    await limits({ hiddenFields: ['province', 'remark', 'qq'] });
    const hidden = { province: null, remark: null, qq: null, city: '某市' };
    for (const [account, page] of [
      ['sales', 'highsea'],
      ['admin', 'alllist'],
    ] as const) {
      expect(await seen(account, page)).toEqual([expect.objectContaining(hidden)]);
      expect(await seen(account, page, byPlace)).toEqual([]);
    }
    const group = await company.call<{ list: readonly { value: unknown }[] }>(
      'sales',
      '/v1/customer/group',
      { by: field },
      {
        'x-app-page': 'highsea',
      },
    );
    expect(JSON.stringify(group)).not.toContain(place);
    expect(await codeOf('admin', '/v1/customer/reveal', { id, field: 'qq', reason: '核对' })).toBe('E_NO_PERMISSION');
    const told = async () => JSON.stringify(await done('admin', '/v1/customer/history', { id, choices: true }));
    expect(await told()).not.toMatch(/某市.*只在晚上|只在晚上/);
    expect(await told()).toContain('某市');

    await limits({ adminIds: [ids.admin] });
    expect(await seen('admin', 'alllist')).toEqual([expect.objectContaining({ province: place })]);
    expect(await told()).toContain('只在晚上');
    expect(await seen('sales', 'highsea')).toEqual([expect.objectContaining(hidden)]);
    await limits({ claimDailyLimit: 1000 });
    expect(await claim(id)).toMatchObject({ code: '0' });
    expect(await seen('sales', 'alllist')).toEqual([
      expect.objectContaining({ province: place, remark: known.remark }),
    ]);
    await limits({ hiddenFields: null, adminIds: [], claimDailyLimit: 10 });
  });

  it('is chosen from what can be hidden', async () => {
    const pool = await company.records.findOne('pool', { id: company.ids.pool });
    const body = { id: company.ids.pool, version: pool?.version };
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: ['name'] })).toBe('E_INPUT_INVALID');
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: 'qq' })).toBe('E_INPUT_INVALID');
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: ['qq'] })).toBeUndefined();
    await limits({ hiddenFields: null });
  });
});

describe('customers of a pool before they are claimed', () => {
  const view = (account: string, id: string, page?: string) =>
    company.call<Body & { error?: { code: string } }>(
      account,
      '/v1/customer/view',
      { id },
      page === undefined ? {} : { 'x-app-page': page },
    );

  it('are looked at masked by those whose pool it is, on its page alone, and no longer once they are claimed', async () => {
    const id = await pooled();
    const seen = (await view('sales', id, 'highseaDetail')).data;
    expect(seen).toMatchObject({
      mobile: maskValue('mobile', String((await found(id))?.mobile)),
      undialled: { mobile: '公海客户不能拨打，请先领取' },
    });
    for (const page of [undefined, 'panoramic', 'alllist'])
      expect((await view('sales', id, page)).data.error?.code, page).toBe('E_NOT_FOUND');
    expect(await view('promoter', id, 'highseaDetail')).toMatchObject({ data: { error: { code: 'E_NO_PAGE' } } });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect((await view('sales', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
    await limits({ memberDepartmentIds: [company.ids.division], claimDailyLimit: 1000 });
    expect(await call('sales', '/v1/customer/claim', { id }, 'highseaDetail')).toMatchObject({ code: '0' });
    expect((await view('sales2', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
    await limits({ claimDailyLimit: 10 });
  });

  it('are invalid ones nowhere', async () => {
    const id = await pooled();
    await company.records.update('customer', id, { stage: 'invalid' });
    expect((await view('sales', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
  });
});

describe('numbers in the pool', () => {
  it('stay masked for who sees them in clear elsewhere, and are revealed to those alone who administer it', async () => {
    const id = await create('sales3');
    const whom = { targetType: 'staff', targetId: company.ids.admin, staffId: company.ids.admin };
    const plain = { ...whom, field: 'mobile', mode: 'plain', revealDailyLimit: 50, callOnly: false, enabled: true };
    const policy = await company.records.insert('masking_policy', plain);
    const clear = String((await found(id))?.mobile);
    const masked = maskValue('mobile', clear);
    const seen = async () => {
      const where = { field: 'id', op: 'eq', value: id };
      const { data } = await company.call<{ list: readonly Body[] }>('admin', '/v1/customer/query', {
        fields: ['mobile'],
        where,
      });
      const view = await company.call<Body>('admin', '/v1/customer/view', { id });
      return [data.list[0]?.mobile, view.data.mobile];
    };
    // Why nobody has the number revealed, of the customer and of what relates to him.
    const message = '客户在公海中，领取后才能查看号码';
    const highsea = { 'x-app-page': 'highsea' };
    const listed = async (account: string) => {
      const body = { fields: ['mobile'], where: { field: 'id', op: 'eq', value: id } };
      const answer = await company.call<{ list: readonly Body[] }>(account, '/v1/customer/query', body, highsea);
      return answer.data.list[0];
    };
    const other = { customerId: id, kind: 'backup', phone: '13366990011', verified: false, invalid: false };
    const phone = await company.records.insert('customer_phone', other);
    const reveal = { id, field: 'mobile', reason: '核对号码' };
    expect(await seen()).toEqual([clear, clear]);
    expect((await company.call<Body>('admin', '/v1/customer/view', { id })).data).not.toHaveProperty('unrevealed');
    await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
    expect(await seen()).toEqual([masked, masked]);
    for (const account of ['admin', 'group_leader'])
      expect(await listed(account)).toMatchObject({ mobile: masked, unrevealed: { mobile: message } });
    // Who reveals nothing anyhow is told nothing more.
    expect(await listed('sales')).not.toHaveProperty('unrevealed');
    const related = { id: phone, fields: ['phone', 'customer.mobile'] };
    expect((await company.call<Body>('admin', '/v1/customer/phone/view', related)).data).toMatchObject({
      unrevealed: { phone: message },
      customer: { mobile: masked, unrevealed: { mobile: message } },
    });
    expect(await codeOf('admin', '/v1/customer/reveal', reveal)).toBe('E_REVEAL_ROW');
    const conflict = await call('admin', '/v1/customer/modify', { id, version: 1, mobile: '13900001234' });
    expect(conflict).toMatchObject({ data: { error: { code: 'E_VERSION' } } });
    expect(JSON.stringify(conflict)).not.toContain(clear);
    await limits({ adminIds: [company.ids.admin] });
    expect(await seen()).toEqual([clear, clear]);
    expect(await done('admin', '/v1/customer/reveal', reveal)).toMatchObject({ value: clear });
    await limits({ adminIds: [] });
    expect(await claim(id)).toMatchObject({ code: '0' });
    expect(await seen()).toEqual([clear, clear]);
    await company.records.update('masking_policy', policy, { enabled: false });
  });
});

describe('follow-ups', () => {
  const note = (bizId: string, over: Body = {}) => ({
    ...{ bizType: 'customer', bizId, method: 'call', result: 'connected', content: '接通后介绍了课程' },
    ...over,
  });

  it('that say a call reached somebody need that call', async () => {
    const id = await create();
    const path = '/v1/follow/up/create';
    expect(await codeOf('sales', path, note(id))).toBe('E_FOLLOW_UP_NO_CALL');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const callWith = (values: Body) =>
      company.records.insert('call_record', {
        ...{ callNo: `TH${serial++}`, provider: 'manual', direction: 'out', staffId: company.ids.sales },
        ...{ departmentId: company.ids.group1, customerId: id, startedAt: hoursAgo(1), answeredAt: hoursAgo(1) },
        ...{ talkSeconds: 60, status: 'answered', confirmation: 'line', forbiddenHitCount: 0, qaStatus: 'none' },
        ...values,
      });
    await callWith({ staffId: company.ids.sales2 });
    await callWith({ startedAt: hoursAgo(30), answeredAt: hoursAgo(30) });
    const missed = await callWith({ status: 'no_answer', talkSeconds: 0, answeredAt: null });
    expect(await codeOf('sales', path, note(id))).toBe('E_FOLLOW_UP_NO_CALL');
    expect(await codeOf('sales', path, note(id, { callRecordId: missed }))).toBe('E_FOLLOW_UP_NO_CALL');
    const reached = await callWith({});
    const { id: written } = await done('sales', path, note(id));
    expect(await company.records.findOne('follow_up', { id: written })).toMatchObject({ callRecordId: reached });
    expect(await found(id)).toMatchObject({ followCount: 1, stage: 'following' });
    await Promise.all(
      Array.from({ length: 8 }, () => done('sales', path, note(id, { result: 'no_answer', content: '没有接通电话' }))),
    );
    expect(await found(id)).toMatchObject({ followCount: 9 });
    expect(await codeOf('sales', path, note(id, { content: '四个字呀' }))).toBe('E_INPUT_INVALID');
    await company.database.rows("update follow_up set created_at = now() - interval '25 hours' where id = $1", [
      written,
    ]);
    expect(await codeOf('sales', '/v1/follow/up/modify', { id: written, version: 1, content: '改得太晚了一些' })).toBe(
      'E_FOLLOW_UP_AUTHOR',
    );
  });

  it('tell the colleagues they mention, and those without access nothing of the customer', async () => {
    const id = await create();
    const { ids } = company;
    const content = '请 @group_leader 与 @sales3 看一下这位客户';
    const mentionedIds = [ids.group_leader, ids.sales3, ids.sales];
    const answer = await done('sales', '/v1/follow/up/create', note(id, { method: 'wechat', content, mentionedIds }));
    expect(answer.once).toEqual([{ title: '无权查看该客户，只收到不带内容的通知', value: 'sales3' }]);
    const notices = await company.database.rows(
      "select receiver_id, content, link_id from notification where title = '有同事提到了您'",
    );
    const of = (account: string) => notices.find((notice) => notice.receiver_id === ids[account]);
    expect(notices).toHaveLength(2);
    expect(of('group_leader')).toMatchObject({ link_id: id, content: expect.stringContaining(content) });
    expect(of('sales3')).toMatchObject({ link_id: null, content: expect.stringContaining('没有查看该客户的权限') });
    // Told once: changing the text tells only whoever was added.
    await done('sales', '/v1/follow/up/modify', {
      ...{ id: answer.id, version: 1, mentionedIds: [...mentionedIds, ids.manager] },
    });
    const after = await company.database.rows("select 1 from notification where title = '有同事提到了您'");
    expect(after).toHaveLength(3);
  });
});

describe('opportunities', () => {
  it('go on after a follow-up, and open again while their customer is still theirs', async () => {
    const customerId = await create();
    const { id } = await done('sales', '/v1/opportunity/create', {
      ...{ customerId, title: '商机', projectId: company.ids.project, amount: 100 },
    });
    expect(await codeOf('sales', '/v1/opportunity/advance', { id })).toBe('E_GUARD');
    await done('sales', '/v1/follow/up/create', {
      ...{ bizType: 'customer', bizId: customerId, method: 'wechat', result: 'interested', content: '确认了需求' },
    });
    await done('sales', '/v1/opportunity/advance', { id });
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    await done('group_leader', '/v1/customer/transfer', { id: customerId, staffId: company.ids.sales2 });
    expect(await codeOf('sales', '/v1/opportunity/reopen', { id })).toBe('E_GUARD');
  });
});
