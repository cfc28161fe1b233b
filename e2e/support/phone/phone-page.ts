import { type Browser, expect, type LaunchOptions, type Locator, type Page, test } from '@playwright/test';
import { type Account, signIn } from '../account.ts';

/** A browser with a microphone that beeps, and that reaches another on the same machine without a network. */
const soundArgs = ['--autoplay-policy=no-user-gesture-required', '--allow-loopback-in-peer-connection'];

/** How browsers start that telephone; without a microphone where told. */
export function phoneBrowser(microphone: 'beeps' | 'denied' = 'beeps'): LaunchOptions {
  const { launchOptions = {} } = test.info().project.use;
  const fake = microphone === 'beeps' ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : [];
  return {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...soundArgs, ...fake],
  };
}

/** Somebody at his telephone. */
export type PhonePage = { readonly page: Page; readonly panel: Locator };

/** Opens the product as somebody and waits until his line is as told. */
export async function openPhone(
  browser: Browser,
  baseURL: string,
  account: Account,
  line: string | RegExp = '已连接',
): Promise<PhonePage> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await context.addInitScript(noteConnections);
  const page = await context.newPage();
  await signIn(page, account);
  return openPanel(page, line);
}

/** Opens the panel of the telephone on a page. */
export async function openPanel(page: Page, line: string | RegExp = '已连接'): Promise<PhonePage> {
  const button = page.getByRole('button', { name: /^电话：/ });
  await expect(button).toBeVisible({ timeout: 30_000 });
  const panel = page.getByRole('region', { name: '电话' });
  if (!(await panel.isVisible())) await button.click();
  await expect(panel.locator('.phone-line')).toContainText(line, { timeout: 30_000 });
  return { page, panel };
}

/** Types a number and calls it. */
export async function dial({ panel }: PhonePage, number: string): Promise<void> {
  await panel.getByLabel('输入号码').fill(number);
  await panel.getByRole('button', { name: '拨打' }).click();
}

/** Puts the ended call away, whatever it offers. */
export async function putAway({ panel }: PhonePage): Promise<void> {
  await panel.getByRole('button', { name: /^(返回拨号盘|不记录)$/ }).click();
  await expect(panel.getByLabel('输入号码')).toBeVisible();
}

export async function hangUp({ panel }: PhonePage): Promise<void> {
  await panel.getByRole('button', { name: '挂断' }).click();
}

/** What of sound came in until now: its energy does not grow in silence, as bytes do. */
export function energy({ page }: PhonePage): Promise<number> {
  return page.evaluate(async () => {
    const known: readonly RTCPeerConnection[] = Reflect.get(window, 'phoneConnections');
    let sum = 0;
    for (const connection of known) {
      const stats = await connection.getStats();
      stats.forEach((entry: { readonly type: string; readonly totalAudioEnergy?: number }) => {
        if (entry.type === 'inbound-rtp') sum += entry.totalAudioEnergy ?? 0;
      });
    }
    return sum;
  });
}

/** Energy that comes in within a while. */
export async function energyWithin(phone: PhonePage, milliseconds: number): Promise<number> {
  const before = await energy(phone);
  await phone.page.waitForTimeout(milliseconds);
  return (await energy(phone)) - before;
}

/** Waits until the other end is heard. */
export async function expectHeard(phone: PhonePage): Promise<void> {
  await expect.poll(() => energyWithin(phone, 500), { timeout: 15_000 }).toBeGreaterThan(0.001);
}

/** What a page keeps of its calls: connections that are open, tracks that are live. */
export function kept({ page }: PhonePage): Promise<{ readonly connections: number; readonly tracks: number }> {
  return page.evaluate(() => {
    const known: readonly RTCPeerConnection[] = Reflect.get(window, 'phoneConnections');
    const tracks: readonly MediaStreamTrack[] = Reflect.get(window, 'phoneTracks');
    return {
      connections: known.filter(({ connectionState }) => connectionState !== 'closed').length,
      tracks: tracks.filter(({ readyState }) => readyState === 'live').length,
    };
  });
}

/** Runs in the page before anything else: notes every connection and every track of a microphone. */
function noteConnections(): void {
  const connections: RTCPeerConnection[] = [];
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { phoneConnections: connections, phoneTracks: tracks });
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, given) {
      const made: RTCPeerConnection = Reflect.construct(target, given);
      connections.push(made);
      return made;
    },
  });
  const devices = navigator.mediaDevices;
  if (devices === undefined) return;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
}
