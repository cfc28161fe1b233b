import { request as apiRequest, type Page } from '@playwright/test';
import { password } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { type DemoSystem, demoSystemOf } from './support/phone/demo-system.ts';
import { openPhoneFixture, type PhoneFixture, sharedJourneys, watchPhoneFixture } from './support/phone/journeys.ts';
import { leavingJourneys } from './support/phone/leaving-journeys.ts';
import { dial, expectHeard, expectSilent, hangUp, openPanel, putAway } from './support/phone/phone-page.ts';
import { workbenchJourney } from './support/phone/workbench-journey.ts';
import { productUrl } from './support/places.ts';
import { choose, openList, rows } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// The journeys of the telephone against the system that `npm start` brings: those of every system, and those of somebody
// who is alone with one browser.
test.describe.configure({ mode: 'serial' });

let demo: DemoSystem;
let fixture: PhoneFixture;
let seat: string;

test.beforeAll(async ({ playwright, productServer }) => {
  // No telephone system is named to the product: it started its own, as `npm start` does.
  const request = await playwright.request.newContext({ baseURL: productServer });
  demo = await demoSystemOf(request);
  await request.dispose();
  fixture = await openPhoneFixture(playwright.request, productServer);
  [seat] = fixture.seats;
});

test.afterAll(async () => {
  await fixture?.browser.close();
});

watchPhoneFixture(() => fixture);

type CallRow = {
  readonly id: string;
  readonly call_no: string;
  readonly status: string;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly talk_seconds: number;
  readonly hangup_by: string | null;
  readonly recording_id: string | null;
  readonly customer_id: string | null;
};

/** The latest call of a seat. */
async function latestCall(): Promise<CallRow | undefined> {
  const query = `select id, call_no, status, answered_at, ended_at, talk_seconds, hangup_by, recording_id, customer_id
    from call_record where seat_code = $1 order by created_at desc, id desc limit 1`;
  return (await rowsOf(query, [seat]))[0] as CallRow | undefined;
}

