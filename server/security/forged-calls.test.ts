import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '../../engine/model/time/index.ts';
import type { DatasetAnswer } from '../../engine/model/wire/index.ts';
import { importDriver } from '../testing/import-driver.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import { uploadAs } from '../testing/multipart.ts';
import { type PhoneCompany, startPhoneCompany } from '../testing/phone-company.ts';

const picture = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  Buffer.alloc(64),
]);

// What a browser says of a call is a word, whoever writes it: only what the line, its bill or somebody else says counts.

let phone: PhoneCompany;

beforeAll(async () => {
  phone = await startPhoneCompany();
}, 60_000);
afterAll(() => phone.app.close());

/** Every figure that calls are counted in, as the administrator sees it. */
async function figures(): Promise<readonly unknown[]> {
  const today = dayOf(new Date().toISOString());
  const period = { startDate: today, endDate: today };
  const asked = {
    '/v1/report/call/statistics/query': [
      'calls',
      'outbound',
      'outboundAnswered',
      'answered',
      'talkSeconds',
      'effective',
    ],
    '/v1/report/workbench/call/query': ['calls', 'answered', 'effective', 'talkSeconds'],
    '/v1/report/yewu/stat/query': ['outboundCalls', 'talkSeconds'],
  };
  const totals = [];
  for (const [path, measures] of Object.entries(asked)) {
    const { code, data } = await phone.app.call<DatasetAnswer>('admin', path, { ...period, measures });
    expect(code).toBe('0');
    totals.push(Object.fromEntries(measures.map((measure) => [measure, Number(data.total[measure] ?? 0)])));
  }
  return totals;
}

/** Says a whole call as the browser does: taken, and over after so many seconds. */
async function forge(callId: string, seconds = 40): Promise<void> {
  for (const kind of ['ringing', 'answered'] as const) await phone.tell(callId, { kind });
  await phone.app.database.rows(
    `update call_record set started_at = started_at - interval '${seconds} seconds', ring_at = ring_at - interval '${seconds} seconds', answered_at = answered_at - interval '${seconds} seconds' where id = '${callId}'`,
  );
  await phone.tell(callId, { kind: 'ended', hangupBy: 'customer' });
}

const customerOf = (id: string) => phone.app.records.findOne('customer', { id });
const follow = (bizId: string, more: object = {}) =>
  phone.app.call<{ readonly error?: { readonly code: string } }>('sales', '/v1/follow/up/create', {
    ...{ bizType: 'customer', bizId, method: 'call', result: 'connected', content: '接通后介绍了课程', ...more },
  });

it('counts nothing of a call that the browser alone tells of, and all of it once the line has', async () => {
  const { id } = await phone.newCustomer();
  const before = await figures();
  const { callId } = (await phone.click(id)).data;
  await forge(callId);
  expect(await phone.callOf(callId)).toMatchObject({
    ...{ status: 'unconfirmed', confirmation: 'pending', talkSeconds: 0 },
    toldSeconds: expect.toSatisfy((seconds: number) => seconds >= 40),
  });
  expect(await figures()).toEqual(before);
  expect(await customerOf(id)).toMatchObject({ callCount: 0, firstCallAt: null });
  for (const more of [{}, { callRecordId: callId }])
    expect((await follow(id, more)).data.error?.code).toBe('E_FOLLOW_UP_UNCONFIRMED');
  for (const [path, more] of [
    ['inspect', {}],
    ['transcribe', { transcript: '您好' }],
  ] as const)
    expect(await phone.app.call('admin', `/v1/call/record/${path}`, { id: callId, ...more })).toMatchObject({
      data: { error: { code: 'E_QA_NOT_ANSWERED' } },
    });
  await phone.line({ callId, kind: 'ended', hangupBy: 'customer', talkSeconds: 33 });
  expect(await phone.callOf(callId)).toMatchObject({ status: 'answered', confirmation: 'line', talkSeconds: 33 });
  expect(await customerOf(id)).toMatchObject({ callCount: 1 });
  const [statistics] = await figures();
  expect(statistics).toMatchObject({ calls: Number(Object(before[0]).calls) + 1, effective: 1 });
  expect(await follow(id)).toMatchObject({ code: '0' });
});

