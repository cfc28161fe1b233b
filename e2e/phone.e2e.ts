import type { Locator } from '@playwright/test';
import { password } from './support/account.ts';
import {
  connect,
  openPhoneFixture,
  type PhoneFixture,
  putBothAway,
  sharedJourneys,
  watchPhoneFixture,
} from './support/phone/journeys.ts';
import { needKamailio, type PhoneSystem, startKamailio } from './support/phone/kamailio.ts';
import { leavingJourneys } from './support/phone/leaving-journeys.ts';
import { dial, expectHeard, hangUp, openPanel, putAway } from './support/phone/phone-page.ts';
import { rows } from './support/screen.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The journeys of the telephone against an independent system: two people through two Kamailio hosts. One system, one
// journey after the other: what is wrong with a host is wrong for everybody.
test.describe.configure({ mode: 'serial' });

needKamailio();
const ports = Number(process.env.PHONE_PORT ?? 7080);
const secret = 'a-secret-of-the-journeys';
/** What the browser itself notes of a host that is gone. */
const lostHost = /^WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/' failed/;

let rig: PhoneSystem;
let server: RunningServer;
let fixture: PhoneFixture;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(240_000);
  // One after the other: where the second does not start, the first is stopped all the same.
  rig = await startKamailio([ports, ports + 1, ports + 2]);
  server = await startServer('schemas', password, { TELEPHONY_URL: rig.url, TELEPHONY_SECRET: secret });
  fixture = await openPhoneFixture(playwright.request, server.baseUrl, { expected: lostHost, folder: server.folder });
});

test.afterAll(async () => {
  await fixture?.browser.close();
  await server?.stop();
  await rig?.stop();
});

watchPhoneFixture(() => fixture);

sharedJourneys(
  () => fixture,
  (seat) => rig.unregister(0, seat),
);

leavingJourneys(() => fixture);

test('who loses his host within a call is told why, and both are back on the other', async () => {
  const { caller, callee } = fixture;
  await connect(fixture);
  await rig.killHost(0);
  for (const { panel } of [caller, callee])
    await expect(panel.getByText(/已挂断：电话线路中断/)).toBeVisible({ timeout: 30_000 });
  await putBothAway(fixture);
  for (const { panel } of [caller, callee])
    await expect(panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  await connect(fixture);
  await Promise.all([expectHeard(caller), expectHeard(callee)]);
  await hangUp(callee);
  await expect(caller.panel.getByText(/已挂断/)).toBeVisible();
  await putBothAway(fixture);
});

test('who loses his host while nothing happens is back on the other', async () => {
  await rig.startHost(0);
  await rig.killHost(1);
  await expect.poll(() => rig.isRegistered(0, fixture.seats[0]), { timeout: 30_000 }).toBe(true);
  await expect(fixture.caller.panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  await rig.startHost(1);
});

test('a host that takes connections and says nothing is passed over', async () => {
  await rig.fault(0, 'mute', 1);
  await fixture.caller.page.reload();
  fixture.caller = await openPanel(fixture.caller.page);
  expect(await rig.isRegistered(1, fixture.seats[0])).toBe(true);
  await rig.clearFaults();
  // Hosts do not share who is registered: both back to the first.
  await fixture.caller.page.reload();
  fixture.caller = await openPanel(fixture.caller.page);
});

test('a wrong password is said, and not tried again and again', async () => {
  await rig.setPassword(fixture.seats[0], 'another');
  await fixture.caller.page.reload();
  fixture.caller = await openPanel(fixture.caller.page, '软电话注册失败，请联系管理员');
  let asked = 0;
  fixture.caller.page.on('request', (request) => {
    if (request.url().endsWith('/v1/phone/registration/create')) asked += 1;
  });
  // Longer than the first pause before hosts are tried again.
  await fixture.caller.page.waitForTimeout(2500);
  expect(asked).toBe(0);
});

test('a seat gets its password from the form of its person, whose open page registers with it by itself', async () => {
  const { caller } = fixture;
  const context = await fixture.browser.newContext({ baseURL: server.baseUrl, locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    await signIn(page, 'admin', '/recruitment/authority');
    const search = page.getByRole('textbox', { name: '关键字' });
    await search.fill('sales');
    await search.press('Enter');
    const his = rows(page).filter({ has: page.getByText('sales', { exact: true }) });
    await rowAction(his, '软电话密码');
    const form = page.getByRole('dialog', { name: '软电话密码' });
    // Written, and shown nowhere, not even here.
    const field = form.locator('input[type="password"]');
    await expect(field).toHaveValue('');
    await field.fill('another');
    await form.getByRole('button', { name: /确\s?定/ }).click();
    await expect(form).toBeHidden();
  } finally {
    await context.close();
  }
  await expect(caller.panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  await dial(caller, '9486');
  await expect(caller.panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
  await putAway(caller);
});

/** An action of a row, wherever it stands. */
async function rowAction(row: Locator, title: string): Promise<void> {
  await expect(row).toBeVisible();
  const button = row.getByRole('button', { name: new RegExp(`^${title}`) });
  if (await button.isVisible()) return button.click();
  await row.getByRole('button', { name: /^更多/ }).click();
  await row.page().getByRole('menuitem', { name: title }).click();
}
