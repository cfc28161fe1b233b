import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let company: TestApp;
let customer: string;

beforeAll(async () => {
  company = await startTestApp();
  const { ids } = company;
  const made = await company.call<{ id: string }>('sales', '/v1/customer/create', {
    name: '王小明',
    mobile: '13812345678',
    intentionProjectIds: [ids.project],
    channelId: ids.channel,
    level: 'b',
  });
  customer = made.data.id;
});

afterAll(() => company.close());

const create = (account: string, content: string, more: object = {}) =>
  company.call(account, '/v1/user/explain/create', { userId: customer, content, ...more });
const seen = async (account: string) => {
  const { data } = await company.call<readonly { content: string }[]>(account, '/v1/user/explain/user/id/query', {
    userId: customer,
  });
  return data.map(({ content }) => content);
};

it('shows what is noted about a customer to those he belongs to, what is pinned first', async () => {
  expect(await create('sales', '晚上联系', { kind: 'note' })).toMatchObject({ code: '0' });
  expect(await create('sales', '不要提竞品', { kind: 'warning', top: true })).toMatchObject({ code: '0' });
  expect(await create('manager', '经理交接', { kind: 'handover' })).toMatchObject({ code: '0' });
  expect(await seen('sales')).toEqual(['不要提竞品', '经理交接', '晚上联系']);
  expect(await seen('group_leader')).toHaveLength(3);
  expect(await seen('sales3')).toEqual([]);
});

it('takes five hundred characters about a customer in reach, and asks for him', async () => {
  expect(await create('sales', 'x'.repeat(501))).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  expect(await create('sales3', '别人的客户')).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  expect(await company.call('sales', '/v1/user/explain/user/id/query')).toMatchObject({
    data: { error: { code: 'E_INPUT_INVALID' } },
  });
  expect(await company.call('promoter', '/v1/user/explain/user/id/query', { userId: customer })).toMatchObject({
    code: '1001',
  });
});
