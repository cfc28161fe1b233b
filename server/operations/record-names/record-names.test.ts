import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { maxNamedRecords } from '../../../contract/record/record-words.ts';
import { company, create, startCustomerCompany } from '../customer-company.testing.ts';

startCustomerCompany();

const path = '/v1/sys/record/name/query';
const page = 'allpromotepanoramic';
type Named = { readonly page: string; readonly id: string; readonly title: string };
const names = async (account: string, records: readonly { readonly page: string; readonly id: string }[]) => {
  const answer = await company.call<readonly Named[]>(account, path, { records });
  expect(answer).toMatchObject({ code: '0' });
  return answer.data;
};

it('names records as the head of their page does, for who reaches them there', async () => {
  const [one, other] = [await create('sales', { name: '赵梅' }), await create('sales', { name: '钱勇' })];
  const asked = [one, other, randomUUID()].map((id) => ({ page, id }));
  const titles = async (account: string) => new Map((await names(account, asked)).map(({ id, title }) => [id, title]));
  expect(await titles('sales')).toEqual(
    new Map([
      [one, '客户 · 赵梅'],
      [other, '客户 · 钱勇'],
    ]),
  );
  expect((await titles('group_leader')).size).toBe(2);
  expect((await titles('sales3')).size).toBe(0);
});

it('leaves out pages that are not of one record, or not his', async () => {
  const id = await create('sales');
  expect(await names('sales', [{ page: 'alllist', id }])).toEqual([]);
  expect(await names('promoter', [{ page, id }])).toEqual([]);
  expect(await names('sales', [{ page: 'nowhere', id }])).toEqual([]);
});

it.each([
  ['nothing', [], '/records'],
  ['too many', Array.from({ length: maxNamedRecords + 1 }, () => ({ page, id: randomUUID() })), '/records'],
  ['what is no record', [{ page, id: 'x' }], '/records/0/id'],
])('refuses %s', async (_, records, pointer) => {
  const answer = await company.call('sales', path, { records });
  expect(answer.data).toMatchObject({ error: { code: 'E_INPUT_INVALID', faults: [{ pointer }] } });
});
