import { type APIRequest, type APIRequestContext, type Browser, chromium } from '@playwright/test';
import type { Account } from '../account.ts';
import { callApi, tokenOf } from '../api.ts';
import { choose, openList } from '../screen.ts';
import { expect, expectNothingWrong, nothingWatched, test } from '../test.ts';
import {
  dial,
  expectHeard,
  expectSilent,
  hangUp,
  heapOf,
  kept,
  microphones,
  openPanel,
  openPhone,
  type PhonePage,
  type PhoneWatch,
  phoneBrowser,
  putAway,
} from './phone-page.ts';

const calls = process.env.TEST_DEPTH === 'deep' ? 200 : 3;
/** By how many bytes of script objects a page may have grown: what is loaded once, and what is known of each call. */
const maxGrown = 2_000_000 + calls * 10_000;

/** Two people at their telephones, both in one browser that is under watch. */
export type PhoneFixture = {
  readonly baseUrl: string;
  readonly browser: Browser;
  /** Their seats. */
  readonly seats: readonly [string, string];
  readonly watch: PhoneWatch;
  /** Data folder of the server; that of this worker's product where absent. */
  readonly folder?: string;
  caller: PhonePage;
  callee: PhonePage;
};

/** A server with a console of its own. */
type PhoneFixtureOptions = {
  /** What hosts that die leave on the console. */
  readonly expected?: RegExp;
  readonly folder?: string;
};

/** Lets `sales` and `sales2` sit down. */
export async function openPhoneFixture(
  requests: APIRequest,
  baseUrl: string,
  { expected, folder }: PhoneFixtureOptions = {},
): Promise<PhoneFixture> {
  const request = await requests.newContext({ baseURL: baseUrl });
  const seats = [await seatOf(request, 'sales'), await seatOf(request, 'sales2')] as const;
  await request.dispose();
  const watch: PhoneWatch = { watched: nothingWatched(), ...(expected && { expected }) };
  const browser = await chromium.launch(phoneBrowser());
  const [caller, callee] = await Promise.all([
    openPhone(browser, baseUrl, 'sales', watch),
    openPhone(browser, baseUrl, 'sales2', watch),
  ]);
  return { baseUrl, browser, seats, watch, caller, callee, ...(folder !== undefined && { folder }) };
}

export async function seatOf(request: APIRequestContext, account: Account): Promise<string> {
  return (await linesOf(request, account)).find(({ seatCode }) => seatCode !== undefined)?.seatCode ?? '';
}

type OfferedLine = {
  readonly provider: string;
  readonly seatCode?: string;
  readonly agentId?: string;
  readonly url?: string;
};

/** What somebody may telephone over. */
export async function linesOf(request: APIRequestContext, account: Account): Promise<readonly OfferedLine[]> {
  const answer = await callApi(request, await tokenOf(request, account), '/v1/phone/my/view');
  return (answer.data?.lines ?? []) as readonly OfferedLine[];
}

/** Both talk to each other. */
export async function connect({ caller, callee, seats }: PhoneFixture): Promise<void> {
  await dial(caller, seats[1]);
  await callee.panel.getByRole('button', { name: '接听' }).click();
  for (const { panel } of [caller, callee])
    await expect(panel.getByRole('status').filter({ hasText: '通话中' })).toBeVisible();
}

export async function putBothAway({ caller, callee }: PhoneFixture): Promise<void> {
  await putAway(caller);
  await putAway(callee);
}

/** Fails the journey that has just been made when anything went wrong on a page with a telephone. */
export function watchPhoneFixture(fixture: () => PhoneFixture | undefined): void {
  test.afterEach(() => {
    const watched = fixture()?.watch.watched;
    if (watched === undefined) return;
    const seen = structuredClone(watched);
    for (const list of [watched.pageErrors, watched.policyViolations, watched.consoleErrors]) list.length = 0;
    expectNothingWrong(seen);
  });
}

