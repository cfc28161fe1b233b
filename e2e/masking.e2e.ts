import type { Page } from '@playwright/test';
import type { Account } from './support/account.ts';
import { watchForClearMobiles } from './support/clear-mobiles.ts';
import { openList, rows, settled } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('no mobile number reaches a salesperson in clear, on any page', async ({ page }) => {
  const watch = watchForClearMobiles(page);

  await walkThrough(page, 'sales', ['全部客户', '我的商机', '公海查询']);

  expect(watch.answers()).toBeGreaterThan(15);
  expect(await watch.found()).toEqual([]);
});

test('the watch sees numbers where they are in clear: an administrator gets them', async ({ page }) => {
  const watch = watchForClearMobiles(page);

  await walkThrough(page, 'admin', ['全部客户']);

  expect((await watch.found()).length).toBeGreaterThan(5);
});

async function walkThrough(page: Page, account: Account, titles: readonly string[]): Promise<void> {
  await signIn(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const title of titles) await openList(page, title);
  await openList(page, '全部客户');
  await rows(page).first().getByRole('link').first().click();
  for (const tab of ['通话记录', '商机', '归属记录', '跟进记录']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await settled(page);
  }
}
