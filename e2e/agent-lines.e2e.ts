import type { Locator, Page } from '@playwright/test';
import { type DemoSystem, demoSystemOf } from './support/phone/demo-system.ts';
import { linesOf } from './support/phone/journeys.ts';
import { dial, hangUp, openPanel, type PhonePage, putAway } from './support/phone/phone-page.ts';
import { noteToasts } from './support/phone/toasts.ts';
import { choose } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The agent integrations against the servers of the demo telephone system, which behave as docs/telephony.md specifies.
// The sound is that of the agent's own set: what a browser without a microphone can do.
test.describe.configure({ mode: 'serial' });

let demo: DemoSystem;

test.beforeEach(async ({ request }) => {
  demo = await demoSystemOf(request);
});

/** What the other end of the page's line said, by the name of its event, in order. */
type Heard = { readonly event: string; readonly at: number; readonly text: string };

/** Frames of the WebSocket of an integration. */
function listen(page: Page, path: string): { readonly heard: Heard[]; readonly said: Heard[]; opened: number[] } {
  const frames: { readonly heard: Heard[]; readonly said: Heard[]; opened: number[] } = {
    heard: [],
    said: [],
    opened: [],
  };
  const note = (list: Heard[], text: string) => {
    const { type, event, command, state } = JSON.parse(text);
    list.push({ event: `${type ?? event ?? command}${state === undefined ? '' : ` ${state}`}`, at: Date.now(), text });
  };
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname !== path) return;
    frames.opened.push(Date.now());
    socket.on('framereceived', ({ payload }) => note(frames.heard, String(payload)));
    socket.on('framesent', ({ payload }) => note(frames.said, String(payload)));
  });
  return frames;
}

