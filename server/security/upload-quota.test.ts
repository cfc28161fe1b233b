import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const mebibyte = 1_048_576;
const most = 6 * mebibyte;
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ uploadDailyBytes: most });
});
afterAll(() => test.close());

const image = (size: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    randomBytes(size),
  ]).subarray(0, size);

const upload = async (account: string, content: Buffer) =>
  (await send(test, account, '/v1/file/image', 'a.png', content)).json();

const used = async (account: string) => {
  const [row] = await test.database.rows('select bytes from upload_use where staff_id = $1', [test.ids[account]]);
  return Number(row?.bytes ?? 0);
};

it('counts what comes, and not what was taken ahead', async () => {
  expect(await upload('sales', image(3 * mebibyte + 5))).toMatchObject({ code: '0' });
  expect(await used('sales')).toBe(3 * mebibyte + 5);
});

it('cuts off what would pass the day, and says how much is left and until when', async () => {
  const refused = await upload('sales', image(5 * mebibyte));
  expect(refused).toMatchObject({ code: '1', data: { error: { code: 'E_UPLOAD_QUOTA' } } });
  expect(refused.message).toMatch(/每天 6 MB，还可上传 .*，\d{4}-\d\d-\d\d 00:00（北京时间）/);
  expect(await used('sales')).toBeLessThanOrEqual(most);
  expect(await test.database.rows('select 1 from file_object where size > $1', [4 * mebibyte])).toEqual([]);
});

it('counts what is refused for another reason too: it was taken in all the same', async () => {
  const before = await used('manager');
  const answer = (await send(test, 'manager', '/v1/file/image', 'a.png', randomBytes(mebibyte))).json();
  expect(answer).toMatchObject({ data: { error: { code: 'E_FILE_TYPE' } } });
  expect(await used('manager')).toBeGreaterThan(before);
});

it('lets no more through when many come at once, and nobody pay for another', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload('sales2', image(mebibyte))));
  const kept = answers.filter(({ code }) => code === '0');
  expect(kept.length).toBeLessThanOrEqual(6);
  expect(kept.length).toBeGreaterThan(0);
  for (const { code, data } of answers) if (code !== '0') expect(data.error.code).toBe('E_UPLOAD_QUOTA');
  expect(await used('sales2')).toBeLessThanOrEqual(most);
  expect(await upload('sales3', image(mebibyte))).toMatchObject({ code: '0' });
});

it('begins anew the next day', async () => {
  await test.database.rows('update upload_use set day = day - 1 where staff_id = $1', [test.ids.sales2]);
  expect(await upload('sales2', image(mebibyte))).toMatchObject({ code: '0' });
});
