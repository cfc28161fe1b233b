import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DialAnswer, IncomingAnswer } from '../../contract/phone.ts';
import { dayOf } from '../../engine/model/time/index.ts';
import type { DatasetAnswer } from '../../engine/model/wire/index.ts';
import { ScheduleClock } from '../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { multipart } from '../testing/multipart.ts';
import { lineSecret, type PhoneCompany, startPhoneCompany } from '../testing/phone-company.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { callerToken } from './caller-token.ts';
import { signed } from './signature.ts';
import { TicketTaker } from './ticket.ts';

let phone: PhoneCompany;
let company: TestApp;
let worker: JobWorker;

beforeAll(async () => {
  phone = await startPhoneCompany();
  company = phone.app;
  worker = startJobWorker(company.documents, company.database);
}, 60_000);

afterAll(async () => {
  await worker.close();
  await company.close();
});

const newMobile = () => phone.newMobile();
const newCustomer: PhoneCompany['newCustomer'] = (...given) => phone.newCustomer(...given);
const click: PhoneCompany['click'] = (...given) => phone.click(...given);
const type: PhoneCompany['type'] = (...given) => phone.type(...given);
const tell: PhoneCompany['tell'] = (...given) => phone.tell(...given);
const end: PhoneCompany['end'] = (...given) => phone.end(...given);
const line: PhoneCompany['line'] = (...given) => phone.line(...given);
const callOf: PhoneCompany['callOf'] = (id) => phone.callOf(id);

it('answers what a seat registers with: the digest, and never the password', async () => {
  const answer = await company.call('sales', '/v1/phone/registration/create');
  const ha1 = createHash('md5').update('8001:pbx.test:word-8001').digest('hex');
  expect(answer.data).toEqual({
    hosts: ['ws://127.0.0.1:9/8001'],
    domain: 'pbx.test',
    user: '8001',
    ha1,
    iceServers: [],
  });
  expect(JSON.stringify(answer)).not.toContain('word-8001');
  expect(await company.call('promoter', '/v1/phone/registration/create')).toMatchObject({
    code: '1',
    data: { error: { code: 'E_PHONE_NO_SEAT' } },
  });
});

it('offers the lines somebody has a seat on, with a ticket that is good once', async () => {
  const { data } = await company.call<{ lines: { provider: string; ticket?: string }[]; results: object[] }>(
    'sales',
    '/v1/phone/my/view',
  );
  expect(data.lines).toMatchObject([
    { provider: 'webphone', seatCode: '8001' },
    { provider: 'hl', agentId: 'hl8001', url: 'ws://127.0.0.1:9/hl' },
  ]);
  const ticket = data.lines[1]?.ticket ?? '';
  const taker = new TicketTaker(lineSecret);
  expect(taker.take('hl', 'hl8002', ticket)).toBe(false);
  expect(taker.take('dlsw', 'hl8001', ticket)).toBe(false);
  expect(new TicketTaker(lineSecret).take('hl', 'hl8001', ticket, Date.now() + 61_000)).toBe(false);
  expect(taker.take('hl', 'hl8001', ticket)).toBe(true);
  expect(taker.take('hl', 'hl8001', ticket)).toBe(false);
  expect((await company.call('promoter', '/v1/phone/my/view')).data).toEqual({
    system: 'real',
    lines: [],
    results: [],
  });
  expect(data.results).toContainEqual({ key: 'connected', title: expect.any(String) });
});

