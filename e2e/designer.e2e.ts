import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const path = '/customer/business/alllist';
const renamed = '联系电话';
const ownField = '合作等级';

const designer = (page: Page) => page.getByRole('region', { name: '页面设计' });
const outline = (page: Page) => designer(page).getByRole('region', { name: '大纲' });
const properties = (page: Page) => designer(page).getByRole('region', { name: '设置' });
const heading = (page: Page, title: string) =>
  page.locator('thead th:visible').filter({ has: page.getByText(title, { exact: true }) });

/** Chooses a node in the outline and waits until its settings are shown. */
async function pick(page: Page, title: string, kind: string): Promise<void> {
  const nodes = outline(page).getByText(title, { exact: true });
  await expect(nodes.first()).toBeVisible();
  for (const node of await nodes.all()) {
    await node.click();
    const shown = properties(page).locator('header');
    await expect(shown).toContainText(title);
    if ((await shown.innerText()).includes(kind)) return;
  }
  throw new Error(`the outline has no ${kind} ${title}`);
}

/** The same by keyboard: Tab to the tree, arrows to the node, Enter. */
async function pickByKeys(page: Page, title: string): Promise<void> {
  await outline(page).getByRole('searchbox', { name: '查找' }).focus();
  const tree = outline(page).locator('.ant-tree');
  const isInTree = () => tree.evaluate((element) => element.contains(document.activeElement));
  for (let steps = 0; steps < 4 && !(await isInTree()); steps += 1) await page.keyboard.press('Tab');
  const active = tree.locator('.ant-tree-treenode-active');
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await active.innerText()).trim() === title) break;
  }
  await page.keyboard.press('Enter');
  await expect(properties(page).locator('header')).toContainText(title);
}

async function saved(page: Page): Promise<void> {
  await expect(designer(page).getByText('草稿已保存')).toBeVisible();
}

