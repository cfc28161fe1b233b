import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

// Whoever was called by somebody nobody knows registers him without ever learning his number.

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp({});
}, 60_000);
afterAll(() => company.close());

let calls = 0;

/** A call that came in to somebody and is nobody's yet; answers its id and number. */
async function callTo(account: string, given: object = {}): Promise<{ readonly id: string; readonly mobile: string }> {
  calls += 1;
  const mobile = `1360000${String(calls).padStart(4, '0')}`;
  const { ids, records } = company;
  const staff = await records.findOne('staff', { id: ids[account] });
  const now = new Date().toISOString();
  const id = await records.insert('call_record', {
    ...{ callNo: `TH-stranger-${calls}`, provider: 'webphone', direction: 'in', staffId: staff?.id },
    ...{ departmentId: staff?.departmentId, caller: mobile, callee: '8001', status: 'no_answer' },
    ...{ startedAt: now, endedAt: now, ...given },
  });
  return { id, mobile };
}

const stranger = (callId: string, given: object = {}) => ({
  ...{ callId, name: '来电的人', projectId: company.ids.project, channelId: company.ids.channel },
  ...given,
});

it.each([
  ['promoter', 'lead', { consultContent: '想了解法考' }],
  ['sales', 'customer', { remark: '想了解法考' }],
] as const)(
  'lets %s make a %s of a call, with the number carried over and the call claimed',
  async (account, kind, noted) => {
    const { id: callId, mobile } = await callTo(account);
    const body = stranger(callId, { note: '想了解法考' });
    const made = await company.call<{ id: string }>(account, `/v1/${kind}/create/from/call`, body);
    expect(made).toMatchObject({ code: '0' });
    expect(JSON.stringify(made)).not.toContain(mobile);
    const { id } = made.data;
    expect(await company.records.findOne(kind, { id })).toMatchObject({ mobile, name: '来电的人', ...noted });
    expect(await company.records.findOne('call_record', { id: callId })).toMatchObject({ bizType: kind, bizId: id });
    // Once: the call is somebody's now.
    expect(await company.call(account, `/v1/${kind}/create/from/call`, body)).toMatchObject({
      data: { error: { code: 'E_NOT_FOUND' } },
    });
    expect(await company.records.count(kind, { mobile })).toBe(1);
  },
);

it('makes one customer of many at once', async () => {
  const { id: callId, mobile } = await callTo('sales');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => company.call('sales', '/v1/customer/create/from/call', stranger(callId))),
  );
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(await company.records.count('customer', { mobile })).toBe(1);
});

it('takes no number of somebody else’s call, of a known caller, or of an old one', async () => {
  const customer = await company.records.findOne('customer', {});
  for (const given of [
    { staffId: company.ids.sales2 },
    { bizType: 'customer', bizId: customer?.id ?? company.ids.sales, customerId: customer?.id ?? null },
    { startedAt: new Date(Date.now() - 86_500_000).toISOString() },
  ]) {
    const { id, mobile } = await callTo('sales', given);
    expect(await company.call('sales', '/v1/customer/create/from/call', stranger(id))).toMatchObject({
      data: { error: { code: 'E_NOT_FOUND' } },
    });
    expect(await company.records.count('customer', { mobile })).toBe(0);
  }
});

it('leaves nothing behind where the record is refused, and needs the permission to make one', async () => {
  const { id, mobile } = await callTo('sales');
  const refused = await company.call('sales', '/v1/customer/create/from/call', stranger(id, { name: '' }));
  expect(refused).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  expect(await company.records.findOne('call_record', { id })).toMatchObject({ bizId: null });
  expect(await company.call('sales', '/v1/lead/create/from/call', stranger(id))).toMatchObject({
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
  expect(await company.records.count('lead', { mobile })).toBe(0);
});
