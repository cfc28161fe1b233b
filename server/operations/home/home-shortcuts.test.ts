import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const query = (account: string) => company.call<readonly string[] | null>(account, '/v1/home/shortcut/query');
const save = (account: string, pages: unknown) =>
  company.call<readonly string[]>(account, '/v1/home/shortcut/save', { pages });

it('keeps what somebody put on his home page, in order, and nobody else sees it', async () => {
  expect((await query('sales')).data).toBeNull();
  expect((await save('sales', ['highsea', 'alllist'])).data).toEqual(['highsea', 'alllist']);
  expect((await save('sales', ['alllist', 'highsea', 'mycall'])).code).toBe('0');
  expect((await query('sales')).data).toEqual(['alllist', 'highsea', 'mycall']);
  expect((await query('manager')).data).toBeNull();
  expect((await save('sales', [])).data).toEqual([]);
  expect((await query('sales')).data).toEqual([]);
});

it('saves two windows of one person one after another', async () => {
  const orders = [['alllist'], ['highsea'], ['mycall']];
  const answers = await Promise.all([...orders, ...orders, ...orders].map((pages) => save('sales', pages)));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '0'));
  expect(orders).toContainEqual((await query('sales')).data);
});

it.each([
  ['a page that is not there', ['nowhere'], '/pages/0'],
  ['a page of others', ['alllist', 'authority'], '/pages/1'],
  ['a page twice', ['alllist', 'alllist'], '/pages/1'],
  ['too many', Array.from({ length: 25 }, (_, n) => `page${n}`), '/pages'],
  ['no list', 'alllist', '/pages'],
])('refuses %s and keeps what was', async (_, pages, pointer) => {
  await save('sales', ['mycall']);
  const answer = await save('sales', pages);
  expect(answer.data).toMatchObject({ error: { code: 'E_INPUT_INVALID', faults: [{ pointer }] } });
  expect((await query('sales')).data).toEqual(['mycall']);
});