it('writes the record before the call goes out, and hides the number from who sees it masked', async () => {
  const { id, mobile } = await newCustomer();
  const { data, code } = await click(id);
  expect(code).toBe('0');
  expect(data).toMatchObject({
    number: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    name: '被叫客户',
    customerId: id,
  });
  expect(data.target).toMatch(/^d[0-9a-f]{24}$/);
  expect(JSON.stringify(data)).not.toContain(mobile);
  expect(phone.told.at(-1)).toEqual({ code: data.target, number: mobile, seatCode: '8001', callId: data.callId });
  expect(await callOf(data.callId)).toMatchObject({
    callNo: data.callNo,
    status: 'dialing',
    direction: 'out',
    callee: mobile,
    customerId: id,
    bizType: 'customer',
    bizId: id,
    staffId: company.ids.sales,
    departmentId: company.ids.group1,
    seatCode: '8001',
    talkSeconds: 0,
  });
  const [logged] = await company.records.find('operation_log', { entityId: data.callId });
  expect(JSON.stringify(logged)).not.toContain(mobile);
  // A call that nobody but the browser knows of is none of the customer's yet.
  expect(await company.records.findOne('customer', { id })).toMatchObject({ callCount: 0, firstCallAt: null });
  await line({ callId: data.callId, kind: 'ringing' });
  await line({ callId: data.callId, kind: 'answered' });
  expect(await company.records.findOne('customer', { id })).toMatchObject({ callCount: 1 });
  expect((await company.records.findOne('customer', { id }))?.firstCallAt).not.toBeNull();
  await end(data.callId);
});

it('goes forward from dialling to what the browser says of its end, by the time of the server, whoever tells twice or late', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await tell(callId, { kind: 'ringing' })).data).toEqual({ callId, status: 'ringing', talkSeconds: 0 });
  expect((await tell(callId, { kind: 'answered' })).data).toMatchObject({ status: 'talking' });
  expect((await tell(callId, { kind: 'ringing' })).data).toMatchObject({ status: 'talking' });
  expect((await tell(callId, { kind: 'rejected', code: 486 })).data).toMatchObject({ status: 'talking' });
  await company.database.rows(
    `update call_record set started_at = started_at - interval '95 seconds', ring_at = ring_at - interval '95 seconds', answered_at = answered_at - interval '95 seconds' where id = '${callId}'`,
  );
  const ended = (await tell(callId, { kind: 'ended', hangupBy: 'customer' })).data;
  expect(ended).toMatchObject({ status: 'unconfirmed', talkSeconds: 0 });
  expect((await tell(callId, { kind: 'ended', hangupBy: 'staff' })).data).toEqual(ended);
  const call = await callOf(callId);
  expect([95, 96, 97]).toContain(call?.toldSeconds);
  expect(call).toMatchObject({ hangupBy: 'customer', rejectCode: null, confirmation: 'pending' });
});

it.each([
  [480, 'unreachable'],
  [486, 'busy'],
  [408, 'no_answer'],
  [500, 'failed'],
  [487, 'rejected'],
  [484, 'failed'],
  [302, 'failed'],
  [null, 'failed'],
] as const)('keeps code %s as %s', async (code, status) => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await tell(callId, { kind: 'rejected', code })).data).toMatchObject({ status, talkSeconds: 0 });
  expect(await callOf(callId)).toMatchObject({ rejectCode: code, status });
});

it('takes events of a call from its own person only, and none that are no events', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await tell(callId, { kind: 'answered' }, 'sales2')).data.error).toMatchObject({ code: 'E_NOT_FOUND' });
  expect((await tell(randomUUID(), { kind: 'answered' })).data.error).toMatchObject({ code: 'E_NOT_FOUND' });
  expect((await tell(callId, { kind: 'talking' })).data.error).toMatchObject({ code: 'E_INPUT_INVALID' });
  expect((await tell(callId, { kind: 'ended', hangupBy: 'nobody' })).data.error).toMatchObject({
    code: 'E_INPUT_INVALID',
  });
  await end(callId);
});

