import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DialAnswer } from '../../contract/phone.ts';
import { dayOf } from '../../engine/model/time/index.ts';
import type { DatasetAnswer } from '../../engine/model/wire/index.ts';
import { signed } from '../kernel/crypto/signature.ts';
import { lineSecret } from '../testing/phone-company.ts';
import { startTestApp } from '../testing/test-app.ts';
import {
  callOf,
  click,
  company,
  end,
  line,
  newCustomer,
  newMobile,
  phone,
  startLineCompany,
  tell,
  type,
} from './line-company.testing.ts';
import { TicketTaker } from './ticket.ts';

startLineCompany();

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
  expect(stated?.calls).toBeGreaterThan(4);
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