/** Signs in as sales and takes one of his lines, which says so once it is logged in. */
async function take(page: Page, line: string, isIn: () => boolean): Promise<PhonePage> {
  await signIn(page, 'sales');
  const phone = await openPanel(page, /./);
  await choose(phone.panel, '线路', line);
  await expect.poll(isIn, { timeout: 30_000 }).toBe(true);
  await expect(phone.panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  return phone;
}

async function agentOf(request: Parameters<typeof linesOf>[0], provider: string): Promise<string> {
  return (await linesOf(request, 'sales')).find((line) => line.provider === provider)?.agentId ?? '';
}

const toast = (page: Page, text: string | RegExp): Locator => page.locator('.ant-message').getByText(text).first();
const flow = (list: readonly Heard[]): readonly string[] => list.map(({ event }) => event);

test('the first integration: numbered states of a call, a failed log-in, an automatic answer, a disconnect', async ({
  page,
  request,
}) => {
  const agentId = await agentOf(request, 'hl');
  const frames = listen(page, '/hl');
  await demo.fault('init');
  const phone = await take(page, 'hl 坐席', () => flow(frames.heard).includes('state 0'));
  const { panel } = phone;

  await test.step('logs in anew after a failed initialisation, each time with a ticket of its own', async () => {
    expect(flow(frames.heard).slice(0, 5)).toEqual(['connect', 'initFailed', 'connect', 'initialised', 'state 0']);
    const tickets = frames.said.filter(({ event }) => event === 'init').map(({ text }) => JSON.parse(text).ticket);
    expect(tickets).toHaveLength(2);
    expect(new Set(tickets).size).toBe(2);
  });

  await test.step('calls out: 4, 3, 1, hold, keys, 5, 0', async () => {
    frames.heard.length = 0;
    await dial(phone, '600');
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await panel.getByRole('button', { name: '保持', exact: true }).click();
    await expect(panel.getByText(/保持中/)).toBeVisible();
    await panel.getByRole('button', { name: '取回' }).click();
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await panel.getByRole('button', { name: '数字键' }).click();
    await panel.getByRole('button', { name: '7', exact: true }).click();
    await expect.poll(() => demo.seen(`${agentId} dtmf`)).toBeGreaterThan(0);
    // Its own set has sound and microphone: neither is offered here.
    await expect(panel.getByRole('button', { name: '静音', exact: true })).toHaveCount(0);
    await hangUp(phone);
    await expect(panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    await expect
      .poll(() => flow(frames.heard))
      .toEqual(['state 4', 'state 3', 'state 1', 'held', 'unheld', 'state 5', 'state 0']);
    await putAway(phone);
  });

  await test.step('calls a stranger again whom only the line failed to reach', async () => {
    // Three in vain are the most a number is called a day: what the line did not bring about is none of them.
    await demo.fault('dial', undefined, 4);
    for (let call = 0; call < 4; call++) {
      await dial(phone, '13712349871');
      await expect(panel.getByText('500：线路临时错误')).toBeVisible();
      await putAway(phone);
    }
    await dial(phone, '13712349871');
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await hangUp(phone);
    await putAway(phone);
  });

  await test.step('says the code of a call that was not answered', async () => {
    await dial(phone, '9486');
    await expect(panel.getByText('486：被叫忙或线路黑名单')).toBeVisible();
    await putAway(phone);
  });

  await test.step('answers what comes in by itself, and is hung up on', async () => {
    frames.heard.length = 0;
    await panel.getByLabel('来电号码').fill('13712340002');
    await panel.getByRole('button', { name: '演示来电' }).click();
    await expect(toast(page, '您有新的来电')).toBeVisible();
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await expect(panel.getByText('没有找到这个号码。')).toBeVisible();
    expect(flow(frames.said).at(-1)).toBe('accept');
    await demo.hangUp({ agentId });
    await expect(panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    await expect.poll(() => flow(frames.heard)).toEqual(['incoming', 'accepted', 'state 1', 'state 5', 'state 0']);
    expect(frames.heard.filter(({ text }) => text.includes('13712340002'))).toEqual([]);
    await putAway(phone);
  });

  await test.step('stops on a disconnect in a call, and logs in again', async () => {
    await dial(phone, '600');
    await expect(panel.getByText(/通话中/)).toBeVisible();
    frames.heard.length = 0;
    await demo.fault('disconnect', agentId);
    await expect(panel.getByText(/已挂断/)).toBeVisible();
    await putAway(phone);
    await expect
      .poll(() => flow(frames.heard), { timeout: 30_000 })
      .toEqual([...['disconnect', 'connect', 'initialised', 'state 0']]);
    await expect(panel.locator('.phone-line')).toContainText('已连接');
  });

  await test.step('stays away once it is logged in elsewhere', async () => {
    const { length } = frames.opened;
    await demo.fault('repeat', agentId);
    await expect(panel.getByText('坐席已在别处登录')).toBeVisible();
    // Longer than the pause before it would connect again.
    await page.waitForTimeout(2500);
    expect(frames.opened).toHaveLength(length);
    await panel.getByRole('button', { name: '重新连接' }).click();
    await expect(panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
  });
});

for (const provider of ['dlsw', 'xzj'] as const)
  test(`the widget of ${provider}: logs in a second after it is there, and says each event`, async ({
    page,
    request,
  }) => {
    const agentId = await agentOf(request, provider);
    const frames = listen(page, `/${provider}`);
    const { toasts, phone } = await test.step('is tried again where its log-in fails, and says so', async () => {
      await demo.fault('init');
      await signIn(page, 'sales');
      const opened = await openPanel(page, /./);
      const noted = await noteToasts(page);
      await choose(opened.panel, '线路', `${provider} 坐席`);
      await expect(opened.panel.locator('.phone-line')).toContainText('坐席登录失败，正在重试', { timeout: 30_000 });
      await expect(opened.panel.getByRole('button', { name: '立即重试' })).toBeVisible();
      await expect(opened.panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
      const tickets = frames.said.filter(({ event }) => event === 'login').map(({ text }) => JSON.parse(text).ticket);
      expect(new Set(tickets).size).toBe(2);
      await expect
        .poll(async () => (await noted()).texts)
        .toEqual(['坐席注册成功', '坐席登录失败：坐席登录失败', '坐席注册成功', '坐席登录成功', '坐席状态更新成功']);
      return { toasts: noted, phone: opened };
    });
    const { panel } = phone;
    const [opened = 0] = frames.opened;
    const login = frames.said.find(({ event }) => event === 'login');
    // A frame is noted a moment after it was sent, and so is the opening.
    expect((login?.at ?? 0) - opened).toBeGreaterThanOrEqual(900);

    await test.step('tells the server of a pause, which the panel shows', async () => {
      await panel.getByText('小休', { exact: true }).click();
      await expect(panel.getByText('来电不响铃，记为未接')).toBeVisible();
      expect(JSON.parse(frames.said.at(-1)?.text ?? '{}')).toEqual({ command: 'status', status: 'rest' });
      await expect(page.getByRole('button', { name: '电话：小休' })).toBeVisible();
      await panel.getByText('空闲', { exact: true }).click();
      await expect(panel.getByText('来电不响铃，记为未接')).toBeHidden();
    });

    frames.heard.length = 0;
    const before = (await toasts()).texts.length;
    await dial(phone, '600');
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await hangUp(phone);
    // One for each state that matters, and never two at once.
    await expect
      .poll(async () => (await toasts()).texts.slice(before).slice(-3))
      .toEqual(['正在呼叫', '通话已接通', '挂断成功']);
    expect((await toasts()).most).toBe(1);
    await expect(panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    await expect
      .poll(() => flow(frames.heard))
      .toEqual(['dialing', 'statusUpdate', 'connected', 'statusUpdate', 'hangup', 'statusUpdate']);
    await putAway(phone);

    await demo.fault('dial');
    await dial(phone, '600');
    await expect(toast(page, /^呼叫失败：/)).toBeVisible();
    await expect(panel.getByText('500：线路临时错误')).toBeVisible();
    await putAway(phone);

    await panel.getByLabel('来电号码').fill('13712340003');
    await panel.getByRole('button', { name: '演示来电' }).click();
    await panel.getByRole('button', { name: '接听' }).click();
    await expect(panel.getByText(/通话中/)).toBeVisible();
    await demo.hangUp({ agentId });
    await expect(panel.getByText(/已挂断 · 通话时长/)).toBeVisible();
    expect(frames.heard.filter(({ text }) => text.includes('13712340003'))).toEqual([]);
    await putAway(phone);

    await demo.fault('repeat', agentId);
    await expect(toast(page, /^坐席重复登录/)).toBeVisible();
    await expect(panel.getByText('坐席已在别处登录')).toBeVisible();
  });
