import { accessibilityFaults } from './support/accessibility.ts';
import { fillLogin, password } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { expect, test } from './support/test.ts';

const newPassword = 'Changed-9x';

test('a first password is changed before anything else; every other session of that person ends', async ({
  page,
  request,
}) => {
  // A colleague no other journey is.
  const admin = await tokenOf(request, 'admin');
  const named = ['admin', 'manager', 'group_leader', 'sales', 'sales2', 'promoter'];
  const where = { field: 'account', op: 'notIn', value: named };
  const people = await callApi(request, admin, '/v1/sys/user/query', { where, sort: ['createdAt', 'id'], size: 1 });
  const [colleague]: readonly { readonly account: string; readonly id: string }[] = JSON.parse(
    JSON.stringify(people.data?.list),
  );
  const account = colleague?.account ?? '';
  const signIn = (secret: string) => callApi(request, '', '/v1/sys/user/login', { account, password: secret });
  const before = String((await signIn(password)).data?.token);

  await page.goto('/user/login');
  await fillLogin(page, account);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await expect(dialog).toBeHidden();
  // An administrator gives him another password, with which he signs in.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/user/login');
  const reset = await callApi(request, admin, '/v1/sys/user/reset/password', { id: colleague?.id });
  const told: { readonly once: readonly { readonly value: string }[] } = JSON.parse(JSON.stringify(reset.data));
  const given = told.once[1]?.value ?? '';
  await fillLogin(page, account, given);
  await expect(dialog).toBeVisible();
  await expect(page.locator('#shell-content')).toBeEmpty();
  const fresh = await signIn(given);
  const refused = await callApi(request, String(fresh.data?.token), '/v1/customer/query');
  expect(refused.message).toBe('首次登录，请先修改密码');
  // Who takes the mark away is asked by the server.
  await page.evaluate(() => localStorage.setItem('firstLogin', '1'));
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  await dialog.getByLabel('旧密码', { exact: true }).fill('wrong-Pass1');
  await dialog.getByLabel('新密码', { exact: true }).fill('Abcdef1');
  await dialog.getByLabel('确认新密码').fill('Abcdef2');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('密码必须由数字、英文字母和特殊字符组成！')).toBeVisible();
  await expect(dialog.getByText('两次输入的密码不一致！')).toBeVisible();
  await dialog.getByLabel('新密码', { exact: true }).fill(newPassword);
  await dialog.getByLabel('确认新密码').fill(newPassword);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText('旧密码错误')).toBeVisible();
  await dialog.getByLabel('旧密码', { exact: true }).fill(given);
  await dialog.getByRole('button', { name: '确定' }).click();

  await expect(page.getByText('密码修改成功，请重新登录')).toBeVisible();
  await expect(page).toHaveURL(/\/user\/login$/);
  for (const token of [before, String(fresh.data?.token)])
    expect((await callApi(request, token, '/v1/sys/user/my/view')).code).toBe('1002');
  expect((await signIn(given)).code).toBe('1');
  await fillLogin(page, account, newPassword);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