async function publish(page: Page, note: string): Promise<void> {
  await saved(page);
  await designer(page).getByRole('button', { name: '发布' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^发布给/ });
  await dialog.getByLabel('说明').pressSequentially(note);
  await dialog.getByRole('button', { name: '发布', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
}

/** By keyboard: opens the choices and goes through them until the one that Enter takes is this one. */
async function chooseLevel(page: Page, title: string): Promise<void> {
  await designer(page).getByRole('combobox', { name: '改给谁' }).press('ArrowDown');
  const active = page.locator('.ant-select-item-option-active:visible');
  await expect(active).toBeVisible();
  for (let tries = 0; tries < 60 && !(await active.innerText()).includes(title); tries += 1)
    await page.keyboard.press('ArrowDown');
  await expect(active).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(outline(page).getByText('筛选', { exact: true })).toBeVisible();
}

/** Turns the page that is shown into its own editor, from the menu by keyboard. */
async function design(page: Page): Promise<void> {
  await page.getByRole('button', { name: /用户菜单$/ }).press('Enter');
  const item = page.getByRole('menuitem', { name: '设计此页' });
  await expect(item).toBeVisible();
  await item.press('Enter');
}

/** Goes back to the page as it was shipped, on the level that is chosen. */
async function rollBack(page: Page): Promise<void> {
  await designer(page).getByRole('button', { name: '历史' }).click();
  const drawer = page.getByRole('dialog', { name: '发布记录' });
  await drawer.getByRole('button', { name: '回到随产品发布的页面' }).click();
  const dialog = page.getByRole('dialog', { name: '回到随产品发布的页面' });
  await dialog.getByLabel('原因').fill('试过了');
  await dialog.getByRole('button', { name: /^(确定|回退|回到.*)$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Types what is sought and takes it when it is the one that Enter takes: what was there before is sought through a moment later. */
async function chooseByKeys(page: Page, box: Locator, word: string): Promise<void> {
  await box.pressSequentially(word);
  await expect(page.locator('.ant-select-item-option-active:visible')).toContainText(word);
  await page.keyboard.press('Enter');
}

const add = (scope: Page | Locator) =>
  scope.getByRole('button', { name: '新增', exact: true }).filter({ visible: true });

test('an analyst changes a list for all and for one role; an open page follows, and what is published is rolled back', async ({
  browser,
  page,
}) => {
  const others = await browser.newContext();
  const colleague = await others.newPage();
  await signIn(colleague, 'sales', path);
  await expect(rows(colleague).first()).toBeVisible({ timeout: 30_000 });
  const keyword = colleague.getByRole('textbox', { name: '关键字' });
  await keyword.fill('打到一半');

  await signIn(page, 'admin', path);
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
  await design(page);

  // The page itself is edited: nothing on it does anything. However little room is left, its tabs have theirs.
  await expect(page.locator('.designer-page .ant-tabs-tab').filter({ hasText: '已逾期' })).toBeInViewport({ ratio: 1 });
  await pickByKeys(page, '手机号');
  await properties(page).getByLabel('名称').fill(renamed);
  await expect(heading(page, renamed)).toBeVisible();
  await pickByKeys(page, renamed);
  await page.keyboard.press('Alt+ArrowDown');
  await pick(page, '筛选', '筛选');
  await designer(page).getByRole('tab', { name: '添加' }).click();
  const palette = designer(page).getByRole('region', { name: '添加' });
  await palette.getByRole('searchbox', { name: '查找可以添加的内容' }).fill('城市');
  await palette.getByRole('button', { name: '城市', exact: true }).click();
  await expect(properties(page).getByRole('heading', { name: '城市' })).toBeVisible();
  await makeColumnOfOwn(page, palette);
  await saved(page);

  // Nothing is lost by a reload.
  await page.reload();
  await expect(heading(page, renamed)).toBeVisible({ timeout: 30_000 });
  await add(colleague).click();
  const form = colleague.getByRole('dialog', { name: '新增客户' });
  await form.getByLabel('姓名').fill('填到一半');
  await publish(page, '手机号改称联系电话，可以按城市筛选');

  // Whoever fills in a form on it is told, and goes on; the page follows once that is done, and keeps what he typed there.
  await expect(colleague.getByText('“全部客户”有新的设计', { exact: false })).toBeVisible();
  await expect(form.getByLabel('姓名')).toHaveValue('填到一半');
  await expect(heading(colleague, '手机号')).toBeVisible();
  await form.getByRole('button', { name: '取消' }).click();
  await colleague.getByRole('button', { name: '放弃' }).click();
  await expect(heading(colleague, renamed)).toBeVisible();
  const titles = (await colleague.locator('thead th:visible').allInnerTexts()).map((title) => title.trim());
  expect(titles.indexOf(renamed)).toBeGreaterThan(titles.indexOf('跟进阶段'));
  await expect(heading(colleague, ownField)).toBeVisible();
  await expect(keyword).toHaveValue('打到一半');
  await expect(add(colleague)).toBeVisible();

  await chooseLevel(page, '角色“业务员”');
  await pick(page, '新增', '按钮');
  await page.keyboard.press('Delete');
  await saved(page);
  await designer(page).getByRole('button', { name: '预览' }).click();
  const preview = page.getByRole('dialog', { name: '预览' });
  await expect(preview.getByText('按“业务员”的权限显示', { exact: false })).toBeVisible();
  const drawn = preview.frameLocator('iframe');
  await expect(drawn.getByRole('columnheader', { name: renamed })).toBeVisible({ timeout: 30_000 });
  await expect(drawn.getByRole('button', { name: '新增', exact: true })).toHaveCount(0);
  // As one person, too, of those he may list.
  const people = preview.getByRole('combobox', { name: '某个员工' });
  await people.press('ArrowDown');
  const name = await page.locator('.ant-select-item-option:visible').first().innerText();
  await people.pressSequentially(name);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click();
  await expect(preview.getByText(`按“${name}”的权限显示`, { exact: false })).toBeVisible();
  await expect(drawn.getByRole('columnheader', { name: renamed })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await publish(page, '业务员不自己新增');
  await expect(add(colleague)).toBeHidden();
  await expect(colleague.getByText('“全部客户”已按新的设计显示')).toBeVisible();

  await rollBack(page);
  await expect(add(colleague)).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseLevel(page, '整个组织');
  await rollBack(page);
  await expect(heading(colleague, '手机号')).toBeVisible();
  await page.keyboard.press('Escape');
  await designer(page).getByRole('button', { name: '退出设计' }).click();
  await expect(designer(page)).toBeHidden();
  await expect(heading(page, '手机号')).toBeVisible();
  await retireOwnField(page);
  await others.close();
});

/** Makes a field of one's own beside the page, and a column of it. */
async function makeColumnOfOwn(page: Page, palette: Locator): Promise<void> {
  await palette.getByRole('button', { name: '新增自定义字段' }).click();
  const dialog = page.getByRole('dialog', { name: /^新增字段：/ });
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill(ownField);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await designer(page).getByRole('tab', { name: '大纲' }).click();
  await pick(page, renamed, '列');
  await designer(page).getByRole('tab', { name: '添加' }).click();
  await palette.getByRole('searchbox', { name: '查找可以添加的内容' }).fill(ownField);
  await palette.getByRole('button', { name: ownField, exact: true }).click();
  await expect(heading(page, ownField)).toBeVisible();
}

/** Other journeys fill in forms that know nothing of it. */
async function retireOwnField(page: Page): Promise<void> {
  await page.goto('/design');
  await page.getByRole('tab', { name: '自定义字段' }).click();
  await page.getByRole('button', { name: `停用：${ownField}` }).click();
  const dialog = page.getByRole('dialog', { name: `停用字段：${ownField}` });
  await dialog.getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByText('已停用')).toBeVisible();
}

test('a new list from an entity stands in the menu within two minutes, all by keyboard; retired, it is gone', async ({
  page,
}) => {
  await signIn(page, 'admin', '/design');
  const made = page.getByRole('tab', { name: '新页面' });
  await page.getByRole('tab', { name: '升级核对' }).focus();
  // One after another, as a hand does: where the keyboard is, is known only when the tab has it.
  for (const title of ['全部页面', '新页面']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: title })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(made).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: '新建页面' }).press('Enter');
  const wizard = page.getByRole('dialog', { name: '新建页面' });
  await chooseByKeys(page, wizard.getByRole('combobox', { name: '资料' }), '教室');
  await expect(wizard.getByLabel('标题')).toHaveValue('教室');
  await wizard.getByLabel('标题').fill('教室一览');
  await chooseByKeys(page, wizard.getByRole('combobox', { name: '放在菜单的哪里' }), '业务列表');
  await wizard.getByRole('button', { name: '发布', exact: true }).press('Enter');
  await expect(wizard).toBeHidden();
  // The menu learns of it a moment after it is published; until then there is nowhere to go.
  await expect(async () => {
    await page.getByRole('button', { name: '教室一览' }).press('Enter', { timeout: 1000 });
    await expect(page).toHaveURL(/\/own\/classroom$/, { timeout: 2000 });
  }).toPass();
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('menuitem', { name: '教室一览' })).toBeVisible();
  await expect(add(page)).toBeVisible();

  await page.goto('/design');
  await page.getByRole('tab', { name: '新页面' }).click();
  await page.getByRole('button', { name: '停用' }).click();
  const dialog = page.getByRole('dialog', { name: '停用“教室一览”' });
  await dialog.getByLabel('说明').fill('试过了');
  await dialog.getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByText('已停用')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '教室一览' })).toBeHidden();
  await settleConflict(page);
});

