import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOnPage } from './support/api.ts';
import { choose, rows } from './support/screen.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Another product from other documents (e2e/fixtures/library), on a server of its own.
test.use({ baseURL: ({ libraryServer }, use) => use(libraryServer) });

async function open(page: Page, group: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const link = menu.getByRole('link', { name: title, exact: true });
  if (!(await link.isVisible())) await menu.getByText(group, { exact: true }).click();
  await link.click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('shows its own words and asks for nothing that it does not declare', async ({ page }) => {
  const unknown: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 404) unknown.push(response.url());
  });
  await page.goto('/user/login');
  await expect(page.getByText('借还、馆藏与读者，一处办理')).toBeVisible();
  await expect(page.getByText('线索')).toHaveCount(0);
  await signInByForm(page, 'librarian');
  await expect(page).toHaveTitle(/公共图书馆管理系统/);
  await open(page, '服务台', '借书台');
  // The parts of the shell that come after the first page have come by then.
  await page.waitForTimeout(4000);
  expect(unknown).toEqual([]);
});

test('a librarian lends a book, sees it on the board, takes a late one back, fines and settles', async ({ page }) => {
  await signIn(page, 'librarian');
  await open(page, '服务台', '借书台');
  const copy = rows(page).filter({ hasText: 'D10001' });
  await expect(copy).toContainText('在架');
  await copy.getByRole('button', { name: '借出' }).click();
  const dialog = page.getByRole('dialog', { name: '借出' });
  await choose(dialog, '读者', '何小满');
  const due = dialog.getByLabel('应还时间');
  await due.fill('2099-12-31 18:00');
  await due.press('Enter');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已借出')).toBeVisible();
  await expect(copy).toContainText('借出');

  await open(page, '服务台', '借阅');
  // The rule of the reader's level says for how long: the form has looked it up when it opens.
  const lent = rows(page).filter({ hasText: '何小满' }).filter({ hasText: '边城' });
  await lent.getByRole('button', { name: '续借' }).click();
  const renewal = page.getByRole('dialog', { name: '续借' });
  await expect(renewal.getByLabel('应还时间')).toHaveValue('2100-03-01 18:00');
  await renewal.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已续借')).toBeVisible();
  await page.getByText('看板', { exact: true }).click();
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(lane('借出')).toContainText('边城');

  // Ten days late: brought back by hand, fined from the menu of the card, settled where the reader is at home.
  await lane('逾期').locator(card('骆驼祥子')).dragTo(lane('已还'));
  await expect(page.getByText('已归还')).toBeVisible();
  await expect(lane('已还')).toContainText('骆驼祥子');
  const late = lane('已还').locator(card('骆驼祥子'));
  await late.getByRole('button').click();
  await page.getByRole('menuitem', { name: '罚款', exact: true }).click();
  await confirm(page, '罚款', '按每天五角开出罚款？');
  await expect(lane('待缴罚款')).toContainText('骆驼祥子');
  await expect(lane('待缴罚款').locator(card('骆驼祥子'))).toContainText('¥5.00');

  await open(page, '读者', '读者');
  const reader = rows(page).filter({ hasText: '苏禾' });
  await expect(reader).toContainText('¥5.00');
  await expect(reader).toContainText('199****0001');
  await reader.getByRole('link', { name: '苏禾' }).click();
  const loan = rows(page).filter({ hasText: '骆驼祥子' });
  await expect(loan).toBeVisible();
  await loan.getByRole('button', { name: '结清' }).click();
  await confirm(page, '结清', '罚款已收？');
  await expect(page.getByText('已结清').filter({ visible: true }).first()).toBeVisible();
  await expect(loan).toContainText('已结清');

  await open(page, '服务台', '借书台');
  await expect(rows(page).filter({ hasText: 'D10002' })).toContainText('在架');
});

test('the head librarian sees the loans of every branch, a librarian those of the own', async ({ page }) => {
  const branches = ['东区分馆', '西区分馆'];
  await signIn(page, 'librarian2');
  await open(page, '服务台', '借阅');
  await expect(rows(page).filter({ hasText: '西区分馆' }).first()).toBeVisible();
  await expect(rows(page).filter({ hasText: '东区分馆' })).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'head');
  await expect(page.getByRole('heading', { name: '今日概况', level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /^各类借出/ })).toBeVisible();
  await open(page, '服务台', '借阅');
  for (const branch of branches) await expect(rows(page).filter({ hasText: branch }).first()).toBeVisible();
});