it('refuses who has no seat, whom he does not reach, and what is no number', async () => {
  const { id } = await newCustomer();
  const refusal = async (answer: ReturnType<PhoneCompany['click']>) => (await answer).data.error?.code;
  expect(await refusal(click(id, 'group_leader'))).toBe('E_PHONE_NO_SEAT');
  expect(await refusal(click(id, 'sales3'))).toBe('E_PHONE_OUT_OF_SCOPE');
  expect(await refusal(click(randomUUID(), 'sales'))).toBe('E_PHONE_OUT_OF_SCOPE');
  expect(await refusal(click(id, 'sales', { field: 'name' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { field: 'owner.sipPassword' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { entity: 'nothing' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { provider: 'dlsw' }))).toBe('E_PHONE_NO_SEAT');
  expect(await refusal(click(id, 'sales', { provider: 'other' }))).toBe('E_INPUT_INVALID');
  const social = await company.call<{ id: string }>('promoter', '/v1/social/lead/create', {
    platform: 'littleredbook',
    accountName: '法考君',
    nickname: '小红薯',
    platformUid: 'u1',
    comment: '想报名',
  });
  expect(social).toMatchObject({ code: '0' });
  expect(await refusal(click(social.data.id, 'admin', { entity: 'social_lead' }))).toBe('E_PHONE_NO_NUMBER');
  expect(await company.records.count('call_record', { bizId: id })).toBe(0);
});

it('refuses the blacklisted, those who asked not to be called, and the pool', async () => {
  const refusal = async (change: object, account = 'sales') => {
    const { id, mobile } = await newCustomer();
    await company.records.update('customer', id, { ...change });
    const codes = [(await click(id, account)).data.error?.code, (await type(mobile, account)).data.error?.code];
    expect(codes[0]).toBe(codes[1]);
    return codes[0];
  };
  expect(await refusal({ blacklisted: true })).toBe('E_PHONE_BLACKLISTED');
  expect(await refusal({ doNotCall: true })).toBe('E_PHONE_DO_NOT_CALL');
  const { ids } = company;
  const pooled = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: ids.pool };
  expect(await refusal(pooled)).toBe('E_PHONE_POOLED');
});

it('says beside a number why it is not to be called, as the call itself is refused', async () => {
  const seen = async (account: string, id: string, page?: string) => {
    const body = { fields: ['mobile'], where: { field: 'id', op: 'eq', value: id } };
    const { data } = await company.call<{ list: readonly Record<string, unknown>[] }>(
      account,
      '/v1/customer/query',
      body,
      page === undefined ? {} : { 'x-app-page': page },
    );
    return data.list[0];
  };
  const { ids, records } = company;
  const { id, mobile } = await newCustomer();
  expect(await seen('sales', id)).not.toHaveProperty('undialled');
  const pooled = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: ids.pool };
  for (const [change, page] of [
    [{ doNotCall: true }, undefined],
    [{ blacklisted: true }, undefined],
    [{ blacklisted: false, doNotCall: false, ...pooled }, 'highsea'],
  ] as const) {
    await records.update('customer', id, change);
    const { message } = await type(mobile);
    expect(await seen('sales', id, page)).toMatchObject({ undialled: { mobile: message } });
  }
  const phone = await records.findOne('customer_phone', { customerId: id });
  const message = '公海客户不能拨打，请先领取';
  const view = (path: string, body: object) => company.call<Record<string, unknown>>('admin', path, { ...body });
  expect(
    (await view('/v1/customer/phone/view', { id: phone?.id, fields: ['phone', 'customer.mobile'] })).data,
  ).toMatchObject({ undialled: { phone: message }, customer: { undialled: { mobile: message } } });
  // A service to somebody who bought is none of the pool's business; whoever asked to be left alone is still left alone.
  const order = await records.insert('work_order', {
    ...{ woNo: 'GDU1', type: 'service', title: '服务', content: '服务的工单', source: 'staff', priority: 'normal' },
    ...{ status: 'processing', customerId: id, creatorId: ids.sales, pausedMinutes: 0, escalationLevel: 0 },
    ...{ transferCount: 0, urgeCount: 0, reopenCount: 0, callbackAttempts: 0, assigneeId: ids.sales },
    assigneeDeptId: ids.group1,
  });
  const ofOrder = async () => (await view('/v1/work/order/view', { id: order, fields: ['customer.mobile'] })).data;
  expect(await ofOrder()).not.toHaveProperty('customer.undialled');
  await records.update('customer', id, { doNotCall: true });
  expect(await ofOrder()).toMatchObject({ customer: { undialled: { mobile: '客户要求免打扰，不能拨打' } } });
});

it('sells nothing by night', async () => {
  const { id } = await newCustomer();
  const now = (new Date().getUTCHours() + 8) % 24;
  phone.state.hours = now < 12 ? { from: 12, until: 24 } : { from: 0, until: 12 };
  try {
    expect(await click(id)).toMatchObject({ data: { error: { code: 'E_PHONE_NIGHT' } } });
    expect(await type(newMobile())).toMatchObject({ data: { error: { code: 'E_PHONE_NIGHT' } } });
    const own = await type('600');
    expect(own).toMatchObject({ code: '0', data: { target: '600', name: '', customerId: null } });
    await end(own.data.callId);
  } finally {
    phone.state.hours = { from: 0, until: 24 };
  }
});

it('calls a number in vain three times a day, whoever calls', async () => {
  const { id, mobile } = await newCustomer();
  for (const code of [486, 480, 487]) {
    const { callId } = (await click(id)).data;
    await line({ callId, kind: 'rejected', code });
  }
  expect(await click(id)).toMatchObject({
    message: expect.stringContaining('3 次'),
    data: { error: { code: 'E_PHONE_TRIED' } },
  });
  expect((await type(mobile, 'manager')).data.error?.code).toBe('E_PHONE_TRIED');
  await company.database.rows(
    `update call_record set started_at = started_at - interval '1 day' where customer_id = '${id}'`,
  );
  const again = await click(id);
  expect(again.code).toBe('0');
  await end(again.data.callId);
});

it('knows whose a typed number is, and leaves those of others alone', async () => {
  const { id, mobile } = await newCustomer();
  expect((await type(mobile, 'sales3')).data.error?.code).toBe('E_PHONE_OUT_OF_SCOPE');
  const own = await type(`+86 ${mobile}`);
  expect(own.data).toMatchObject({ name: '被叫客户', customerId: id });
  expect(await callOf(own.data.callId)).toMatchObject({ bizType: 'customer', bizId: id });
  await end(own.data.callId);
  for (const number of ['12', 'abc', '1'.repeat(21)])
    expect((await type(number)).data.error?.code).toBe('E_INPUT_INVALID');
});

it('never has two open calls of one person, however many are asked for at once', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => newCustomer()));
  const answers = await Promise.all(customers.map(({ id }) => click(id)));
  const made = answers.filter(({ code }) => code === '0');
  expect(made).toHaveLength(1);
  for (const { code, data } of answers) if (code !== '0') expect(data.error?.code).toBe('E_PHONE_IN_CALL');
  expect(await company.records.count('call_record', { staffId: company.ids.sales, endedAt: null })).toBe(1);
  await end(made[0]?.data.callId ?? '');
});

