import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeOf } from './attack.testing.ts';

// The same key again is the same act: one effect, one answer; with another body it is refused. After a crash between the
// commit and the answer: server/faults.
const copies = 50;
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  await Promise.all(['sales', 'sales2'].map((account) => company.token(account)));
});
afterAll(() => company.close());

const path = '/v1/customer/create';
const customer = (n: number, more: Values = {}) => ({
  name: '重复',
  mobile: `1361112${String(n).padStart(4, '0')}`,
  intentionProjectIds: [company.ids.project],
  channelId: company.ids.channel,
  ...more,
});
const create = (body: Values, key: string, account = 'sales') =>
  company.call(account, path, body, { 'idempotency-key': key });
const made = (mobile: unknown) => company.records.count('customer', { mobile });

describe('a key that comes again', () => {
  it(`${copies} times at once has one effect and one answer`, async () => {
    const body = customer(1);
    const answers = await Promise.all(Array.from({ length: copies }, () => create(body, 'replay-parallel')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(Array.from({ length: copies }, () => '0'));
    expect(await made(body.mobile)).toBe(1);
    const [logged] = await company.database.rows(
      "select count(*)::int as n from operation_log where action = 'customer.create' and entity_id = $1",
      [Object(answers[0]?.data).id],
    );
    expect(logged).toEqual({ n: 1 });
  });

  it.each([
    ['another value', { name: '别人' }],
    ['one value more', { city: '多一项' }],
    ['a value less', { remark: undefined }],
  ])('with %s is refused, in the envelope, and changes nothing', async (_, other) => {
    const key = `replay-other-${Object.keys(other).join()}-${_.length}`;
    const body = customer(100 + _.length, { remark: '备注' });
    expect(codeOf(await create(body, key))).toBe('0');
    const response = await create({ ...body, ...other }, key);
    expect(response).toMatchObject({
      code: '1',
      message: '同一请求编号提交了不同的内容',
      data: { error: { code: 'E_IDEMPOTENCY' } },
    });
    expect(await made(body.mobile)).toBe(1);
    // And the first answer is still there.
    expect(codeOf(await create(body, key))).toBe('0');
  });

  it('at once with different bodies has the effect of one of them', async () => {
    const bodies = Array.from({ length: 20 }, (_, n) => customer(200 + n));
    const answers = await Promise.all(bodies.map((body) => create(body, 'replay-mixed')));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(answers.map(codeOf).filter((code) => code === 'E_IDEMPOTENCY')).toHaveLength(19);
    const counts = await Promise.all(bodies.map(({ mobile }) => made(mobile)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('is one’s own: somebody else’s is another', async () => {
    expect(codeOf(await create(customer(300), 'replay-shared'))).toBe('0');
    expect(codeOf(await create(customer(301), 'replay-shared', 'sales2'))).toBe('0');
  });

  it('after a refusal is taken as new', async () => {
    expect(codeOf(await create(customer(400, { channelId: 'x' }), 'replay-refused'))).not.toBe('0');
    expect(codeOf(await create(customer(400), 'replay-refused'))).toBe('0');
  });

  it.each(['short', 'has space in it', '键键键键键键键键', 'x'.repeat(201), '../../../../etc'])(
    'is refused where it is none: %s',
    async (key) => {
      const headers = { 'x-app-token': await company.token('sales'), 'idempotency-key': encodeURI(key) };
      const response = await company.app.inject({ method: 'POST', url: path, headers, payload: customer(500) });
      expect(response.json().code).toBe('1');
      expect(await made(customer(500).mobile)).toBe(0);
    },
  );
});
