import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
const count = 60;

beforeAll(async () => {
  company = await startTestApp();
  const { records, ids } = company;
  // Ties and empty values on purpose.
  for (let index = 0; index < count; index++) {
    await records.insert('customer', {
      customerNo: `KH${index}`,
      name: `甲${index % 7}`,
      mobile: `1370000${String(index).padStart(4, '0')}`,
      intentionProjectIds: [ids.project],
      level: 'a',
      stage: 'fresh',
      ownState: 'owned',
      ownerId: ids.sales,
      ownerDeptId: ids.group1,
      channelId: ids.channel,
      locked: false,
      followCount: index % 5,
      callCount: 0,
      orderCount: 0,
      paidTotal: 0,
      doNotCall: false,
      blacklisted: false,
      city: index % 3 === 0 ? null : `市${index % 4}`,
      nextFollowAt: index % 4 === 0 ? null : `2026-01-0${1 + (index % 6)}T00:00:00Z`,
    });
  }
}, 60_000);

afterAll(() => company.close());

type Page = {
  readonly list: readonly { readonly id: string }[];
  readonly next: string | null;
  readonly previous: string | null;
};
const page = async (sort: readonly string[], cursor?: string) =>
  (
    await company.call<Page>('sales', '/v1/customer/query', {
      sort,
      size: 7,
      count: 'none',
      fields: ['name'],
      ...(cursor === undefined ? {} : { cursor }),
    })
  ).data;

it.each([
  [['-createdAt']],
  [['city']],
  [['-city', 'name']],
  [['nextFollowAt']],
  [['-nextFollowAt', '-followCount']],
  [['name', '-followCount']],
  [['-followCount', 'city']],
])('walks forward and back through %j without a row twice or missing', async (sort) => {
  const whole = (
    await company.call<Page>('sales', '/v1/customer/query', { sort, size: 1000, fields: ['name'] })
  ).data.list.map((row) => row.id);
  expect(whole).toHaveLength(count);
  const forward: string[] = [];
  const starts: Page[] = [];
  for (let cursor: string | undefined; ; ) {
    const current: Page = await page(sort, cursor);
    forward.push(...current.list.map((row) => row.id));
    starts.push(current);
    if (current.next === null) break;
    cursor = current.next;
  }
  expect(forward).toEqual(whole);
  let back = starts.at(-1);
  const backward = back === undefined ? [] : back.list.map((row) => row.id);
  while (back !== undefined && back.previous !== null) {
    back = await page(sort, back.previous);
    backward.unshift(...back.list.map((row) => row.id));
  }
  expect(backward).toEqual(whole);
});

it('refuses a cursor of another sort and one made by hand', async () => {
  const { next } = await page(['name']);
  for (const [sort, cursor] of [
    [['city'], next],
    [['name'], 'row:1000'],
    [['name'], 'abc'],
    [['-createdAt'], Buffer.from('["-createdAt,-id",0,"no time","no id"]').toString('base64url')],
  ] as const) {
    const answer = await company.call('sales', '/v1/customer/query', { sort, size: 7, cursor });
    expect(answer).toMatchObject({ code: '1', data: { error: { code: 'E_CURSOR' } } });
  }
});
