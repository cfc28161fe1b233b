import type { Page } from '@playwright/test';
import { column, openList, rows, settled, sortDescending } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

async function shoot(page: Page, name: string): Promise<void> {
  await expect(page.locator('.ant-message-notice')).toHaveCount(0);
  // Reminders are read and put away before a picture is made of what lies below them.
  const reminders = page.locator('.alert-line').getByRole('button', { name: /^关闭/ });
  await expect(async () => {
    while ((await reminders.count()) > 0) await reminders.first().click({ timeout: 1000 });
    expect(await page.locator('.alert-line').count()).toBe(0);
  }).toPass();
  await settled(page);
  await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' });
}

test('login', async ({ page }) => {
  await page.goto('/user/login');
  await expect(page.getByLabel('账号')).toBeFocused();
  await shoot(page, 'login');
});

test('workbench, list, form and panorama', async ({ page }) => {
  await signIn(page, 'sales');
  await page.getByText('近 30 天', { exact: true }).click();
  await expect(page.getByRole('img', { name: /^每日通话/ })).toBeVisible();
  // Its charts stand below the lists.
  await page.setViewportSize({ width: 1440, height: 1160 });
  await shoot(page, 'workbench');
  await page.setViewportSize({ width: 1440, height: 900 });

  await openList(page, '全部客户');
  await shoot(page, 'list');

  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('请填写姓名')).toBeVisible();
  await shoot(page, 'form');
  await page.keyboard.press('Escape');

  await sortDescending(page, '跟进次数');
  await expect.poll(async () => Number((await column(page, '跟进次数'))[0])).toBeGreaterThan(3);
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await shoot(page, 'panorama');
});