test('who is alone dials 600, hears a melody, then himself, presses keys, and is hung up on', async () => {
  const { caller } = fixture;
  await dial(caller, '600');
  await expectHeard(caller);
  // The melody lasts two seconds; what comes then is one's own microphone, and nothing while that is shut.
  await caller.page.waitForTimeout(2500);
  await expectHeard(caller);
  await caller.panel.getByRole('button', { name: '静音', exact: true }).click();
  await expectSilent(caller);
  await caller.panel.getByRole('button', { name: '取消静音' }).click();
  await expectHeard(caller);

  await caller.panel.getByRole('button', { name: '保持', exact: true }).click();
  await expect(caller.panel.getByText(/保持中/)).toBeVisible();
  await expectSilent(caller);
  await caller.panel.getByRole('button', { name: '取回' }).click();
  await expectHeard(caller);

  await caller.panel.getByRole('button', { name: '数字键' }).click();
  for (const key of ['1', '5', '#']) await caller.panel.getByRole('button', { name: key, exact: true }).click();
  await expect.poll(() => demo.keys(seat)).toBe('15#');

  await demo.hangUp({ seatCode: seat });
  await expect(caller.panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
  await putAway(caller);
  await expect.poll(async () => (await latestCall())?.recording_id ?? null).not.toBeNull();
  const call = await latestCall();
  expect(call).toMatchObject({ status: 'answered', hangup_by: 'customer' });
  expect(call?.talk_seconds).toBeGreaterThan(5);
});

test('a customer is called from a list, what came of it is noted, the next one is called, and the call stands in my calls', async () => {
  const { caller } = fixture;
  const { page, panel } = caller;
  // Registered under the eyes of the test.
  const frames = watchFrames(page);
  await page.reload();
  await openPanel(page);
  const mine = await rowsOf(
    `select c.id, c.name from customer c join staff s on s.id = c.owner_id
      where s.account = 'sales' and c.own_state = 'owned' and not c.blacklisted and not c.do_not_call`,
  );
  const names = new Map(mine.map((row) => [String(Reflect.get(row, 'id')), String(Reflect.get(row, 'name'))]));
  await openList(page, '全部客户');
  const ids = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key') ?? ''));
  const id = ids.find((shown, index) => names.has(shown) && names.has(ids[index + 1] ?? '')) ?? '';
  const nextId = ids[ids.indexOf(id) + 1] ?? '';
  expect(names.get(nextId)).toBeDefined();
  const row = page.locator(`[data-row-key="${id}"]:visible`);
  await expect(row).toContainText(/1\d\d\*{4}\d{4}/);
  await row
    .getByRole('button', { name: /^拨打 / })
    .first()
    .click();
  await expect(panel.getByText(names.get(id) ?? '')).toBeVisible();
  await expect(panel.locator('.phone-number')).toHaveText(/^1\d\d\*{4}\d{4}$/);
  await expectHeard(caller);
  await page.waitForTimeout(1500);
  await hangUp(caller);

  await expect.poll(async () => (await latestCall())?.ended_at ?? null).not.toBeNull();
  const call = await latestCall();
  // What came of it, by one key, which proposes when to go on; a word about it; then the next one of the list is called.
  await expect(panel.getByRole('radio', { name: '1 已接通' })).toBeChecked();
  await panel.locator('.phone-after').press('3');
  await expect(panel.getByRole('radio', { name: '3 有意向' })).toBeChecked();
  await expect(panel.getByLabel('下次跟进时间')).toHaveValue(/ 10:00$/);
  await panel.getByLabel('跟进内容').fill('想先听一节公开课');
  await panel.getByRole('button', { name: '保存并拨打下一个' }).click();
  await expect(panel.getByText(names.get(nextId) ?? '')).toBeVisible();
  await expect(panel.getByText(/通话中/)).toBeVisible();
  await hangUp(caller);
  await panel.getByRole('button', { name: '不记录' }).click();
  await expect(panel.getByLabel('输入号码')).toBeVisible();
  await expect.poll(latestCall).toMatchObject({ status: 'answered', customer_id: nextId });

  expect(call).toMatchObject({ status: 'answered', customer_id: id, hangup_by: 'staff' });
  expect(call?.talk_seconds).toBeGreaterThanOrEqual(1);
  expect((call?.ended_at?.getTime() ?? 0) - (call?.answered_at?.getTime() ?? 0)).toBeGreaterThan(1000);
  const noted = await rowsOf(
    'select result, call_record_id, next_follow_at > now() as goes_on from follow_up where content = $1',
    ['想先听一节公开课'],
  );
  expect(noted).toEqual([{ result: 'interested', call_record_id: call?.id, goes_on: true }]);

  await panel.getByRole('button', { name: '收起' }).click();
  await page.goto('/customer/mycall');
  const listed = page.locator(`[data-row-key="${call?.id}"]:visible`);
  await expect(listed).toContainText(call?.call_no ?? '');
  await expect(listed).toContainText(names.get(id) ?? '');
  await expect(listed).toContainText('已接通');
  fixture.caller = await openPanel(page);
  // What was dialled is a code: the browser never learns the number.
  const mobile = await numberOf(id);
  expect(frames.filter((frame) => /^INVITE sip:d[0-9a-f]+@/.test(frame)).length).toBeGreaterThan(0);
  expect(frames.filter((frame) => frame.includes(mobile))).toEqual([]);
});

workbenchJourney(() => fixture);

test('a customer who calls is shown by name, and the browser never learns his number', async () => {
  const { caller } = fixture;
  const { page, panel } = caller;
  const frames = watchFrames(page);
  const registering = page.waitForResponse(/\/v1\/phone\/registration\/create$/);
  await page.reload();
  const { data: registration } = await (await registering).json();
  await openPanel(page);
  await panel.getByRole('button', { name: '演示来电' }).click();
  const card = panel.getByRole('list', { name: '可能是谁' });
  await expect(card.getByRole('link')).toBeVisible();
  await expect(panel.locator('.phone-number')).toHaveText(/^1\d\d\*{4}\d{4}$/);
  await panel.getByRole('button', { name: '接听' }).click();
  await expectHeard(caller);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/id=/);
  await expect(panel.getByText(/通话中/)).toBeVisible();
  await hangUp(caller);
  await panel.getByRole('button', { name: '不记录' }).click();

  // The server is told of the end while the panel closes.
  await expect.poll(latestCall).toMatchObject({ status: 'answered' });
  const call = await latestCall();
  const mobile = await numberOf(call?.customer_id ?? '');
  const invited = frames.filter((frame) => /^INVITE /.test(frame));
  expect(invited).toHaveLength(1);
  expect(frames.filter((frame) => frame.includes(mobile))).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept + (await page.content())).not.toContain(mobile);
  // What the seat registers with stays in memory.
  expect(registration.ha1).toMatch(/^[0-9a-f]{32}$/);
  expect(kept).not.toContain(registration.ha1);
});

test('a stranger who calls is nobody known, with a masked number, and may be declined', async () => {
  const { caller } = fixture;
  const { panel } = caller;
  await panel.getByLabel('来电号码').fill('13712340001');
  await panel.getByRole('button', { name: '演示来电' }).click();
  await expect(panel.getByText('没有找到这个号码。')).toBeVisible();
  await expect(panel.locator('.phone-number')).toHaveText('137****0001');
  await panel.getByRole('button', { name: '拒接' }).click();
  await putAway(caller);
  await expect
    .poll(latestCall)
    .toMatchObject({ status: 'no_answer', hangup_by: 'staff', answered_at: null, customer_id: null });
});

test('who has no seat is told so by the telephone', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: productUrl() });
  const page = await context.newPage();
  await page.goto('/user/login');
  await page.getByLabel('账号').fill('manager');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  const button = page.getByRole('button', { name: '电话', exact: true });
  await button.click({ timeout: 30_000 });
  const panel = page.getByRole('region', { name: '电话' });
  await expect(panel.getByText('您还没有分配坐席，请联系管理员')).toBeVisible();
  await panel.getByRole('button', { name: '收起' }).click();
  await expect(panel).toBeHidden();
  await context.close();
});