it('believes no report that does not say whom the line connected, for a browser knows the id too', async () => {
  const { id } = await phone.newCustomer();
  const before = await figures();
  const { callId } = (await phone.click(id)).data;
  // He dials 600 on his line and says that it was the customer.
  for (const number of ['600', '8002', undefined]) {
    await phone.line({ callId, number, kind: 'answered' });
    await phone.line({ callId, number, kind: 'ended', hangupBy: 'staff', talkSeconds: 300 });
  }
  expect(await phone.callOf(callId)).toMatchObject({ status: 'unconfirmed', confirmation: 'pending', talkSeconds: 0 });
  expect(await figures()).toEqual(before);
  const [noted] = await phone.app.records.find('operation_log', { entityId: callId, action: 'call_record.event' });
  expect(noted?.value).toContain('不计');
  // By its seat the line means the call with that number, not the latest.
  const other = (await phone.click((await phone.newCustomer()).id)).data.callId;
  const { number } = await phone.otherOf(callId);
  await phone.line({ seatCode: '8001', number, kind: 'ended', hangupBy: 'staff', talkSeconds: 12 });
  expect(await phone.callOf(callId)).toMatchObject({ status: 'answered', talkSeconds: 12 });
  expect(await phone.callOf(other)).toMatchObject({ status: 'dialing' });
  await phone.end(other);
});

it('has no other door: neither form, file nor statement makes an answered call of one’s own word', async () => {
  const { app } = phone;
  const { id, mobile } = await phone.newCustomer('manager');
  const before = await figures();
  const startedAt = new Date(Date.now() - 600_000).toISOString();
  const own = { direction: 'out', callee: mobile, startedAt, talkSeconds: 90 };
  for (const provider of ['webphone', 'hl'])
    for (const status of ['dialing', 'talking', 'answered'])
      expect(
        await app.call('manager', '/v1/call/record/create', { ...own, provider, status, staffId: app.ids.sales }),
      ).toMatchObject({ data: { error: { code: 'E_CALL_BY_HAND' } } });
  const forged = { ...own, provider: 'manual', staffId: app.ids.manager };
  for (const key of ['confirmation', 'toldSeconds'])
    expect(
      await app.call('manager', '/v1/call/record/create', { ...forged, [key]: key === 'confirmation' ? 'line' : 9 }),
    ).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  const made = await app.call<{ id: string }>('manager', '/v1/call/record/create', forged);
  expect(await phone.callOf(made.data.id)).toMatchObject({
    ...{ status: 'unconfirmed', confirmation: 'pending', talkSeconds: 0, toldSeconds: 90 },
  });
  expect(await figures()).toEqual(before);
  expect(await customerOf(id)).toMatchObject({ callCount: 0 });
  // Of somebody else he may say so; it says who did.
  const others = await app.call<{ id: string }>('manager', '/v1/call/record/create', {
    ...forged,
    staffId: app.ids.sales,
  });
  expect(await phone.callOf(others.data.id)).toMatchObject({ status: 'answered', confirmation: 'manual' });
  expect(await customerOf(id)).toMatchObject({ callCount: 1 });
  await expect(
    app.records.update('call_record', made.data.id, { status: 'answered', talkSeconds: 90 }),
  ).rejects.toThrow();
});

it('takes the bill of a line that does not report, from anybody but the person of the call', async () => {
  const { app } = phone;
  const worker = startJobWorker(app.documents, app.database);
  const driver = importDriver(app);
  try {
    const made = async (account: string) => {
      const { id } = await phone.newCustomer(account);
      const { callId } = (await phone.click(id, account, { provider: 'hl' })).data;
      await phone.tell(callId, { kind: 'answered' }, account);
      await phone.end(callId, account);
      return { id, callId };
    };
    const header = ['线路', '线路通话编号', '方向', '坐席员工', '被叫', '发起时间', '通话时长'];
    const mapping = {
      ...{ provider: 0, providerCallId: 1, direction: 2, staffId: 3, callee: 4, startedAt: 5, talkSeconds: 6 },
    };
    const moment = new Date(Date.now() + 8 * 3_600_000 - 600_000).toISOString().slice(0, 19).replace('T', ' ');
    const take = async (account: string, callId: string) => {
      const { number } = await phone.otherOf(callId);
      const table = [header, ['hl 坐席', callId, '呼出', account, String(number), moment, '61']];
      const fileId = await driver.upload(
        'admin',
        '话单.csv',
        Buffer.from(table.map((row) => row.join(',')).join('\n')),
      );
      const by = ['provider', 'providerCallId'];
      return driver.done(await driver.run('admin', 'call_record', { fileId, mapping, by, policy: 'update' }));
    };
    const own = await made('admin');
    expect((await take('admin', own.callId)).message).toContain('失败1条');
    expect(await phone.callOf(own.callId)).toMatchObject({ status: 'unconfirmed', confirmation: 'pending' });
    const { id, callId } = await made('manager');
    expect((await take('manager', callId)).message).toContain('失败0条');
    expect(await phone.callOf(callId)).toMatchObject({ status: 'answered', confirmation: 'bill', talkSeconds: 61 });
    expect(await customerOf(id)).toMatchObject({ callCount: 1 });
  } finally {
    await worker.close();
  }
});

