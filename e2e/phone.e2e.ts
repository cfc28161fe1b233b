import { type Browser, chromium } from '@playwright/test';
import { password } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { missingKamailio, type PhoneSystem, startKamailio } from './support/phone/kamailio.ts';
import {
  dial,
  energyWithin,
  expectHeard,
  hangUp,
  kept,
  openPanel,
  openPhone,
  type PhonePage,
  phoneBrowser,
  putAway,
} from './support/phone/phone-page.ts';
import { openList } from './support/screen.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

// One telephone system, one after the other: what is wrong with a host is wrong for everybody.
test.describe.configure({ mode: 'serial' });

const missing = missingKamailio();
const ports = Number(process.env.PHONE_PORT ?? 7080);
const secret = 'a-secret-of-the-journeys';
const calls = process.env.TEST_DEPTH === 'deep' ? 200 : 3;

let rig: PhoneSystem;
let server: RunningServer;
let browser: Browser;
let caller: PhonePage;
let callee: PhonePage;
/** Seats of the two people. */
let seats: readonly [string, string];

test.beforeAll(async ({ playwright }) => {
  // Where it cannot be installed these journeys did not run, and that counts as failed.
  expect(missing).toBeUndefined();
  test.setTimeout(240_000);
  rig = await startKamailio([ports, ports + 1, ports + 2]);
  server = await startServer('schemas', password, {
    TELEPHONY_URL: rig.url,
    TELEPHONY_SECRET: secret,
    CALL_HOURS: '0-24',
  });
  const request = await playwright.request.newContext({ baseURL: server.baseUrl });
  seats = [await seatOf(request, 'sales'), await seatOf(request, 'sales2')];
  await request.dispose();
  browser = await chromium.launch(phoneBrowser());
  caller = await openPhone(browser, server.baseUrl, 'sales');
  callee = await openPhone(browser, server.baseUrl, 'sales2');
});

test.afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rig?.stop();
});

async function seatOf(request: Parameters<typeof callApi>[0], account: 'sales' | 'sales2'): Promise<string> {
  const answer = await callApi(request, await tokenOf(request, account), '/v1/phone/my/view');
  const lines = (answer.data?.lines ?? []) as readonly { readonly seatCode?: string }[];
  return String(lines.find(({ seatCode }) => seatCode !== undefined)?.seatCode);
}

/** Both talk to each other. */
async function connect(): Promise<void> {
  await dial(caller, seats[1]);
  await callee.panel.getByRole('button', { name: '接听' }).click();
  await expect(caller.panel.getByRole('status').filter({ hasText: '通话中' })).toBeVisible();
  await expect(callee.panel.getByRole('status').filter({ hasText: '通话中' })).toBeVisible();
}

async function putBothAway(): Promise<void> {
  await putAway(caller);
  await putAway(callee);
}

