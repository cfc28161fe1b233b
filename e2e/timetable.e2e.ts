import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { rowsOf } from './support/database.ts';
import { choose } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const dayMilliseconds = 86_400_000;

/** The day some days after another, both as `YYYY-MM-DD`. */
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);

/** The Monday of a week that nobody has planned yet, where the company is. */
const monday = (() => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now());
  return addDays(today, 70 - ((new Date(today).getUTCDay() + 6) % 7));
})();

async function plan(page: Page, title: string, names: readonly string[]): Promise<void> {
  const [teacher = '', classType = '', room = ''] = names;
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('课次名称').fill(title);
  await choose(drawer, '班型', classType);
  await choose(drawer, '教师', teacher);
  await choose(drawer, '教室', room);
  await drawer.getByRole('button', { name: /保\s?存/ }).click();
}

test('a week is scheduled without a clash: by empty hours, by the mouse and by keys', async ({ page }) => {
  const [found] = await rowsOf(`select t.name as teacher, c.name as class, r.name as room, t.id
    from teacher t join class_type c on c.project_id = any (t.project_ids) and c.status = 'on', classroom r
    where t.status = 'active' order by t.name, c.code, r.name limit 1`);
  const names = Object.values(found ?? {}).map(String);
  await signIn(page, 'academic', `/projectmanage/course/classSchedule?day=${monday}`);
  const day = (at: number) => page.locator(`[data-column="${addDays(monday, at)}"]`);
  const add = page.getByRole('button', { name: /^在.*周一排课$/ });
  await expect(page.getByRole('group', { name: /周一，0 条/ })).toBeVisible();
  await add.click();
  await plan(page, '导学课', names);
  await expect(day(0).getByTitle('08:00–09:00 导学课')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  // The same hour is refused, and says by what; another one is not.
  await page.getByRole('button', { name: /^在.*周二排课$/ }).click();
  await plan(page, '精讲课', names);
  const entry = page.getByTitle(/精讲课$/);
  await expect(day(1).getByTitle('08:00–09:00 精讲课')).toBeVisible();
  await entry.focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.engine-hours-conflict')).toContainText('“导学课”');
  await page.keyboard.up('Alt');
  await expect(page.getByText(/这段时间.*（导学课）/).first()).toBeVisible();
  await expect(day(1).getByTitle('08:00–09:00 精讲课')).toBeVisible();

  // Taken by the mouse to the hour after, and by keys made longer.
  const [from, to] = [await entry.boundingBox(), await day(0).boundingBox()];
  if (from === null || to === null) throw new TypeError('nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, from.y + 12 + 48 * 2, { steps: 4 });
  await page.mouse.up();
  await expect(day(0).getByTitle('10:00–11:00 精讲课')).toBeVisible();
  await entry.focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.up('Alt');
  await expect(day(0).getByTitle('10:00–11:30 精讲课')).toBeVisible();

  const stored = await rowsOf(
    `select title, to_char(start_at at time zone 'Asia/Shanghai', 'HH24:MI') as at from class_session
      where teacher_id = $1 and start_at >= $2::date - interval '8 hours' order by start_at`,
    [names[3], monday],
  );
  expect(stored).toEqual([
    { title: '导学课', at: '08:00' },
    { title: '精讲课', at: '10:00' },
  ]);
});