it('guards the one open call in the database too', async () => {
  const call = (callNo: string) =>
    company.records.insert('call_record', {
      callNo,
      provider: 'webphone',
      direction: 'out',
      staffId: company.ids.sales2,
      departmentId: company.ids.group1,
      startedAt: new Date().toISOString(),
      talkSeconds: 0,
      status: 'dialing',
      forbiddenHitCount: 0,
      qaStatus: 'none',
    });
  const id = await call('TH-guard-1');
  await expect(call('TH-guard-2')).rejects.toThrow();
  await company.records.update('call_record', id, { status: 'failed', endedAt: new Date().toISOString() });
});

it('gives a repeated call its first record and another code', async () => {
  const { id } = await newCustomer();
  const body = { provider: 'webphone', entity: 'customer', id, field: 'mobile' };
  const key = { 'idempotency-key': `dial-${id}` };
  const [first, second] = [
    await company.call<DialAnswer>('sales', '/v1/phone/call/create', body, key),
    await company.call<DialAnswer>('sales', '/v1/phone/call/create', body, key),
  ];
  expect(second.data).toMatchObject({ callId: first.data.callId, callNo: first.data.callNo });
  const kept = await company.database.rows(`select answer::text from idempotency_key where key = 'dial-${id}'`);
  expect(JSON.stringify(kept)).not.toContain(first.data.target);
  await end(first.data.callId);
});

