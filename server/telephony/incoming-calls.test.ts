import { expect, it } from 'vitest';
import type { IncomingAnswer } from '../../contract/phone.ts';
import { lineSecret } from '../testing/phone-company.ts';
import { callerToken } from './caller-token.ts';
import { callOf, company, end, line, newCustomer, startLineCompany, tell } from './line-company.testing.ts';

startLineCompany();

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