/** The journeys that every telephone system has to bear, in the browser of the desk, which is under watch; `forget` makes it forget that a seat is registered. */
export function sharedJourneys(deskNow: () => PhoneFixture, forget: (seat: string) => Promise<unknown>): void {
  test('two people talk: heard both ways, muted, held, and hung up', async () => {
    const fixture = deskNow();
    const { caller, callee } = fixture;
    await connect(fixture);
    await Promise.all([expectHeard(caller), expectHeard(callee)]);
    await expect(caller.panel.locator('.phone-timer')).toHaveText(/^00:\d\d$/);

    await caller.panel.getByRole('button', { name: '静音', exact: true }).click();
    await expectSilent(callee);
    await caller.panel.getByRole('button', { name: '取消静音' }).click();
    await expectHeard(callee);

    await caller.panel.getByRole('button', { name: '保持', exact: true }).click();
    await expect(caller.panel.getByText(/保持中/)).toBeVisible();
    await expectSilent(callee);
    await caller.panel.getByRole('button', { name: '取回' }).click();
    await expectHeard(callee);

    // Another microphone and loudspeaker within the call; both ends are seen to be loud.
    await caller.panel.getByRole('button', { name: '设备', exact: true }).click();
    await choose(caller.panel, '麦克风', 'Fake Audio Input 2');
    await choose(caller.panel, '扬声器', 'Fake Audio Output 2');
    await expect.poll(() => microphones(caller)).toEqual(['Fake Audio Input 2']);
    await expectHeard(callee);
    for (const name of ['我的声音', '对方声音'])
      await expect
        .poll(() => caller.panel.getByRole('meter', { name }).evaluate((meter: HTMLMeterElement) => meter.value))
        .toBeGreaterThan(0);

    await hangUp(caller);
    await expect(caller.panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    await expect(callee.panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    // The next call counts from nothing.
    await expect(caller.panel.locator('.phone-timer')).toBeHidden();
    await putBothAway(fixture);
  });

  for (const [number, words] of [
    ['9480', '480：被叫在黑名单中'],
    ['9486', '486：被叫忙或线路黑名单'],
    ['9408', '408：请求超时'],
    ['9500', '500：线路临时错误'],
    ['9487', '487：被叫挂断或运营商拦截'],
    ['9484', '484：无法接通被叫'],
  ] as const)
    test(`a call rejected with ${number.slice(1)} says so with its code`, async () => {
      const { caller } = deskNow();
      await dial(caller, number);
      await expect(caller.panel.getByText(words)).toBeVisible();
      await putAway(caller);
    });

  test('who is called may decline, and who calls may take it back', async () => {
    const fixture = deskNow();
    const { caller, callee, seats } = fixture;
    await dial(caller, seats[1]);
    await expect(callee.panel.getByRole('button', { name: '拒接' })).toBeVisible();
    // It rings at both ends, and no longer than the call does.
    for (const phone of [caller, callee]) await expect.poll(() => kept(phone)).toMatchObject({ rings: 1 });
    await callee.panel.getByRole('button', { name: '拒接' }).click();
    for (const phone of [caller, callee]) await expect.poll(() => kept(phone)).toMatchObject({ rings: 0 });
    await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
    await putBothAway(fixture);
    await dial(caller, seats[1]);
    await expect(callee.panel.getByRole('button', { name: '接听' })).toBeVisible();
    await hangUp(caller);
    await expect(caller.panel.getByText('已挂断')).toBeVisible();
    await expect(callee.panel.getByText('已挂断')).toBeVisible();
    await putBothAway(fixture);
  });

  test('a line the host forgot registers and dials again by itself', async () => {
    const fixture = deskNow();
    await forget(fixture.seats[0]);
    await connect(fixture);
    await hangUp(fixture.caller);
    await expect(fixture.callee.panel.getByText(/已挂断/)).toBeVisible();
    await putBothAway(fixture);
  });

  test('a call goes on while pages change, and another tab shows it and hands over commands', async () => {
    const fixture = deskNow();
    const { caller } = fixture;
    await connect(fixture);
    const before = caller.page.url();
    await openList(caller.page, '全部客户');
    await expect(caller.page).not.toHaveURL(before);
    await expect(caller.panel.getByText(/通话中/)).toBeVisible();
    await expectHeard(caller);
    // Whoever closes the tab of a call is asked first, and may stay.
    const asked = caller.page.waitForEvent('dialog');
    await caller.page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(caller.panel.getByText(/通话中/)).toBeVisible();
    const tab = await caller.page.context().newPage();
    await tab.goto('/');
    const other = await openPanel(tab);
    await expect(other.panel.getByText(/另一个标签页/)).toBeVisible();
    await hangUp(other);
    await expect(caller.panel.getByText(/已挂断/)).toBeVisible();
    await putAway(other);
    await tab.close();
    await putAway(fixture.callee);
  });

  test('many calls leave nothing behind', async () => {
    test.setTimeout(120_000 + calls * 10_000);
    const fixture = deskNow();
    const phones = [fixture.caller, fixture.callee];
    const callOnce = async () => {
      await connect(fixture);
      await hangUp(fixture.caller);
      await putBothAway(fixture);
    };
    // What the first calls load stays.
    for (let call = 0; call < 2; call++) await callOnce();
    const before = await Promise.all(phones.map(heapOf));
    for (let call = 0; call < calls; call++) await callOnce();
    for (const phone of phones)
      await expect.poll(() => kept(phone)).toEqual({ sockets: 1, connections: 0, tracks: 0, rings: 0 });
    const after = await Promise.all(phones.map(heapOf));
    const grown = after.map((bytes, index) => bytes - (before[index] ?? 0));
    test.info().annotations.push({ type: 'heap', description: `${calls} calls: ${grown.join(' and ')} bytes more` });
    for (const bytes of grown) expect(bytes).toBeLessThan(maxGrown);
  });

  test('without a microphone one is told, and all else works', async () => {
    const { baseUrl, watch, caller } = deskNow();
    const deaf = await chromium.launch(phoneBrowser('denied'));
    // Somebody else: a seat is where it registered last.
    try {
      const phone = await openPhone(deaf, baseUrl, 'promoter', watch);
      const { request } = phone.page.context();
      await dial(caller, await seatOf(request, 'promoter'));
      const { panel } = phone;
      await panel.getByRole('button', { name: '接听' }).click();
      await expect(panel.getByRole('alert').filter({ hasText: '识别麦克风失败' })).toBeVisible();
      await expect(panel.getByText('正在接听')).toBeHidden();
      await expect(panel.getByRole('button', { name: '重试接听' })).toBeEnabled();
      await panel.getByRole('button', { name: '拒接' }).click();
      await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
      await putAway(caller);
      await putAway(phone);
      await dial(phone, '9486');
      await expect(phone.page.getByText(/识别麦克风失败/).first()).toBeVisible();
      await phone.page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().click();
      await expect(phone.page.getByRole('main')).toBeVisible();
    } finally {
      await deaf.close();
    }
  });
}