it('ends a call at once that the line cannot make', async () => {
  const { id } = await newCustomer();
  phone.state.failsCodes = true;
  const refused = await click(id).finally(() => {
    phone.state.failsCodes = false;
  });
  expect(refused.data.error?.code).toBe('E_PHONE_HOST_AWAY');
  expect(await company.records.find('call_record', { bizId: id })).toMatchObject([
    { status: 'failed', talkSeconds: 0, confirmation: 'pending' },
  ]);
});

it('tells who calls within his scope, several or none, and writes one record however often it is told', async () => {
  const { id, mobile } = await newCustomer();
  const incoming = (account: string, providerCallId: string, caller = mobile) =>
    company.call<IncomingAnswer & { readonly error?: { readonly code: string } }>(
      account,
      '/v1/phone/call/incoming/create',
      { provider: 'webphone', providerCallId, caller },
    );
  const [first, again] = await Promise.all([incoming('sales', 'in-1'), incoming('sales', 'in-1')]);
  expect(first.data).toMatchObject({
    number: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    matches: [{ entity: 'customer', id, name: '被叫客户', stage: expect.any(String) }],
  });
  const page = first.data.matches[0]?.page ?? '';
  expect(company.documents.pages.get(page)).toMatchObject({ kind: 'panorama', entity: 'customer' });
  expect(again.data.callId).toBe(first.data.callId);
  expect(await company.records.count('call_record', { providerCallId: 'in-1' })).toBe(1);
  expect(await callOf(first.data.callId)).toMatchObject({
    direction: 'in',
    caller: mobile,
    callee: '8001',
    customerId: id,
    status: 'ringing',
  });
  expect((await incoming('sales2', 'in-1')).data.error?.code).toBe('E_PHONE_OTHERS_CALL');
  await tell(first.data.callId, { kind: 'answered' });
  await end(first.data.callId);
  const landline = { customerId: id, phone: '010-62345678', kind: 'landline' };
  expect(await company.call('sales', '/v1/customer/phone/create', landline)).toMatchObject({ code: '0' });
  const fromServer = await incoming('sales', 'in-6', '+86 10 6234 5678');
  expect(fromServer.data).toMatchObject({ matches: [{ entity: 'customer', id }] });
  await end(fromServer.data.callId);
  const stranger = await incoming('sales3', 'in-3');
  expect(stranger.data).toMatchObject({ matches: [] });
  expect(await callOf(stranger.data.callId)).toMatchObject({ customerId: null, bizId: null });
  await end(stranger.data.callId, 'sales3');
  const colleague = await incoming('sales', 'in-5', '8002');
  expect(colleague.data).toMatchObject({ number: '8002', matches: [] });
  await end(colleague.data.callId);
  const nameless = await incoming('sales', 'in-4', 'anonymous');
  expect(nameless.data).toMatchObject({ matches: [] });
  await end(nameless.data.callId);
});

