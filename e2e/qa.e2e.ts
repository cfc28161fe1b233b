import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { tellStudent } from './support/student.ts';
import { expect, test } from './support/test.ts';

/** The only value a query answers. */
const oneOf = async (query: string, values: readonly unknown[] = []): Promise<unknown> =>
  Object.values((await rowsOf(query, values))[0] ?? {})[0];
/** The heading of the record that is open. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const numberOf = (page: Page) => page.getByText(/^TW\d{14}$/);
const isFocused = (page: Page, kind: string) =>
  expect.poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, kind)).toBe(true);

test('a student’s question goes through its teacher, a further question and its end', async ({ page, request }) => {
  const studentId = String(await oneOf('select id from student order by created_at limit 1'));
  const teaches = `select p.id from staff s join project p on p.id = any(s.project_ids) where s.account = 'teacher' limit 1`;
  const projectId = String(await oneOf(teaches));
  const title = '旅程里的提问';
  const ask = { kind: 'ask', studentId, projectId, title, content: '<p>为什么选乙？</p>' } as const;
  const { id } = await tellStudent(request, ask);
  await signIn(page, 'teacher', '/trainmanagement/recententry');
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
  await signIn(page, 'teacher', '/trainmanagement/recententry');
  await page.getByRole('button', { name: '答下一条' }).focus();
  await page.keyboard.press('Enter');
  const answered = `select count(*)::int as count from student_answer where content = '<p>请看例题</p>'`;
  for (let count = 1; count <= 10; count++) {
    await isFocused(page, '[contenteditable="true"]');
    const number = (await numberOf(page).textContent()) ?? '';
    await page.keyboard.type('请看例题');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => oneOf(answered)).toBe(count);
    await expect(page.getByText(number)).toHaveCount(0);
    if (count < 10) await expect(numberOf(page)).toBeVisible();
  }
  // The queue is through.
  await expect(page).toHaveURL(/recententry$/);

  await page.goto('/trainmanagement/trainingstatistics');
  await page.getByRole('button', { name: '阅下一份' }).focus();
  await page.keyboard.press('Enter');
  const marked = `select count(*)::int as count from exam_attempt a join staff s on s.id = a.marker_id
    where s.account = 'teacher' and a.status = 'marked' and a.marked_at > now() - interval '10 minutes'`;
  for (let count = 1; count <= 5; count++) {
    await expect(heading(page)).toHaveText(/^DJ/);
    await expect(page.getByRole('button', { name: '领取阅卷', exact: true })).toBeVisible();
    const number = (await heading(page).textContent()) ?? '';
    // What was told of the paper before is gone, so that it is not taken for what is told of this one.
    await expect(page.getByText('已保存')).toHaveCount(0);
    await page.keyboard.press('Control+Shift+Enter');
    await isFocused(page, 'input:not(:disabled)');
    await page.keyboard.press('Control+a');
    // Fewer points than a returned paper has kept: a score that is there already is no change.
    await page.keyboard.type('1');
    // To the score of the next question, over the remark.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2');
    await page.keyboard.press('Control+Enter');
    // It is told for a moment only: looked for first.
    await expect(page.getByText('已保存').last()).toBeVisible();
    const stored = `select count(*)::int as count from attempt_answer w join exam_attempt a on a.id = w.attempt_id
      where a.attempt_no = $1 and not w.objective and w.score is not null`;
    await expect.poll(() => oneOf(stored, [number])).toBe(2);
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => oneOf(marked)).toBe(count);
    await expect(heading(page)).not.toHaveText(number);
  }
});

test('a paper is made of reviewed questions, taken, claimed by one of two teachers, marked, returned and marked by the other', async ({
  page,
  browser,
  request,
}) => {
  const [author, other, academic] = await Promise.all(
    (['teacher', 'teacher2', 'academic'] as const).map((account) => tokenOf(request, account)),
  );
  const done = async (token: string | undefined, path: string, body: object) => {
    const answer = await callApi(request, token ?? '', path, body);
    expect(answer.code, answer.message).toBe('0');
    return String(answer.data?.id);
  };
  const teaches = `select s.project_ids[1] from staff s where s.account = 'teacher'`;
  const projectId = String(await oneOf(teaches));
  const question = async (over: object) => {
    const common = { projectId, source: 'past_paper', track: 'fs', difficulty: 3, partialRule: 'all' };
    const id = await done(author, '/v1/question/create', { ...common, ...over });
    await done(author, '/v1/question/submit', { id });
    return id;
  };
  const choices = [
    { content: '<p>对</p>', correct: true },
    { content: '<p>错</p>', correct: false },
  ];
  const several = (count: number, make: () => object) =>
    Promise.all(Array.from({ length: count }, () => question(make())));
  const single = () => ({ kind: 'single', score: 1, stem: `<p>旅程单选 ${randomUUID()}</p>`, options: choices });
  const ids = await several(50, single);
  const written = await several(2, () => ({
    ...{ kind: 'essay', score: 10, stem: `<p>旅程论述 ${randomUUID()}</p>`, modelAnswer: '<p>要点</p>' },
    criteria: [{ content: '要点', score: 10 }],
  }));
  // Nobody publishes his own.
  expect((await callApi(request, author ?? '', '/v1/question/publish', { id: written[0] })).code).not.toBe('0');
  await Promise.all([...ids, ...written].map((id) => done(other, '/v1/question/publish', { id })));
  const typeId = String(await oneOf(`select id from paper_type where kind = 'mock' limit 1`));
  const hour = 3_600_000;
  const paperId = await done(author, '/v1/paper/create', {
    ...{ name: '旅程模考卷', projectId, typeId, durationMinutes: 60, showAnswer: 'now', passScore: 60 },
    startAt: new Date(Date.now() - hour).toISOString(),
    endAt: new Date(Date.now() + 24 * hour).toISOString(),
    sections: [
      { title: '一、单选', eachScore: 1, questions: ids.map((questionId) => ({ questionId, score: 1 })) },
      { title: '二、论述', questions: written.map((questionId) => ({ questionId, score: 10 })) },
    ],
  });
  await done(author, '/v1/paper/publish', { id: paperId });
  const studentId = String(await oneOf('select id from student order by created_at desc limit 1'));
  const { id: attemptId, questions = [] } = await tellStudent(request, { kind: 'beginPaper', studentId, paperId });
  const answers = questions.map(({ answerId, options }) =>
    options.length === 0 ? { answerId, text: '我的论述' } : { answerId, options: [options[0]?.id ?? ''] },
  );
  expect(await tellStudent(request, { kind: 'handIn', studentId, attemptId, answers })).toMatchObject({
    status: 'submitted',
  });
  expect(await oneOf('select objective_score::float8 from exam_attempt where id = $1', [attemptId])).toBe(50);

  const second = await browser.newPage();
  const screens = [page, second];
  await Promise.all([signIn(page, 'teacher'), signIn(second, 'teacher2')]);
  await Promise.all(screens.map((screen) => screen.goto(`/trainmanagement/trainingMark?id=${attemptId}`)));
  const claims = screens.map((screen) => screen.getByRole('button', { name: '领取阅卷', exact: true }));
  await Promise.all(claims.map((claim) => expect(claim).toBeVisible()));
  await Promise.all(claims.map((claim) => claim.click()));
  const whose = `select s.account from exam_attempt a join staff s on s.id = a.marker_id where a.id = $1`;
  await expect.poll(() => oneOf(whose, [attemptId])).toBeTruthy();
  const first = (await oneOf(whose, [attemptId])) === 'teacher' ? page : second;
  const later = first === page ? second : page;
  const scoreOf = (screen: Page, place: number) => screen.getByLabel(new RegExp(`^得分（第 ${place} 行）`));
  const markBy = async (screen: Page, score: string) => {
    await scoreOf(screen, 1).fill(score);
    await scoreOf(screen, 2).fill('5');
    await screen.keyboard.press('Control+Enter');
    await expect
      .poll(() => oneOf('select sum(score)::float8 from attempt_answer where attempt_id = $1', [attemptId]))
      .toBe(55 + Number(score));
    await screen.getByRole('button', { name: '完成阅卷', exact: true }).click();
    await expect
      .poll(() => oneOf('select total_score::float8 from exam_attempt where id = $1', [attemptId]))
      .toBe(55 + Number(score));
  };
  // The connection is lost while it is marked: what was typed is there again.
  await scoreOf(first, 1).fill('3');
  await first.context().setOffline(true);
  await first.keyboard.press('Control+Enter');
  await expect(first.getByText('已保存')).toHaveCount(0);
  await expect(scoreOf(first, 1)).toHaveValue('3');
  await first.context().setOffline(false);
  await first.reload();
  await first.getByRole('button', { name: '恢复草稿' }).click();
  await expect(scoreOf(first, 1)).toHaveValue('3');
  expect(await oneOf('select count(score)::int from attempt_answer where attempt_id = $1', [attemptId])).toBe(50);
  await markBy(first, '7');
  await done(academic, '/v1/exam/attempt/return', { id: attemptId, returnReason: '偏高' });
  await first.goto('/trainmanagement/trainingstatistics');
  await expect(rows(first).filter({ hasText: '旅程模考卷' })).toHaveCount(0);
  await later.goto(`/trainmanagement/trainingMark?id=${attemptId}`);
  await later.getByRole('button', { name: '领取阅卷', exact: true }).click();
  await markBy(later, '5');
  expect(
    await rowsOf('select before::float8, after::float8, reason from mark_change where attempt_id = $1', [attemptId]),
  ).toEqual([{ before: 62, after: 60, reason: '偏高' }]);
  await second.close();
});
