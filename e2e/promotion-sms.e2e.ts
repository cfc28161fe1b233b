import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rowsOf } from './support/database.ts';
import { productFolder } from './support/places.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Where the simulated carrier of the server keeps its messages. */
const smsFolder = () => path.join(productFolder(), 'data', 'sms');

/** Says how the carrier behaves from now on. */
function carrier(over: object): void {
  mkdirSync(path.join(smsFolder(), 'inbox'), { recursive: true });
  const usual = { delaySeconds: 0, failures: [], refused: [], down: false };
  writeFileSync(path.join(smsFolder(), 'carrier.json'), JSON.stringify({ ...usual, ...over }));
}

test('promotion is put together by conditions, approved by another, sent, answered and never sent again to who wants no more', async ({
  page,
}) => {
  test.setTimeout(240_000);
  carrier({});
  const title = `旅程 ${Date.now()}`;
  await signIn(page, 'promoter', '/customer/popularizemessage');
  await page.getByRole('button', { name: /新增/ }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('标题').fill(title);
  await choose(form, '短信模板', '春季班开课');
  await choose(form, '条件 1 的字段', '跟进次数');
  await choose(form, '条件 1 的比较方式', '不小于');
  await form.getByLabel('条件 1 的值').fill('0');
  const told = form.getByText(/^共 [\d,]+ 条/);
  await expect(told).toBeVisible();
  const count = Number((await told.innerText()).replace(/^共 ([\d,]+) 条[\s\S]*$/, '$1').replaceAll(',', ''));
  expect(count).toBeGreaterThan(0);
  await form.getByRole('button', { name: '保存' }).click();
  const line = rows(page).filter({ hasText: title });
  await expect(line).toContainText('草稿');
  await line.getByRole('button', { name: '提交审核' }).click();
  await expect(line).toContainText('待审核');
  await expect(line.getByRole('button', { name: '审核通过' })).toHaveCount(0);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'admin', '/customer/popularizemessage');
  await line.getByRole('button', { name: '审核通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(line).toContainText('待发送');
  const batch = async () => (await rowsOf('select * from sms_batch where title = $1', [title]))[0];
  await expect
    .poll(batch, { timeout: 120_000, intervals: [1000] })
    .toMatchObject({ status: 'done', sent: count, success: count });
  const records = await rowsOf(
    `select count(*)::int as n, count(distinct r.mobile_hash)::int as numbers, bool_and(c.promoter_id = b.created_by) as own,
      bool_or(c.blacklisted or c.do_not_call) as barred from sms_record r join customer c on c.id = r.customer_id
      join sms_batch b on b.id = r.batch_id where b.title = $1 and r.status = 'delivered'`,
    [title],
  );
  expect(records).toEqual([{ n: count, numbers: count, own: true, barred: false }]);
  // Nobody got two promotions on one day.
  expect(
    await rowsOf(`select mobile_hash from sms_record where sent_at is not null
      group by mobile_hash, (sent_at at time zone 'Asia/Shanghai')::date having count(*) > 1`),
  ).toEqual([]);

  await page.reload();
  await line
    .getByRole('link', { name: title })
    .or(line.getByRole('button', { name: title }))
    .first()
    .click();
  await expect(page.getByText('跟进次数')).toBeVisible();
  await expect(rows(page).first()).toContainText('已送达');

  // Somebody answers: his number is on the list of those who want no more.
  const before = (await rowsOf('select 1 from sms_opt_out where deleted_at is null')).length;
  const mobile = '13900007777';
  writeFileSync(path.join(smsFolder(), 'inbox', 'reply-1.json'), JSON.stringify({ kind: 'reply', mobile, text: 'R' }));
  await expect
    .poll(async () => (await rowsOf('select 1 from sms_opt_out where deleted_at is null')).length, { timeout: 90_000 })
    .toBe(before + 1);
  await page.goto('/customer/components/smsOptOut');
  await expect(rows(page).first()).toContainText('短信回复');
});