it('leaves a call that several may have made nobody’s until it is followed up, and only for who has the number', async () => {
  const { ids, records } = company;
  const { id, mobile } = await newCustomer();
  const stranger = await newCustomer();
  const seat = await records.findOne('staff', { id: ids.sales });
  const leadId = await records.insert('lead', {
    ...{ leadNo: `XS-${mobile}`, name: '同号线索', mobile, projectId: ids.project, channelId: ids.channel },
    ...{ intention: 'middle', promoterId: ids.promoter, promoterDeptId: seat?.departmentId, reassignCount: 0 },
    ...{ status: 'following', assigneeId: ids.sales, assigneeDeptId: seat?.departmentId },
  });
  const rung = async (providerCallId: string) => {
    const body = { provider: 'webphone', providerCallId, caller: mobile };
    const { data } = await company.call<IncomingAnswer>('sales', '/v1/phone/call/incoming/create', body);
    await tell(data.callId, { kind: 'answered' });
    await end(data.callId);
    return { ...data, heard: () => line({ callId: data.callId, kind: 'ended', talkSeconds: 5 }) };
  };
  const first = await rung('several-1');
  expect(first.matches.map((match) => match.id).toSorted()).toEqual([id, leadId].toSorted());
  expect(await callOf(first.callId)).toMatchObject({ customerId: null, bizType: null, bizId: null });
  const follow = (callRecordId: string, about: object, account = 'sales') =>
    company.call<{ readonly error?: { readonly code: string } }>(account, '/v1/follow/up/create', {
      ...{ method: 'call', result: 'connected', content: '来电咨询报名', callRecordId, ...about },
    });
  const wrong = await follow(first.callId, { bizType: 'customer', bizId: stranger.id });
  expect(wrong.data.error?.code).toBe('E_FOLLOW_UP_NO_CALL');
  expect(await callOf(first.callId)).toMatchObject({ customerId: null });
  const early = await follow(first.callId, { bizType: 'customer', bizId: id });
  expect(early.data.error?.code).toBe('E_FOLLOW_UP_UNCONFIRMED');
  await first.heard();
  expect(await records.findOne('customer', { id })).toMatchObject({ callCount: 0 });
  expect(await follow(first.callId, { bizType: 'customer', bizId: id })).toMatchObject({ code: '0' });
  expect(await callOf(first.callId)).toMatchObject({ customerId: id, bizType: 'customer', bizId: id });
  expect(await records.findOne('customer', { id })).toMatchObject({ callCount: 1, followCount: 1 });
  expect(await records.findOne('operation_log', { entityId: first.callId, action: 'call_record.claim' })).toMatchObject(
    {
      staffId: ids.sales,
    },
  );
  // Whose it is once said stays said.
  const late = await follow(first.callId, { bizType: 'lead', bizId: leadId });
  expect(late.data.error?.code).toBe('E_FOLLOW_UP_NO_CALL');

  const second = await rung('several-2');
  expect(await follow(second.callId, { bizType: 'lead', bizId: leadId })).toMatchObject({ code: '0' });
  expect(await callOf(second.callId)).toMatchObject({ customerId: null, bizType: 'lead', bizId: leadId });
});

it('opens what a line sealed for the seat that is called, and says in the log where a line did not seal', async () => {
  const { id, mobile } = await newCustomer();
  const incoming = async (providerCallId: string, caller: string) => {
    const body = { provider: 'webphone', providerCallId, caller };
    const answer = await company.call<IncomingAnswer>('sales', '/v1/phone/call/incoming/create', body);
    await end(answer.data.callId);
    const [entry] = await company.records.find('operation_log', {
      entityId: answer.data.callId,
      action: 'call_record.dial',
    });
    return { answer: answer.data, call: await callOf(answer.data.callId), logged: entry?.value };
  };
  const token = callerToken(mobile, '8001', lineSecret);
  expect(token).not.toContain(mobile);
  expect(Buffer.from(token.slice(5), 'base64url').toString('latin1')).not.toContain(mobile);
  expect(token.length).toBeLessThanOrEqual(100);
  // As it stands in a SIP address.
  expect(token).toMatch(/^[\w-]+$/);
  const sealed = await incoming('token-1', token);
  expect(sealed).toMatchObject({ answer: { matches: [{ id }] }, call: { caller: mobile }, logged: '通话记录：来电' });
  expect(JSON.stringify(sealed.answer)).not.toContain(mobile);
  expect(await incoming('token-2', mobile)).toMatchObject({
    answer: { matches: [{ id }] },
    logged: '通话记录：来电（线路未遮号码）',
  });
  const useless = [
    callerToken(mobile, '8002', lineSecret),
    callerToken(mobile, '8001', 'a-secret-of-somebody-else'),
    callerToken(mobile, '8001', lineSecret, Date.now() - 300_001),
    `${token.slice(0, -2)}AA`,
    'call-',
  ];
  for (const [index, text] of useless.entries())
    expect(await incoming(`useless-${index}`, text)).toMatchObject({ answer: { matches: [] }, call: { caller: '0' } });
});

