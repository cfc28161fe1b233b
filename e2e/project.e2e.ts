import type { Locator } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a change of number that was applied for is approved, and moves student and customer together', async ({
  page,
}) => {
  const [op] = await rowsOf(`select op_no from student_account_op
    where op = 'change_mobile' and status = 'pending' order by created_at limit 1`);
  const [opNo] = Object.values(op ?? {}).map(String);
  await signIn(page, 'academic', '/projectmanage/course/modifymobileList');
  const row = rows(page).filter({ hasText: opNo ?? '没有' });
  await expect(row).toContainText(/1\d\d\*{4}\d{4}/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await row.getByRole('button', { name: `通过 ${opNo}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(row).toContainText('已完成');
  const [moved] = await rowsOf(
    `select o.status, s.mobile_hash = o.new_mobile_hash as student, c.mobile_hash = o.new_mobile_hash as customer
      from student_account_op o join student s on s.id = o.student_id join customer c on c.id = s.customer_id where o.op_no = $1`,
    [opNo],
  );
  expect(moved).toEqual({ status: 'done', student: true, customer: true });
});

test('a law that was repealed is read, and a word is heard where it stands', async ({ page }) => {
  await signIn(page, 'academic', '/projectmanage/course/lawsRegulations');
  await page.getByPlaceholder(/法规名称/).fill('担保法');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '担保法' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('担保法');
  await expect(page.getByText('已废止', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('学习要点')).toBeVisible();
  await page.goto('/projectmanage/course/englishWord');
  const row = rows(page).filter({ hasText: 'abandon' });
  await row.getByRole('button', { name: '1 个' }).click();
  await page.getByRole('button', { name: '播放 abandon.wav' }).click();
  await expect(page.locator('audio')).toHaveCount(1);
});

test('a course goes from empty to on sale: chapters written down, a film and a live lesson given to them', async ({
  page,
}) => {
  const [found] = await rowsOf(`select p.name as project, t.name as type, v.title as video from video v
    join project p on p.id = v.project_id join course_type t on t.project_id = p.id and t.parent_id is not null
    where v.status = 'ready' order by v.video_no limit 1`);
  const [project = '', type = '', video = ''] = Object.values(found ?? {}).map(String);
  const name = `旅程课程${String(Date.now()).slice(-6)}`;
  await signIn(page, 'academic', '/projectmanage/course/course');
  await page.getByRole('button', { name: /新增/ }).click();
  const form = page.getByRole('dialog', { name: '新增课程' });
  await form.getByLabel('课程名称').fill(name);
  await choose(form, '项目', project);
  await choose(form, '课程类型', type);
  await form.getByRole('switch', { name: '免费' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await rows(page).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const publish = page.getByRole('button', { name: '上架', exact: true });
  await publish.click();
  await expect(page.getByText('至少要有一节课').first()).toBeVisible();

  await page.getByRole('button', { name: '添加', exact: true }).click();
  const box = page.getByRole('textbox', { name: /章节/ });
  await box.fill('导论\n\t第一讲\n\t第二讲');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已添加 3 个')).toBeVisible();
  await page.keyboard.press('Escape');
  const give = async (lesson: string, fill: (dialog: Locator) => Promise<void>) => {
    await rows(page).filter({ hasText: lesson }).getByRole('button', { name: /^编辑/ }).click();
    const dialog = page.getByRole('dialog', { name: '编辑章节' });
    await fill(dialog);
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toBeHidden();
  };
  await give('第一讲', (dialog) => choose(dialog, '视频', video));
  await publish.click();
  await expect(page.getByText('有的课节还没有视频或直播时间').first()).toBeVisible();
  await give('第二讲', async (dialog) => {
    await dialog.getByLabel('直播时间').fill('2030-01-07 19:30');
    await page.keyboard.press('Enter');
  });
  expect(await accessibilityFaults(page)).toEqual([]);
  await publish.click();
  await expect(page.getByText('已上架', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  const stored = await rowsOf(
    `select c.status, l.title, v.title as video, l.live_at is not null as live from course c
      join course_chapter l on l.course_id = c.id and l.kind = 'lesson' left join video v on v.id = l.video_id
      where c.name = $1 order by l.sort_no`,
    [name],
  );
  expect(stored).toEqual([
    { status: 'on', title: '第一讲', video, live: false },
    { status: 'on', title: '第二讲', video: null, live: true },
  ]);
  // What students learn and say of a course stands with it.
  await page.getByRole('tab', { name: '学员' }).click();
  await expect(page.getByText('还没有学员学这门课。')).toBeVisible();
  await page.getByRole('tab', { name: '评价' }).click();
  await expect(page.getByText('还没有学员评价这门课。')).toBeVisible();
});

test('a teacher leaves once his student is another one’s, who writes down what he did with him', async ({
  page,
  request,
}) => {
  const [found] = await rowsOf(`select c.id as class, c.project_id as project, t.id as next, t.name, s.id as student,
      s.real_name as learner from class_type c join teacher t on c.project_id = any(t.project_ids)
      join staff a on a.id = t.staff_id and a.account = 'teacher', student s
    where c.status = 'on' and s.status = 'active' and not exists
      (select 1 from teacher_trainee x where x.student_id = s.id) order by c.code, s.student_no limit 1`);
  const [classTypeId, projectId, next, nextName = '', studentId, learner = ''] = Object.values(found ?? {}).map(String);
  const academic = await tokenOf(request, 'academic');
  const made = async (path: string, body: object) => {
    const answer = await callApi(request, academic, path, body);
    expect(answer.code, answer.message).toBe('0');
    return String(answer.data?.id);
  };
  const name = `旅程教师${String(Date.now()).slice(-6)}`;
  const id = await made('/v1/teacher/create', { name, projectIds: [projectId] });
  await made('/v1/teacher/trainee/create', { teacherId: id, studentId, classTypeId });
  await signIn(page, 'academic', `/projectmanage/course/teacherDetail?id=${id}`);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.getByRole('button', { name: '办理离职', exact: true }).click();
    await dialog.getByLabel('离职日期').fill('2030-01-07');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^(确定|办理离职)$/ }).click();
  };
  await leave();
  await expect(page.getByText('还有在带的学员，请先交接学员').first()).toBeVisible();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: '交接学员', exact: true }).click();
  await choose(dialog, '接手的教师', nextName);
  await dialog.getByLabel('交接原因').fill('离职');
  await dialog.getByRole('button', { name: /^(确定|交接学员)$/ }).click();
  // Whom he hands over is shown before it is done.
  const shown = page.getByRole('dialog', { name: '将交接的学员' });
  await expect(shown.getByRole('row').filter({ hasText: learner })).toHaveCount(1);
  await shown.getByRole('button', { name: '交接学员' }).click();
  await expect(page.getByText('已交接')).toBeVisible();
  await leave();
  await expect(page.getByText('离职', { exact: true }).filter({ visible: true }).first()).toBeVisible();

  await signIn(page, 'teacher', '/projectmanage/course/teachertrainees');
  await rows(page)
    .filter({ hasText: learner })
    .getByRole('button', { name: /^登记互动/ })
    .click();
  await choose(dialog, '互动类型', '一对一指导');
  await dialog.getByRole('textbox', { name: '内容' }).fill('定了复习的顺序');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/projectmanage/course/teacherInteractiveList');
  await expect(rows(page).filter({ hasText: learner })).toContainText('定了复习的顺序');
  const stored = await rowsOf(
    `select t.status, x.status as taught, x.teacher_id = t.id as own, x.end_reason as why,
        (select count(*)::int from teacher_interaction i where i.trainee_id = x.id) as notes
      from teacher_trainee x join teacher t on t.id = $1 where x.student_id = $2 order by x.created_at`,
    [id, studentId],
  );
  expect(stored).toEqual([
    { status: 'left', taught: 'ended', own: true, why: '离职', notes: 0 },
    { status: 'left', taught: 'active', own: false, why: null, notes: 1 },
  ]);
  expect(next).not.toBe(id);
});