test('a fine is waived by two people: the librarian asks, the head librarian confirms', async ({ page, browser }) => {
  await signIn(page, 'librarian');
  await open(page, '服务台', '借阅');
  const fined = rows(page).filter({ hasText: '待缴罚款' }).first();
  await expect(fined).toBeVisible();
  const number =
    (await fined
      .getByText(/^JY\d+/)
      .first()
      .textContent()) ?? '';
  const loan = rows(page).filter({ hasText: number });
  await loan.getByRole('button', { name: '免除' }).click();
  await page.getByRole('dialog').getByLabel('免除原因').fill('读者住院，有证明');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已提交，等待另一人复核')).toBeVisible();
  await expect(loan).toContainText('待缴罚款');
  await page.getByRole('button', { name: '待复核' }).click();
  await expect(page.getByRole('region', { name: '您申请的' })).toContainText('读者住院，有证明');

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const head = await other.newPage();
  await signIn(head, 'head');
  await head.getByRole('button', { name: '1 项待您复核' }).click();
  const waiting = head.getByRole('region', { name: '等您复核' });
  await expect(waiting).toContainText(number);
  await waiting.getByRole('button', { name: '复核通过' }).click();
  await head.getByRole('tooltip').getByRole('button', { name: '确定' }).last().click();
  await expect(head.getByText('已复核通过')).toBeVisible();
  await other.close();

  // Told by the server: what waited is gone without a reload.
  await expect(page.getByRole('region', { name: '您申请的' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(loan).toContainText('已结清');
});

test('late loans are taken one by one: what one has another does not change, and after the last the list opens', async ({
  page,
  browser,
}) => {
  // His branch has one, which no other journey takes back.
  await signIn(page, 'librarian2');
  await open(page, '服务台', '借阅');
  await page.getByRole('button', { name: '逐条催还' }).click();
  const mine = page.getByRole('region', { name: '处理中' });
  await expect(mine).toContainText('这一条由您处理');
  const address = page.url();

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const head = await other.newPage();
  await signIn(head, 'head');
  await expect(head.getByRole('heading', { name: '今日概况', level: 1 })).toBeVisible();
  await head.goto(address);
  await expect(head.getByRole('region', { name: '处理中' })).toContainText('正在处理这一条');
  await head.getByRole('button', { name: '已催还' }).click();
  await expect(head.getByText(/正在处理这一条$/)).toBeVisible();

  await page.getByRole('button', { name: '已催还' }).click();
  await expect(page.getByText('已记下')).toBeVisible();
  await expect(page.getByText('没有等着处理的了')).toBeVisible();
  await expect(page.getByRole('heading', { name: '借阅', level: 1 })).toBeVisible();
  await other.close();
});

test('what readers are told is revised: the next edition is a draft, and publishing it archives the one before', async ({
  page,
}) => {
  await signIn(page, 'head');
  await open(page, '读者', '读者须知');
  await page.getByRole('button', { name: '修订' }).click();
  const editions = page.getByRole('region', { name: '版本' });
  await expect(editions).toContainText('第 2 版 草稿');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await confirm(page, '发布', '上一版随之归档');
  await expect(editions).toContainText('第 2 版 已发布');
  await editions.getByRole('button', { name: '第 1 版 已归档' }).click();
  await expect(page.getByText('凭读者证借阅，逾期按日计罚。')).toBeVisible();
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);
});

test('a book is introduced with a formula, a table and a picture that is its own; a letter takes known variables alone', async ({
  page,
}) => {
  await signIn(page, 'head');
  await open(page, '馆藏', '图书');
  const book = rows(page).filter({ hasText: '骆驼祥子' });
  await book.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '图书' });
  const text = form.getByRole('textbox', { name: '简介' });
  await text.click();
  await page.keyboard.type('车夫的一生');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('三起三落 ');
  await form.getByRole('button', { name: '插入公式' }).click();
  const formula = page.getByRole('dialog', { name: '插入公式' });
  await formula.getByLabel('公式（LaTeX）').fill('\\sqrt{x} < \\overbrace{a+b}^{n} \\href{javascript:x}{y}');
  await expect(formula.locator('.katex')).toBeVisible();
  await formula.getByRole('button', { name: '确定' }).click();
  await expect(text.locator('.katex')).toBeVisible();
  await form.getByRole('button', { name: '插入图片' }).click();
  const picture = page.getByRole('dialog', { name: '插入图片' });
  const file = { name: '车.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
  await picture.locator('input[type=file]').setInputFiles(file);
  await picture.getByLabel('替代文字').fill('人力车');
  await picture.getByRole('button', { name: '确定' }).click();
  const isDrawn = (image: HTMLImageElement) => image.naturalWidth > 0;
  await expect.poll(() => text.getByRole('img', { name: '人力车' }).evaluate(isDrawn)).toBe(true);
  await form.getByRole('button', { name: '表格', exact: true }).click();
  await page.getByRole('menuitem', { name: '插入表格' }).click();
  await page.keyboard.type('第一起');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  await book.getByRole('link', { name: '骆驼祥子' }).click();
  await expect(page.getByRole('heading', { name: '骆驼祥子' })).toBeVisible();
  const shown = page.locator('.engine-html');
  await expect(shown.locator('strong')).toHaveText(/三起三落/);
  await expect(shown.locator('.katex')).toBeVisible();
  await expect(shown.locator('th').first()).toHaveText('第一起');
  await expect.poll(() => shown.getByRole('img', { name: '人力车' }).evaluate(isDrawn)).toBe(true);
  await expect(shown.locator('a')).toHaveCount(0);

  await open(page, '读者', '借阅规则');
  await rows(page).filter({ hasText: '普通读者' }).getByRole('button', { name: '编辑' }).click();
  const rule = page.getByRole('dialog', { name: '借阅规则' });
  const letter = rule.getByRole('textbox', { name: '催还信' });
  await expect(letter).toContainText('{reader}');
  await letter.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('{dueDate}');
  await rule.getByRole('button', { name: '保存' }).click();
  await expect(rule.getByText(/催还信第 2 段没有变量“{dueDate}”/)).toBeVisible();
});

/** A picture of one pixel, as PNG. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function confirm(page: Page, title: string, question: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: question });
  await dialog.getByRole('button', { name: title }).click();
}

test('a note is about a reader or a copy: what it names is chosen by its kind, told when the kind changes, and found by name', async ({
  page,
}) => {
  await signIn(page, 'head');
  await open(page, '服务台', '值班记事');
  await page.getByRole('button', { name: '记一笔' }).click();
  const form = page.getByRole('dialog', { name: '值班记事' });
  await form.getByLabel('事由').fill('还书时夹了信');
  await choose(form, '类别', '读者');
  await choose(form, '具体对象', '何小满');
  await choose(form, '类别', '馆藏');
  await expect(form.getByText('已清空“具体对象”，因“类别”已改')).toBeVisible();
  await choose(form, '具体对象', 'D10003');
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已记下')).toBeVisible();
  const note = rows(page).filter({ hasText: '还书时夹了信' });
  await expect(note).toContainText('D10003');
  await expect(note).toContainText('东区分馆');
  await page.getByLabel('对象名称').fill('D10003');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await note.getByRole('button', { name: '编辑' }).click();
  await expect(form.getByText('D10003')).toBeVisible();
  await form.getByLabel('事由').fill('还书时夹了一封信');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
});

test('a text with hostile formulas opens in its editor and is saved again letter by letter', async ({ page }) => {
  const formulas = [
    '\\href{javascript:window.__ran=1}{x}',
    `${'{'.repeat(1000)}${'}'.repeat(1000)}`,
    '\\def\\a{\\a\\a}\\a',
    '\\includegraphics{https://evil.example/x.png}',
    'a < b & "c"',
  ];
  const escaped = (latex: string) => latex.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const shown = (latex: string) => `<span data-type="inline-math" data-latex="${escaped(latex)}"></span>`;
  const foreign = '<img src="https://evil.example/x.png"><svg onload="window.__ran=1"></svg>';
  await signIn(page, 'head');
  const token = await tokenOnPage(page);
  const found = await callApi(page.request, token, '/v1/book/query', { fields: ['title'], where: { search: '茶馆' } });
  const [book] = Array.isArray(found.data?.list) ? found.data.list : [];
  const { id, version } = book;
  const introduction = `<p>始${formulas.map(shown).join('')}${foreign}末</p>`;
  const changed = await callApi(page.request, token, '/v1/book/modify', { id, version, introduction });
  expect(changed.code, changed.message).toBe('0');
  const foreignCalls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil')) foreignCalls.push(request.url());
  });
  await page.goto('/catalogue/books');
  await page.locator(`[data-row-key="${id}"]`).getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '图书' });
  const area = form.getByRole('textbox', { name: '简介' });
  await expect(area).toContainText('末');
  await area.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('尾');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  const after = await callApi(page.request, token, '/v1/book/view', { id, fields: ['introduction'] });
  const stored = String(after.data?.introduction);
  expect([...stored.matchAll(/data-latex="([^"]*)"/g)].map(([, latex]) => latex)).toEqual(formulas.map(escaped));
  expect(stored).toContain('尾');
  expect(stored).not.toMatch(/<svg|<img/);
  expect(foreignCalls).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
});