/**
 * What comes from a system that began with another version of the product is rehearsed, brought in, and settled where
 * the product says otherwise by now; then the page is as it was shipped.
 */
async function settleConflict(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '页面包' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出页面包' }).click();
  const exported = JSON.parse(readFileSync(await (await file).path(), 'utf8'));
  const edits = [{ op: 'set', key: 'wider', at: 'columns/city/width', was: 77, value: 133 }];
  const layer = { page: 'alllist', level: 'org', role: null, basedOn: 'older', edits };
  const bring = (parts: object) => {
    const whole = { ...exported, fields: [], dictionaries: [], pages: [], layers: [layer], ...parts };
    const buffer = Buffer.from(JSON.stringify(whole));
    return page
      .locator('input[type="file"]')
      .setInputFiles({ name: '页面包.json', mimeType: 'application/json', buffer });
  };
  const rehearsal = page.getByRole('region', { name: '预演' });
  await bring({ menu: [{ ...unchangedNode, name: 'highsea', title: '公共客户', parentName: 'nowhere' }] });
  await expect(rehearsal.getByText('名称“公共客户”', { exact: false })).toBeVisible();
  await expect(rehearsal.getByText('有不合适的部分', { exact: false })).toBeVisible();
  await bring({ menu: [] });
  await expect(rehearsal.getByText('1 处与产品冲突')).toBeVisible();
  await rehearsal.getByLabel('说明').fill('从测试系统');
  await rehearsal.getByRole('button', { name: '导入并发布' }).click();
  await expect(page.getByText('已导入并发布')).toBeVisible();
  await page.getByRole('tab', { name: '升级核对' }).click();
  const review = page.getByRole('region', { name: /^全部客户/ });
  await expect(review.getByText('冲突')).toBeVisible();
  await expect(review.getByText('133')).toBeVisible();
  // It may be written anew where it stands.
  await review.getByRole('button', { name: /到页面上另改$/ }).click();
  await expect(properties(page).getByRole('heading', { name: '城市' })).toBeVisible({ timeout: 30_000 });
  await expect(properties(page).getByLabel('宽度')).toBeFocused();
  await expect(properties(page).getByLabel('宽度')).toHaveValue('133');
  await designer(page).getByRole('button', { name: '退出设计' }).click();
  await page.goto('/design');
  await review.getByRole('button', { name: /以产品为准$/ }).click();
  await expect(review).toBeHidden();
}