it('blocks a number for the company by customers who were not reached, and by nothing else', async () => {
  const { id } = await phone.newCustomer();
  const dialled = async () => {
    const { code, data } = await phone.click(id);
    expect([code, data.error?.code]).toEqual(['0', undefined]);
    return data.callId;
  };
  // Three of each would have been enough.
  for (let time = 0; time < 3; time++) {
    for (const code of [486, 408, 487, 480]) await phone.tell(await dialled(), { kind: 'rejected', code });
    for (const code of [302, 500, 484, null]) await phone.line({ callId: await dialled(), kind: 'rejected', code });
    await phone.end(await dialled());
    await phone.line({ callId: await dialled(), kind: 'ended', hangupBy: 'staff', talkSeconds: 0 });
    await phone.line({ callId: await dialled(), kind: 'rejected', code: 487, hangupBy: 'staff' });
    phone.state.failsCodes = true;
    expect((await phone.click(id)).data.error?.code).toBe('E_PHONE_HOST_AWAY');
    phone.state.failsCodes = false;
    const viaAgent = (await phone.click(id, 'sales', { provider: 'hl' })).data.callId;
    await phone.tell(viaAgent, { kind: 'rejected', code: null });
  }
  for (const code of [486, 480, 408]) await phone.line({ callId: await dialled(), kind: 'rejected', code });
  expect((await phone.click(id)).data.error?.code).toBe('E_PHONE_TRIED');
});

it('counts a call on its customer once, however often and at once the line tells of it', async () => {
  const { id } = await phone.newCustomer();
  const { callId } = (await phone.click(id)).data;
  const told = [{ kind: 'ringing' }, { kind: 'answered' }, { kind: 'ended', hangupBy: 'staff', talkSeconds: 9 }];
  await Promise.all(Array.from({ length: 60 }, (_, index) => phone.line({ callId, ...told[index % 3] })));
  expect(await customerOf(id)).toMatchObject({ callCount: 1 });
  expect(await phone.callOf(callId)).toMatchObject({ status: 'answered', talkSeconds: 9 });
});

it('lets nobody make a lead unreachable by calls that no line has heard of', async () => {
  const { app } = phone;
  const { id, mobile } = await phone.newCustomer();
  const seat = await app.records.findOne('staff', { id: app.ids.sales });
  const leadId = await app.records.insert('lead', {
    ...{ leadNo: `XS-${mobile}`, name: '线索', mobile, projectId: app.ids.project, channelId: app.ids.channel },
    ...{ intention: 'middle', promoterId: app.ids.promoter, promoterDeptId: seat?.departmentId, reassignCount: 0 },
    ...{ status: 'following', assigneeId: app.ids.sales, assigneeDeptId: seat?.departmentId, customerId: id },
    assignedAt: new Date(Date.now() - 60_000).toISOString(),
  });
  const proof = await uploadAs(app, 'sales', '号码已停机.png', picture);
  const apply = () =>
    app.call<{ readonly error?: { readonly code: string } }>('sales', '/v1/lead/apply/invalid', {
      ...{ id: leadId, invalidReason: 'closed', invalidProof: [proof] },
    });
  for (let time = 0; time < 3; time++) {
    const { callId } = (await phone.click(id)).data;
    await phone.tell(callId, { kind: 'rejected', code: 408 });
  }
  expect((await apply()).data.error?.code).toBe('E_LEAD_CALLS');
  for (let time = 0; time < 3; time++) {
    const { callId } = (await phone.click(id)).data;
    await phone.line({ callId, kind: 'rejected', code: 480 });
  }
  expect(await apply()).toMatchObject({ code: '0' });
});
