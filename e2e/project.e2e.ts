import { accessibilityFaults } from './support/accessibility.ts';
import { rowsOf } from './support/database.ts';
import { rows } from './support/screen.ts';
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
