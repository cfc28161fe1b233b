import type { Page } from '@playwright/test';
import { type Account, signIn } from './support/account.ts';
import { rowsOf } from './support/database.ts';
import { choose, rows } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a question is written, published by another teacher, put into a paper and bound to a catalogue', async ({
  page,
}) => {
  const words = `关于诉讼时效中断的说法，正确的是${String(Date.now()).slice(-6)}`;
  await signIn(page, 'teacher');
  await page.goto('/question/questionfs');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增试题' });
  await choose(form, '项目', '法硕');
  await choose(form, '题型', '单选题');
  await write(form.getByRole('textbox', { name: '题干' }), words);
  for (const [at, text] of ['起诉中断时效', '时效不能中断'].entries()) {
    await form.getByRole('button', { name: '添加一行' }).click();
    await write(form.getByRole('textbox', { name: `选项内容（第 ${at + 1} 行）` }), text);
  }
  await form.getByRole('switch', { name: '正确（第 1 行）' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  const line = rows(page).filter({ hasText: words });
  await line.getByRole('button', { name: '提交审核' }).click();
  await expect(line).toContainText('待审核');
  await expect(line.getByRole('button', { name: '审核发布' })).toBeHidden();

  await signInAnew(page, 'teacher2');
  await page.goto('/question/questionfs');
  await line.getByRole('button', { name: '审核发布' }).click();
  await expect(line).toContainText('已发布');

  const name = `法硕小测${words.slice(-6)}`;
  await page.goto('/question/examQuestionList');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const paper = page.getByRole('dialog', { name: '新建试卷' });
  await paper.getByLabel('试卷名称').fill(name);
  await choose(paper, '项目', '法硕');
  await choose(paper, '试卷类型', '历年真题');
  await paper.getByRole('spinbutton', { name: '考试时长' }).fill('60');
  await paper.getByRole('button', { name: '添加一行' }).click();
  await paper.getByRole('textbox', { name: '大题标题（第 1 行）' }).fill('一、单选题');
  await pick(page, words);
  await paper.getByRole('button', { name: '保存' }).click();
  await expect(paper).toBeHidden();
  const sheet = rows(page).filter({ hasText: name });
  await sheet.getByRole('button', { name: /^发布/ }).click();
  await expect(sheet).toContainText('已发布');
  await page.goto('/question/questionfs');
  await line.getByRole('button', { name: '下线' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(`试题在开放中的试卷“${name}”里，不能下线`)).toBeVisible();

  await signInAnew(page, 'content_ops');
  await page.goto('/question/examCatalogList');
  await page.getByRole('button', { name: '全部展开' }).click();
  await rows(page).filter({ hasText: '刑法学' }).getByRole('button', { name: '绑定试题' }).click();
  await pick(page, words);
  await page.getByRole('dialog', { name: '绑定试题' }).getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('dialog', { name: '绑定试题' })).toBeHidden();
  const [held] = await rowsOf(
    `select p.snapshot -> 0 -> 'questions' -> 0 ->> 'no' = q.question_no as frozen, q.status,
      (select count(*) from catalog_question b where b.question_id = q.id)::int as bound
    from question q join paper_question i on i.question_id = q.id join paper_section s on s.id = i.section_id
      join paper p on p.id = s.paper_id where q.stem_text = $1`,
    [words],
  );
  expect(held).toEqual({ frozen: true, status: 'published', bound: 1 });
});

/** Types into an editor of formatted text. */
async function write(editor: ReturnType<Page['locator']>, text: string): Promise<void> {
  await editor.click();
  await editor.pressSequentially(text);
}

/** Picks the question with these words in the form that is open. */
async function pick(page: Page, words: string): Promise<void> {
  await page
    .getByRole('button', { name: /^选择试题/ })
    .first()
    .click();
  const list = page.locator('.engine-pick');
  await list.getByRole('textbox', { name: '关键字' }).fill(words);
  await list.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(rows(list)).toHaveCount(1);
  await list
    .getByRole('checkbox', { name: /^选择 / })
    .first()
    .check();
  await list.getByRole('button', { name: '确定' }).click();
  await expect(list).toBeHidden();
}

async function signInAnew(page: Page, account: Account): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, account);
}
