import { fillLogin } from '../account.ts';
import { expect, test } from '../test.ts';
import { latestCallOf } from './call-rows.ts';
import { connect, type PhoneFixture, putBothAway } from './journeys.ts';
import { dial, hangUp, openPanel, openPhone, type PhonePage, putAway } from './phone-page.ts';

/** What has to be true of a call a person leaves: the other end hears it at once, and the record is over. */
async function expectOver({ callee, seats, folder }: PhoneFixture): Promise<void> {
  // A BYE, not a socket that was lost: hosts tell of that much later, or never.
  await expect(callee.panel.getByText(/已挂断/)).toBeVisible({ timeout: 3000 });
  await expect.poll(async () => (await latestCallOf(seats[0], folder))?.endedAt ?? null).not.toBeNull();
}

/** Whoever left may call again at once. */
async function expectFree({ caller, callee }: PhoneFixture): Promise<void> {
  await putAway(callee);
  await dial(caller, '9486');
  await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
  await putAway(caller);
}

function agreeToLeave({ page }: PhonePage): void {
  page.once('dialog', (question) => void question.accept());
}

/** The journeys of those who leave within a call, over every telephone system. */
export function leavingJourneys(deskNow: () => PhoneFixture): void {
  test('a window that is loaded anew within a call hangs up', async () => {
    const fixture = deskNow();
    await connect(fixture);
    agreeToLeave(fixture.caller);
    await fixture.caller.page.reload();
    await expectOver(fixture);
    fixture.caller = await openPanel(fixture.caller.page);
    await expectFree(fixture);
  });

  test('a window that is closed within a call hangs up, and so does one that still rings', async () => {
    const fixture = deskNow();
    const context = fixture.caller.page.context();
    await connect(fixture);
    await leaveByClosing(fixture.caller);
    await expectOver(fixture);
    fixture.caller = await openAgain(context);
    await expectFree(fixture);

    await dial(fixture.caller, fixture.seats[1]);
    await expect(fixture.callee.panel.getByRole('button', { name: '接听' })).toBeVisible();
    await leaveByClosing(fixture.caller);
    await expectOver(fixture);
    fixture.caller = await openAgain(context);
    await expectFree(fixture);
  });

  test('who signs out within a call is asked, hangs up with it, and may call again', async () => {
    const fixture = deskNow();
    const { page } = fixture.caller;
    await connect(fixture);
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByText('您正在通话中，退出登录会挂断这通电话。确定要退出登录吗？')).toBeVisible();
    await question.getByRole('button', { name: /取\s?消/ }).click();
    await expect(fixture.caller.panel.getByText(/通话中/)).toBeVisible();
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await question.getByRole('button', { name: /确\s?定/ }).click();
    await expectOver(fixture);
    await expect(page).toHaveURL(/\/user\/login/);
    await fillLogin(page, 'sales');
    fixture.caller = await openPanel(page);
    await expectFree(fixture);
  });

  test('who calls somebody who talks, or who takes no calls, is on record, and told of in passing', async () => {
    const fixture = deskNow();
    const { caller, callee, seats, folder } = fixture;
    const third = await openPhone(fixture.browser, fixture.baseUrl, 'promoter', fixture.watch);
    try {
      await connect(fixture);
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
      await putBothAway(fixture);
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
      fixture.caller = await openPanel(caller.page);
      await expect(fixture.caller.panel.getByText('来电不响铃，记为未接')).toBeVisible();
      await fixture.caller.panel.getByText('空闲', { exact: true }).click();
      await expect(fixture.caller.panel.getByText('来电不响铃，记为未接')).toBeHidden();
      await dial(callee, seats[0]);
      await expect(fixture.caller.panel.getByRole('button', { name: '接听' })).toBeVisible();
      await hangUp(callee);
      await putAway(callee);
      await putAway(fixture.caller);
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
