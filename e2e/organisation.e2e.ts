import { fillLogin, password } from './support/account.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { choose, newMobile, settled } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const ownPassword = 'Own-pass9x';

test('an administrator makes a department, moves it, hires somebody into it and stops him again', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const stamp = String(Date.now()).slice(-7);
  const department = `外呼组${stamp}`;
  const account = `hire${stamp}`;
  await signIn(page, 'admin', '/systemSetup/personnelOrganization');
  const tree = page.getByRole('tree', { name: '部门' });
  await expect(tree.getByRole('treeitem', { name: /^启明教育集团/ })).toBeVisible();
  await settled(page);

  await page.getByRole('button', { name: '新增部门' }).click();
  const form = page.getByRole('dialog', { name: '新增部门' });
  await form.getByLabel('部门名称').fill(department);
  await form.getByLabel('部门编码').fill(`D${stamp}`);
  await choose(form, '上级部门', '启明教育集团');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  const node = tree.getByRole('treeitem', { name: new RegExp(`^${department}`) });
  await expect(node).toHaveAttribute('aria-level', '2');

  // By keyboard: below the department before it, and out again.
  await node.click();
  await expect(node).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(node).toHaveAttribute('aria-level', '3');
  await expect(node).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(node).toHaveAttribute('aria-level', '2');

  // The list beside shows its people: none, until one is hired into it.
  await expect(page.getByText(/这里没有员工/)).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  const hiring = page.getByRole('dialog', { name: '新增员工' });
  await hiring.getByLabel('姓名').fill('韩新人');
  await hiring.getByLabel('登录账号').fill(account);
  await hiring.getByLabel('手机号').fill(newMobile());
  await choose(hiring, '部门', department);
  await choose(hiring, '角色', '人事');
  await hiring.getByRole('button', { name: '保存' }).click();
  const told = page.getByRole('dialog').filter({ hasText: '只显示这一次' });
  await expect(told.getByText(account, { exact: true })).toBeVisible();
  const first = (await told.locator('dd').nth(1).innerText()).trim();
  await told.getByRole('button', { name: '已记下' }).click();
  await expect(told).toBeHidden();
  await expect(page.getByText('韩新人').filter({ visible: true }).first()).toBeVisible();

  // He signs in with it, must change it, and then sees his menu and nothing else.
  const context = await browser.newContext();
  const his = await context.newPage();
  await his.goto('/user/login');
  await fillLogin(his, account, first);
  const change = his.getByRole('dialog', { name: '修改密码' });
  await expect(change).toBeVisible();
  await change.getByLabel('旧密码', { exact: true }).fill(first);
  await change.getByLabel('新密码', { exact: true }).fill(ownPassword);
  await change.getByLabel('确认新密码').fill(ownPassword);
  await change.getByRole('button', { name: '确定' }).click();
  await expect(his).toHaveURL(/\/user\/login$/);
  await fillLogin(his, account, ownPassword);
  const menu = his.getByRole('navigation', { name: '主菜单' });
  await expect(menu).toBeVisible();
  await expect(change).toBeHidden();
  await his.goto('/recruitment/authority');
  await expect(his.getByRole('heading', { name: '用户管理', level: 1 })).toBeVisible();
  const links = await menu.getByRole('link').allInnerTexts();
  expect(links.map((text) => text.trim())).toEqual(expect.arrayContaining(['组织架构', '用户管理', '岗位信息']));
  for (const other of ['全部客户', '登录会话', '操作日志']) expect(links).not.toContain(other);

  // Stopped, he is out at once, on the page that is open.
  const admin = await tokenOf(request, 'admin');
  const where = { field: 'account', op: 'eq', value: account };
  const found = await callApi(request, admin, '/v1/sys/user/query', { where, size: 1 });
  const [person]: readonly { readonly id: string }[] = JSON.parse(JSON.stringify(found.data?.list));
  await page.getByRole('button', { name: '停用 韩新人' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '停用后立即退出所有设备' })
    .getByRole('button', { name: '停用' })
    .click();
  await expect(page.getByText('已停用，其所有设备已退出')).toBeVisible();
  await expect.poll(() => tokenOnPage(his), { timeout: 30_000 }).toBe('');
  await his.reload();
  await expect(his).toHaveURL(/\/user\/login/);
  const again = await callApi(request, '', '/v1/sys/user/login', { account, password: ownPassword });
  expect(again.code).toBe('1003');
  expect((await callApi(request, admin, '/v1/sys/user/view', { id: person?.id })).data).toMatchObject({
    status: 'suspended',
  });
  expect(password).not.toBe(first);
  await context.close();
});
