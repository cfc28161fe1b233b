import { accessibilityFaults } from './support/accessibility.ts';
import { openList, settled } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('an administrator looks as a salesperson: banner and masks, no write, the reasons, and a trace of it', async ({
  page,
}) => {
  await signIn(page, 'admin', '/recruitment/authority');
  const search = page.getByRole('textbox', { name: '关键字' });
  await search.fill('sales2');
  await search.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'sales2' });
  await row.getByRole('button', { name: /^以此身份查看 / }).click();
  const dialog = page.getByRole('dialog', { name: /^以“.+”的身份查看$/ });
  const title = await dialog.locator('.ant-modal-title').innerText();
  const name = /“(.+)”/.exec(title)?.[1] ?? '';
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: '打开新窗口' }).click();
  const viewed = await opening;

  const banner = viewed.getByRole('region', { name: '以他人身份查看' });
  await expect(banner).toContainText(`正在以“${name}”的身份查看`);
  await expect(viewed.getByRole('button', { name: `${name}，用户菜单` })).toBeVisible();
  await openList(viewed, '全部客户');
  await expect(
    viewed
      .locator('td:visible')
      .filter({ hasText: /^1\d\d\*{4}\d{4}$/ })
      .first(),
  ).toBeVisible();

  await viewed
    .getByRole('button', { name: /^编辑 / })
    .filter({ visible: true })
    .first()
    .click();
  const form = viewed.getByRole('dialog').filter({ visible: true });
  await form.getByLabel('姓名').fill('不该改');
  await form.getByRole('button', { name: /^(保存|提交|确定)$/ }).click();
  await expect(viewed.getByText(`正在以“${name}”的身份查看，只能看，不能操作`).first()).toBeVisible();

  await banner.getByRole('button', { name: '为什么看不到' }).click();
  const why = viewed.getByRole('dialog', { name: `“${name}”为什么看不到` });
  await expect(why.getByRole('rowheader', { name: '手机号' }).first()).toBeVisible();
  await expect(why.getByText(/缺少权限.*有它的角色：.*管理员/).first()).toBeVisible();
  await settled(viewed);
  expect(await accessibilityFaults(viewed)).toEqual([]);

  const closing = viewed.waitForEvent('close');
  await banner.getByRole('button', { name: '退出', exact: true }).click();
  await closing;

  // The window it began in is as it was left; the log tells of both.
  await expect(search).toHaveValue('sales2');
  await page.goto('/systemSetup/operationLog');
  for (const word of ['开始', '结束'])
    await expect(page.getByRole('cell', { name: `员工：${word}以“${name}”的身份查看` }).first()).toBeVisible();
});
