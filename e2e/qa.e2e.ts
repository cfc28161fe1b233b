import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { signIn } from './support/account.ts';
import { rowsOf } from './support/database.ts';
import { rows } from './support/screen.ts';
import { tellStudent } from './support/student.ts';
import { expect, test } from './support/test.ts';

/** The only value a query answers. */
const oneOf = async (query: string, values: readonly unknown[] = []): Promise<unknown> =>
  Object.values((await rowsOf(query, values))[0] ?? {})[0];
/** The heading of the record that is open. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const isFocused = (page: Page, kind: string) =>
  expect.poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, kind)).toBe(true);

test('a student’s question goes through its teacher, a further question and its end', async ({ page, request }) => {
  const studentId = String(await oneOf('select id from student order by created_at limit 1'));
  const teaches = `select p.id from staff s join project p on p.id = any(s.project_ids) where s.account = 'teacher' limit 1`;
  const projectId = String(await oneOf(teaches));
  const title = '旅程里的提问';
  const ask = { kind: 'ask', studentId, projectId, title, content: '<p>为什么选乙？</p>' } as const;
  const { id } = await tellStudent(request, ask);
  await signIn(page, 'teacher');
  await page.goto('/trainmanagement/recententry');
  const row = rows(page).filter({ hasText: title });
  await expect(row).toContainText('待回答');
  expect(await accessibilityFaults(page)).toEqual([]);
  await row.getByRole('button', { name: `认领 ${title}` }).click();
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByText('回答中', { exact: true })).toBeVisible();
  await expect(page.getByText('为什么选乙？')).toBeVisible();
  await page.getByRole('textbox', { name: /^回答/ }).fill('看第二节的例题');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => oneOf('select status from student_question where id = $1', [id])).toBe('answered');

  await tellStudent(request, { kind: 'askMore', studentId, questionId: id, content: '<p>例题里没有丙</p>' });
  await page.goto('/trainmanagement/recententry?tab=followUps');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('例题里没有丙')).toBeVisible();
  await page.getByRole('textbox', { name: /^回答/ }).fill('丙见第三节');
  await page.getByRole('button', { name: '确定' }).click();
  await expect.poll(() => oneOf('select status from student_question where id = $1', [id])).toBe('answered');
  await tellStudent(request, { kind: 'rateAnswer', studentId, questionId: id, satisfaction: 5 });
  expect(await tellStudent(request, { kind: 'closeQuestion', studentId, questionId: id })).toMatchObject({
    status: 'closed',
  });
  const said = await rowsOf(
    'select author_type, content from student_answer where question_id = $1 order by created_at',
    [id],
  );
  expect(said).toEqual([
    { author_type: 'teacher', content: '<p>看第二节的例题</p>' },
    { author_type: 'student', content: '<p>例题里没有丙</p>' },
    { author_type: 'teacher', content: '<p>丙见第三节</p>' },
  ]);
});

test('a teacher answers ten questions and marks five papers without the mouse between them', async ({ page }) => {
  await signIn(page, 'teacher');
  await page.goto('/trainmanagement/recententry');
  await page.getByRole('button', { name: '答下一条' }).focus();
  await page.keyboard.press('Enter');
  const answered = `select count(*)::int as count from student_answer where content = '<p>请看例题</p>'`;
  for (let count = 1; count <= 10; count++) {
    await isFocused(page, '[contenteditable="true"]');
    const before = page.url();
    await page.keyboard.type('请看例题');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => oneOf(answered)).toBe(count);
    await expect.poll(() => page.url()).not.toBe(before);
  }
  // The queue is through.
  await expect(page).toHaveURL(/recententry$/);

  await page.goto('/trainmanagement/trainingstatistics');
  await page.getByRole('button', { name: '阅下一份' }).focus();
  await page.keyboard.press('Enter');
  const marked = `select count(*)::int as count from exam_attempt a join staff s on s.id = a.marker_id
    where s.account = 'teacher' and a.status = 'marked' and a.marked_at > now() - interval '10 minutes'`;
  for (let count = 1; count <= 5; count++) {
    await expect(page.getByRole('button', { name: '领取阅卷' })).toBeVisible();
    const number = (await heading(page).textContent()) ?? '';
    await page.keyboard.press('Control+Shift+Enter');
    await isFocused(page, 'input:not(:disabled)');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('6');
    // To the score of the next question, over the remark.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('9');
    await page.keyboard.press('Control+Enter');
    const stored = `select count(*)::int as count from attempt_answer w join exam_attempt a on a.id = w.attempt_id
      where a.attempt_no = $1 and not w.objective and w.score is not null`;
    await expect.poll(() => oneOf(stored, [number])).toBe(2);
    await expect(page.getByText('已保存')).toBeVisible();
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => oneOf(marked)).toBe(count);
    await expect(heading(page)).not.toHaveText(number);
  }
});
