import type { Page } from '@playwright/test';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const names = (page: Page) => rows(page).evaluateAll((lines) => lines.map((line) => line.textContent?.trim() ?? ''));

test('a set of goods is picked from the list of goods; a catalogue grows and moves in its tree, within its bounds', async ({
  page,
}) => {
  const name = `礼包${String(Date.now()).slice(-6)}`;
  await signIn(page, 'admin', '/mallManager/commoditySetting');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增商品' });
  await form.getByLabel('商品名称').fill(name);
  await choose(form, '商品目录', '福利卡券');
  await choose(form, '商品类型', '优惠券');
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('spinbutton', { name: '积分价' }).fill('500');
  await form.getByRole('spinbutton', { name: '库存' }).fill('3');
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('button', { name: '选择商品', exact: true }).click();
  const list = page.locator('.engine-pick');
  await list
    .getByRole('checkbox', { name: /^选择 / })
    .nth(1)
    .check();
  await list
    .getByRole('checkbox', { name: /^选择 / })
    .first()
    .check();
  await expect(list.getByText('已选 2 条，最多可选 50 条')).toBeVisible();
  await list.getByRole('button', { name: '确定' }).click();
  const picked = form.getByRole('group', { name: /^内含商品（第/ });
  await expect(picked).toHaveCount(2);
  await expect(picked.first()).not.toContainText('加载中');
  const first = await picked.first().innerText();
  await form.getByRole('spinbutton', { name: '件数（第 2 行）' }).fill('3');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(picked.nth(1)).toHaveText(first);
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await rows(page).filter({ hasText: name }).getByRole('button', { name: /^编辑/ }).click();
  const edit = page.getByRole('dialog', { name: '编辑商品' });
  await expect(edit.getByRole('spinbutton', { name: '件数（第 1 行）' })).toHaveValue('3');
  await expect(edit.getByRole('group', { name: '内含商品（第 2 行）' })).toHaveText(first);
  await edit.getByRole('button', { name: '取消', exact: true }).click();

  await page.goto('/mallManager/commodityCatalog');
  await expect(rows(page).first()).toBeVisible();
  // A catalogue that holds goods takes none below it: told, and what was typed stays.
  await page.getByRole('button', { name: '在福利卡券下添加' }).click();
  const refused = page.getByRole('textbox', { name: '在福利卡券下添加' });
  await refused.fill(`${name}甲`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/“福利卡券”已有商品，不能再有下级/)).toBeVisible();
  await expect(refused).toHaveValue(`${name}甲`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const added = page.getByRole('dialog', { name: '新增商品目录' });
  await added.getByLabel('目录名称').fill(name);
  await choose(added, '商城', '员工商城');
  await added.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: `在${name}下添加` }).click();
  await page.getByRole('textbox', { name: `在${name}下添加` }).fill('甲目录\n\t里目录\n乙目录');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已添加 3 个')).toBeVisible();
  const below = async () => (await names(page)).flatMap((text) => /^.目录/.exec(text) ?? []);
  await expect.poll(below).toEqual(['甲目录', '里目录', '乙目录']);
  await page.getByRole('button', { name: /^移动乙目录：/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(below).toEqual(['乙目录', '甲目录', '里目录']);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(below).toEqual(['甲目录', '里目录', '乙目录']);
});