it('takes the word of the line, which goes on where a browser died', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await line({ callId, kind: 'ringing' })).data).toMatchObject({ status: 'ringing' });
  expect((await line({ callId, kind: 'answered' })).data).toMatchObject({ status: 'talking' });
  expect((await line({ callId, kind: 'ended', hangupBy: 'customer', talkSeconds: 42 })).data).toMatchObject({
    status: 'answered',
    talkSeconds: 42,
  });
  expect((await line({ callId, kind: 'transcript', text: '您好，我是老师' })).code).toBe('0');
  expect(await callOf(callId)).toMatchObject({ hangupBy: 'customer', transcript: '您好，我是老师' });
  const next = await click(id);
  expect(next.code).toBe('0');
  await tell(next.data.callId, { kind: 'rejected', code: 408 });
  expect(
    (await line({ callId: next.data.callId, kind: 'ended', hangupBy: 'staff', talkSeconds: 7 })).data,
  ).toMatchObject({ status: 'answered', talkSeconds: 7 });
});

it('believes a line by its signature alone, and what it sends twice does nothing twice', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  const event = { callId, ...(await phone.otherOf(callId)), kind: 'ended', hangupBy: 'staff' };
  const text = JSON.stringify(event);
  for (const over of [
    { sign: 'f'.repeat(64) },
    { event: JSON.stringify({ ...event, kind: 'ringing' }) },
    signed(text, 'another-secret-of-others'),
    signed(text, lineSecret, Date.now() - 301_000),
    signed(text, lineSecret, Date.now() + 301_000),
    { time: undefined },
  ])
    expect(await line(event, over)).toMatchObject({ data: { error: { code: 'E_PHONE_SIGNATURE' } } });
  expect(await callOf(callId)).toMatchObject({ status: 'dialing' });
  const body = { ...signed(text, lineSecret), event: text };
  const send = () => company.call(undefined, '/v1/phone/line/event/create', body);
  expect((await send()).code).toBe('0');
  const after = await callOf(callId);
  expect(after).toMatchObject({ status: 'cancelled' });
  expect((await send()).code).toBe('0');
  expect(await callOf(callId)).toEqual(after);
  expect((await line({ ...event, callId: randomUUID() })).data.error?.code).toBe('E_NOT_FOUND');
});

it('keeps one recording of a call, for who may see the call', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  await end(callId);
  const content = Buffer.from('RIFF0000WAVEfmt made-up sound');
  const send = async (sound: Buffer, digest = createHash('sha256').update(sound).digest('hex')) => {
    const query = new URLSearchParams({
      callId,
      format: 'wav',
      sha256: digest,
      ...signed(`${callId}.wav.${digest}`, lineSecret),
    });
    const { body, type: sort } = multipart('call.wav', sound);
    const url = `/v1/phone/line/recording/create?${query}`;
    const response = await company.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': sort },
    });
    return response.json();
  };
  expect(await send(content, 'f'.repeat(64))).toMatchObject({ data: { error: { code: 'E_PHONE_SIGNATURE' } } });
  expect((await callOf(callId))?.recordingId).toBeNull();
  expect(await send(content)).toMatchObject({ code: '0' });
  const recordingId = (await callOf(callId))?.recordingId;
  expect(await company.records.findOne('file_object', { id: recordingId })).toMatchObject({
    kind: 'audio',
    private: true,
    bizEntity: 'call_record',
    bizId: callId,
    size: content.length,
  });
  expect(await send(Buffer.from('RIFF0000WAVEfmt another'))).toMatchObject({ code: '0' });
  expect((await callOf(callId))?.recordingId).toBe(recordingId);
  expect(await company.call('sales', '/v1/call/record/play', { id: callId })).toMatchObject({ code: '0' });
  expect(await company.call('sales3', '/v1/call/record/play', { id: callId })).toMatchObject({
    data: { error: { code: 'E_NOT_FOUND' } },
  });
});

