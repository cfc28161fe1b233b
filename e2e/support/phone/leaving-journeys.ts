import { fillLogin } from '../account.ts';
import { expect, test } from '../test.ts';
import { latestCallOf } from './call-rows.ts';
import { connect, type PhoneDesk, putBothAway } from './journeys.ts';
import { dial, hangUp, openPanel, openPhone, type PhonePage, putAway } from './phone-page.ts';

/** What has to be true of a call a person leaves: the other end hears it at once, and the record is over. */
async function expectOver({ callee, seats, folder }: PhoneDesk): Promise<void> {
  // A BYE, not a socket that was lost: hosts tell of that much later, or never.
  await expect(callee.panel.getByText(/已挂断/)).toBeVisible({ timeout: 3000 });
  await expect.poll(async () => (await latestCallOf(seats[0], folder))?.endedAt ?? null).not.toBeNull();
}

/** Whoever left may call again at once. */
async function expectFree({ caller, callee }: PhoneDesk): Promise<void> {
  await putAway(callee);
  await dial(caller, '9486');
  await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
  await putAway(caller);
}

function agreeToLeave({ page }: PhonePage): void {
  page.once('dialog', (question) => void question.accept());
}

/** The journeys of those who leave within a call, over every telephone system. */
export function leavingJourneys(deskNow: () => PhoneDesk): void {
  test('a window that is loaded anew within a call hangs up', async () => {
    const desk = deskNow();
    await connect(desk);
    agreeToLeave(desk.caller);
    await desk.caller.page.reload();
    await expectOver(desk);
    desk.caller = await openPanel(desk.caller.page);
    await expectFree(desk);
  });

  test('a window that is closed within a call hangs up, and so does one that still rings', async () => {
    const desk = deskNow();
    const context = desk.caller.page.context();
    await connect(desk);
    await leaveByClosing(desk.caller);
    await expectOver(desk);
    desk.caller = await openAgain(context);
    await expectFree(desk);

    await dial(desk.caller, desk.seats[1]);
    await expect(desk.callee.panel.getByRole('button', { name: '接听' })).toBeVisible();
    await leaveByClosing(desk.caller);
    await expectOver(desk);
    desk.caller = await openAgain(context);
    await expectFree(desk);
  });

  test('who signs out within a call is asked, hangs up with it, and may call again', async () => {
    const desk = deskNow();
    const { page } = desk.caller;
    await connect(desk);
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByText('您正在通话中，退出登录会挂断这通电话。确定要退出登录吗？')).toBeVisible();
    await question.getByRole('button', { name: /取\s?消/ }).click();
    await expect(desk.caller.panel.getByText(/通话中/)).toBeVisible();
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await question.getByRole('button', { name: /确\s?定/ }).click();
    await expectOver(desk);
    await expect(page).toHaveURL(/\/user\/login/);
    await fillLogin(page, 'sales');
    desk.caller = await openPanel(page);
    await expectFree(desk);
  });

  test('who calls somebody who talks, or who takes no calls, is on record, and told of in passing', async () => {
    const desk = deskNow();
    const { caller, callee, seats, folder } = desk;
    const third = await openPhone(desk.browser, desk.baseUrl, 'promoter', desk.watch);
    try {
      await connect(desk);
      await dial(third, seats[0]);
      await expect(third.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
      await putAway(third);
      await expect(caller.panel.getByText(/没有响铃的来电/)).toBeVisible();
      await expect(caller.panel.getByRole('status').filter({ hasText: '通话中 ·' })).toBeVisible();
      // A line that reports has its own word for a call that did not ring.
      const missed = expect.stringMatching(/^(busy|no_answer)$/);
      await expect
        .poll(() => latestCallOf(seats[0], folder))
        .toMatchObject({ direction: 'in', status: missed, endedAt: expect.any(Date) });
      await hangUp(caller);
      await putBothAway(desk);
      await caller.panel.getByRole('button', { name: /close|关闭/i }).click();

      await caller.panel.getByText('小休', { exact: true }).click();
      await expect(caller.panel.getByText('来电不响铃，记为未接')).toBeVisible();
      const before = await latestCallOf(seats[0], folder);
      await dial(callee, seats[0]);
      await expect(callee.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
      await putAway(callee);
      await expect(caller.panel.getByText(/没有响铃的来电/)).toBeVisible();
      await expect.poll(async () => (await latestCallOf(seats[0], folder))?.id).not.toBe(before?.id);
      // A pause outlives the page.
      await caller.page.reload();
      desk.caller = await openPanel(caller.page);
      await expect(desk.caller.panel.getByText('来电不响铃，记为未接')).toBeVisible();
      await desk.caller.panel.getByText('空闲', { exact: true }).click();
      await expect(desk.caller.panel.getByText('来电不响铃，记为未接')).toBeHidden();
      await dial(callee, seats[0]);
      await expect(desk.caller.panel.getByRole('button', { name: '接听' })).toBeVisible();
      await hangUp(callee);
      await putAway(callee);
      await putAway(desk.caller);
    } finally {
      await third.page.context().close();
    }
  });
}

async function leaveByClosing(phone: PhonePage): Promise<void> {
  agreeToLeave(phone);
  const closed = phone.page.waitForEvent('close');
  await phone.page.close({ runBeforeUnload: true });
  await closed;
}

async function openAgain(context: ReturnType<PhonePage['page']['context']>): Promise<PhonePage> {
  const page = await context.newPage();
  await page.goto('/');
  return openPanel(page);
}