const unchangedNode = {
  ...{ parentName: null, title: null, icon: null, hidden: null },
  ...{ keepAlive: null, sortNo: null, enabled: null },
};

test('somebody asks the figures himself, puts the answer on his home page, and it becomes a card of a page', async ({
  page,
}) => {
  await signIn(page, 'admin', '/analysis');
  const name = '我问的通话次数';
  await page.getByRole('button', { name: '新建分析' }).click();
  const builder = page.getByRole('dialog', { name: '新建分析' });
  await builder.getByRole('textbox', { name: '名称' }).fill(name);
  const choose = async (box: string, option: string) => {
    await builder.getByRole('combobox', { name: box }).fill(option);
    await page.keyboard.press('Enter');
  };
  await choose('数据集', '通话统计');
  await builder.getByRole('combobox', { name: '图表' }).press('ArrowDown');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '数字' }).first().click();
  const preview = builder.getByRole('region', { name: '预览' });
  await expect(preview.locator('.engine-figure')).toHaveText(/\d/);
  await builder.getByRole('button', { name: '保存' }).click();
  await expect(builder).toBeHidden();
  const tile = page.getByRole('listitem').filter({ hasText: name });
  await expect(tile.locator('.engine-figure')).toHaveText(/\d/);
  await page.getByRole('button', { name: `“${name}”的操作` }).click();
  await page.getByRole('menuitem', { name: '放到首页' }).click();
  await expect(tile.getByText('在首页')).toBeVisible();

  await page.goto('/dashboard/surveylist');
  const home = page.getByRole('region', { name: '我的分析' });
  await expect(home.getByRole('region', { name }).locator('.engine-figure')).toHaveText(/\d/);
  await design(page);
  await pick(page, '卡片', '卡片');
  await designer(page).getByRole('tab', { name: '添加' }).click();
  const palette = designer(page).getByRole('region', { name: '添加' });
  await palette.getByRole('button', { name, exact: true }).click();
  await expect(properties(page).getByRole('heading', { name })).toBeVisible();
  await expect(page.locator('[data-design-path="cards/analysis"] .engine-figure')).toHaveText(/\d/);
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(page.locator('[data-design-path="cards/analysis"]')).toHaveCount(0);
  await saved(page);
});