test('two people talk: heard both ways, muted, held, and hung up', async () => {
  await connect();
  await Promise.all([expectHeard(caller), expectHeard(callee)]);
  await expect(caller.panel.locator('.phone-timer')).toHaveText(/^00:\d\d$/);

  await caller.panel.getByRole('button', { name: '静音', exact: true }).click();
  await caller.page.waitForTimeout(500);
  expect(await energyWithin(callee, 1500)).toBeLessThan(0.001);
  await caller.panel.getByRole('button', { name: '取消静音' }).click();
  await expectHeard(callee);

  await caller.panel.getByRole('button', { name: '保持', exact: true }).click();
  await expect(caller.panel.getByText(/保持中/)).toBeVisible();
  await caller.page.waitForTimeout(500);
  expect(await energyWithin(callee, 1500)).toBeLessThan(0.001);
  await caller.panel.getByRole('button', { name: '取回' }).click();
  await expectHeard(callee);

  await hangUp(caller);
  await expect(caller.panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
  await expect(callee.panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
  await putBothAway();
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
    await dial(caller, number);
    await expect(caller.panel.getByText(words)).toBeVisible();
    await putAway(caller);
  });

test('who is called may decline, and who calls may take it back', async () => {
  await dial(caller, seats[1]);
  await callee.panel.getByRole('button', { name: '拒接' }).click();
  await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
  await putBothAway();
  await dial(caller, seats[1]);
  await expect(callee.panel.getByRole('button', { name: '接听' })).toBeVisible();
  await hangUp(caller);
  await expect(caller.panel.getByText('已挂断')).toBeVisible();
  await expect(callee.panel.getByText('已挂断')).toBeVisible();
  await putBothAway();
});

test('a line the host forgot registers and dials again by itself', async () => {
  await rig.unregister(0, seats[0]);
  await connect();
  await hangUp(caller);
  await expect(callee.panel.getByText(/已挂断/)).toBeVisible();
  await putBothAway();
});

test('a call goes on while pages change, and another tab shows it and hands over commands', async () => {
  await connect();
  const before = caller.page.url();
  await openList(caller.page, '全部客户');
  await expect(caller.page).not.toHaveURL(before);
  await expect(caller.panel.getByText(/通话中/)).toBeVisible();
  await expectHeard(caller);
  const tab = await caller.page.context().newPage();
  await tab.goto('/');
  const other = await openPanel(tab);
  await expect(other.panel.getByText(/另一个标签页/)).toBeVisible();
  await hangUp(other);
  await expect(caller.panel.getByText(/已挂断/)).toBeVisible();
  await putAway(other);
  await tab.close();
  await putAway(callee);
});

test('who loses his host within a call is told, and both are back on the other', async () => {
  await connect();
  await rig.killHost(0);
  await expect(caller.panel.getByText(/已挂断/)).toBeVisible({ timeout: 30_000 });
  await expect(callee.panel.getByText(/已挂断/)).toBeVisible({ timeout: 30_000 });
  await putBothAway();
  for (const { panel } of [caller, callee])
    await expect(panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  await connect();
  await Promise.all([expectHeard(caller), expectHeard(callee)]);
  await hangUp(callee);
  await expect(caller.panel.getByText(/已挂断/)).toBeVisible();
  await putBothAway();
});

test('who loses his host while nothing happens is back on the other', async () => {
  await rig.startHost(0);
  await rig.killHost(1);
  await expect.poll(() => rig.isRegistered(0, seats[0]), { timeout: 30_000 }).toBe(true);
  await expect(caller.panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  await rig.startHost(1);
});

test('a host that takes connections and says nothing is passed over', async () => {
  await rig.fault(0, 'mute', 1);
  await caller.page.reload();
  caller = await openPanel(caller.page);
  expect(await rig.isRegistered(1, seats[0])).toBe(true);
  await rig.clearFaults();
  // Hosts do not share who is registered: both back to the first.
  await caller.page.reload();
  caller = await openPanel(caller.page);
});

test('many calls leave nothing behind', async () => {
  test.setTimeout(60_000 + calls * 10_000);
  for (let call = 0; call < calls; call++) {
    await dial(caller, seats[1]);
    await callee.panel.getByRole('button', { name: '接听' }).click();
    await expect(caller.panel.getByText(/通话中/)).toBeVisible();
    await hangUp(caller);
    await putBothAway();
  }
  for (const phone of [caller, callee]) await expect.poll(() => kept(phone)).toEqual({ connections: 0, tracks: 0 });
});

test('a wrong password is said, and not tried again and again', async () => {
  await rig.setPassword(seats[0], 'another');
  await caller.page.reload();
  caller = await openPanel(caller.page, '软电话注册失败，请联系管理员');
  const before = await rig.seen(0, 'REGISTER');
  await caller.page.waitForTimeout(3000);
  expect((await rig.seen(0, 'REGISTER')) - before).toBeLessThan(5);
});

test('without a microphone one is told, and all else works', async () => {
  const deaf = await chromium.launch(phoneBrowser('denied'));
  try {
    const phone = await openPhone(deaf, server.baseUrl, 'sales2');
    await dial(phone, '600');
    await expect(phone.page.getByText(/识别麦克风失败/).first()).toBeVisible();
    await phone.page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().click();
    await expect(phone.page.getByRole('main')).toBeVisible();
  } finally {
    await deaf.close();
  }
});