it('ends by schedule what neither browser nor line ended, and by the next call of the same person', async () => {
  const { id } = await newCustomer();
  const age = (callId: string, span: string) =>
    company.database.rows(
      `update call_record set started_at = started_at - interval '${span}', ring_at = ring_at - interval '${span}', answered_at = answered_at - interval '${span}' where id = '${callId}'`,
    );
  const first = (await click(id)).data.callId;
  await age(first, '4 minutes');
  const second = await click((await newCustomer()).id);
  expect(second.code).toBe('0');
  expect(await callOf(first)).toMatchObject({ status: 'no_answer', hangupBy: 'system' });
  await age(second.data.callId, '4 minutes');
  const { platform, schedules } = worker;
  const clock = new ScheduleClock({
    db: platform.db,
    jobs: platform.services.jobs,
    schedules,
    onFault: (error) => worker.faults.push(error),
  });
  await clock.look();
  await expect.poll(async () => (await callOf(second.data.callId))?.status, { timeout: 20_000 }).toBe('no_answer');
  expect(worker.faults).toEqual([]);
});

it('counts calls as their records have them, however they are grouped', async () => {
  const { id } = await newCustomer();
  for (const [account, seconds] of [
    ['sales', 31],
    ['sales2', 12],
  ] as const) {
    const { callId } = (await type(newMobile(), account)).data;
    await line({ callId, kind: 'answered' });
    await line({ callId, kind: 'ended', hangupBy: 'customer', talkSeconds: seconds });
  }
  await line({ callId: (await click(id)).data.callId, kind: 'rejected', code: 486 });
  const today = dayOf(new Date().toISOString());
  const measures = ['calls', 'outbound', 'outboundAnswered', 'answered', 'talkSeconds', 'effective'];
  const [stated] = await company.database.rows(
    `select count(*)::int as calls, count(*) filter (where direction = 'out')::int as outbound,
        count(*) filter (where direction = 'out' and status = 'answered')::int as "outboundAnswered",
        count(*) filter (where status = 'answered')::int as answered,
        sum(talk_seconds) filter (where status = 'answered')::int as "talkSeconds",
        count(*) filter (where status = 'answered' and talk_seconds >= 30)::int as effective
      from call_record where deleted_at is null and confirmation <> 'pending' and (started_at at time zone 'Asia/Shanghai')::date = $1`,
    [today],
  );
  expect(stated?.calls).toBeGreaterThan(5);
  expect(stated?.effective).toBeGreaterThan(0);
  expect(stated?.calls).toBeGreaterThan(Number(stated?.answered));
  for (const dimension of ['day', 'hour', 'staff', 'department', 'provider']) {
    const period = { startDate: today, endDate: today };
    const { data } = await company.call<DatasetAnswer>('admin', '/v1/report/call/statistics/query', {
      ...{ ...period, dimensions: [dimension], measures },
    });
    expect(data.total).toEqual(stated);
    const sums = measures.map((measure) => data.rows.reduce((sum, row) => sum + Number(row[measure] ?? 0), 0));
    expect(Object.fromEntries(measures.map((measure, index) => [measure, sums[index]]))).toEqual(stated);
  }
  const odd = await company.database.rows(
    `select id, status, answered_at, talk_seconds from call_record
      where (status = 'answered') <> (answered_at is not null and talk_seconds > 0 and ended_at is not null)
        and status not in ('dialing', 'ringing', 'talking')`,
  );
  expect(odd).toEqual([]);
});

it('has no telephone where none is configured, and says so', async () => {
  const bare = await startTestApp();
  try {
    await bare.records.update('staff', bare.ids.sales ?? '', { seatCode: '8001', sipPassword: 'word-8001' });
    expect((await bare.call('sales', '/v1/phone/my/view')).data).toEqual({ system: 'none', lines: [], results: [] });
    for (const [path, body] of [
      ['/v1/phone/registration/create', {}],
      ['/v1/phone/demo/call/create', { provider: 'webphone' }],
    ] as const)
      expect(await bare.call('sales', path, body)).toMatchObject({
        message: '没有接入电话系统',
        data: { error: { code: 'E_PHONE_OFF' } },
      });
  } finally {
    await bare.close();
  }
});

it('has nobody to call a seat outside the demo', async () => {
  expect(await company.call('sales', '/v1/phone/demo/call/create', { provider: 'webphone' })).toMatchObject({
    data: { error: { code: 'E_PHONE_DEMO_ONLY' } },
  });
  expect((await company.call<{ system: string }>('sales', '/v1/phone/my/view')).data.system).toBe('real');
});