sharedJourneys(
  () => fixture,
  (forgotten) => demo.forget(forgotten),
);

leavingJourneys(() => fixture);

test('a call that is still open elsewhere is ended by who wants to call, and the next one is made', async () => {
  const { caller } = fixture;
  const request = caller.page.context().request;
  const elsewhere = await callApi(request, await tokenOf(request, 'sales'), '/v1/phone/call/create', {
    ...{ provider: 'webphone', number: '601' },
  });
  expect(elsewhere).toMatchObject({ code: '0' });
  await dial(caller, '600');
  await expect(caller.panel.getByText(/您正在通话中（TH\d+）/)).toBeVisible();
  await caller.panel.getByRole('button', { name: '结束上一通' }).click();
  await expectHeard(caller);
  const [over] = await rowsOf('select ended_at from call_record where id = $1', [elsewhere.data?.callId]);
  expect(Reflect.get(Object(over), 'ended_at')).not.toBeNull();
  await hangUp(caller);
  await putAway(caller);
});

test('a stranger who called is registered with the number carried over, which the browser never learns', async () => {
  const { caller } = fixture;
  const { page, panel } = caller;
  const frames = watchFrames(page);
  const number = '13712340077';
  const bodies: string[] = [];
  page.on('request', (sent) => bodies.push(sent.postData() ?? ''));
  await page.reload();
  await openPanel(page);
  bodies.length = 0;
  await panel.getByLabel('来电号码').fill(number);
  await panel.getByRole('button', { name: '演示来电' }).click();
  await panel.getByRole('button', { name: '接听' }).click();
  await expectHeard(caller);
  await hangUp(caller);
  await panel.getByLabel('姓名').fill('陌生的来电人');
  await panel.getByLabel('跟进内容').fill('问了春季班的时间');
  await choose(panel, '咨询项目', await firstName('project'));
  await choose(panel, '来源渠道', await firstName('channel'));
  // What was typed to let the demo call is the only time the number leaves the page.
  bodies.length = 0;
  await panel.getByRole('button', { name: '新建客户' }).click();
  await expect(panel.getByLabel('输入号码')).toBeVisible();
  expect(bodies.filter((body) => body.includes(number))).toEqual([]);
  expect(frames.filter((frame) => frame.includes(number))).toEqual([]);
  const made = await rowsOf('select id, remark from customer where name = $1', ['陌生的来电人']);
  expect(made).toEqual([{ id: expect.any(String), remark: '问了春季班的时间' }]);
  const id = String(Reflect.get(Object(made[0]), 'id'));
  expect(await numberOf(id)).toBe(number);
  expect(await latestCall()).toMatchObject({ customer_id: id });
});

test('the page makes room for the telephone, whose user reaches menu, rows and calls alike', async () => {
  const { page, panel } = fixture.caller;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, '全部客户');
  const place = async () => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const main = async () => (await page.getByRole('main').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect((await main()).x + (await main()).width).toBeLessThanOrEqual((await place()).x);
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  // A dialog makes room too: the call can be ended while it is open.
  const question = page.getByRole('dialog');
  expect(((await question.boundingBox())?.x ?? 0) + ((await question.boundingBox())?.width ?? 0)).toBeLessThan(
    (await place()).x,
  );
  await question.getByRole('button', { name: /取\s?消/ }).click();
  await panel.getByRole('button', { name: '移到左边' }).click();
  // The sidebar lies between the telephone and the page: where both stand is looked at until they do.
  await expect(async () => {
    const { x, width } = await place();
    expect(x).toBe(0);
    expect((await main()).x).toBeGreaterThanOrEqual(width);
  }).toPass();
  await panel.getByRole('button', { name: '移到右边' }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  const sheet = await place();
  expect(sheet.width).toBe(360);
  expect(sheet.y + sheet.height).toBe(740);
  // The end of the page can be scrolled to above the sheet.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = await rows(page).last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((await place()).y);
  }).toPass();
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** The number of a customer, from somebody who sees it in plain. */
async function numberOf(id: string): Promise<string> {
  const request = await apiRequest.newContext({ baseURL: productUrl() });
  const answer = await callApi(request, await tokenOf(request, 'admin'), '/v1/customer/view', {
    id,
    fields: ['mobile'],
  });
  await request.dispose();
  const mobile = String(answer.data?.mobile);
  expect(mobile).toMatch(/^1\d{10}$/);
  return mobile;
}

/** The name of a project or channel that is in use. */
async function firstName(entity: 'project' | 'channel'): Promise<string> {
  const [row] = await rowsOf(`select name from ${entity} where enabled and deleted_at is null order by name limit 1`);
  return String(Reflect.get(Object(row), 'name'));
}

/** What goes over the WebSockets of a page from now on, both ways. */
function watchFrames(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  return frames;
}
