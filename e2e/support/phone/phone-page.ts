import { type Browser, expect, type LaunchOptions, type Locator, type Page } from '@playwright/test';
import type { Account } from '../account.ts';
import { signIn } from '../sign-in.ts';
import { test, type Watched, watch } from '../test.ts';

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

/** The watch over the pages of telephones, as over those of other journeys; `expected` is what hosts that die leave on the console. */
export type PhoneWatch = { readonly watched: Watched; readonly expected?: RegExp };

/** Opens the product as somebody and waits until he can telephone. */
export async function openPhone(
  browser: Browser,
  baseURL: string,
  account: Account,
  watcher: PhoneWatch,
): Promise<PhonePage> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await watch(context, watcher.watched, watcher.expected);
  await context.addInitScript(noteConnections);
  const page = await context.newPage();
  await signIn(page, account);
  return openPanel(page);
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
    const known: () => readonly RTCPeerConnection[] = Reflect.get(window, 'phoneConnections');
    let sum = 0;
    for (const connection of known()) {
      const stats = await connection.getStats();
      stats.forEach((entry: { readonly type: string; readonly totalAudioEnergy?: number }) => {
        if (entry.type === 'inbound-rtp') sum += entry.totalAudioEnergy ?? 0;
      });
    }
    return sum;
  });
}

/** Energy that comes in within a while. */
async function energyWithin(phone: PhonePage, milliseconds: number): Promise<number> {
  const before = await energy(phone);
  await phone.page.waitForTimeout(milliseconds);
  return (await energy(phone)) - before;
}

/** Waits until the other end is heard. */
export async function expectHeard(phone: PhonePage): Promise<void> {
  await expect.poll(() => energyWithin(phone, 500), { timeout: 15_000 }).toBeGreaterThan(0.001);
}

/** Waits until nothing is heard of the other end: what was said before is on its way for a moment. */
export async function expectSilent(phone: PhonePage): Promise<void> {
  await expect.poll(() => energyWithin(phone, 1500), { timeout: 15_000 }).toBeLessThan(0.001);
}

/** What a page keeps of its calls. */
export type Kept = {
  /** Connections that are open, to hosts and to other ends, and tracks that are live. */
  readonly sockets: number;
  readonly connections: number;
  readonly tracks: number;
  /** Tones of a telephone that rings. */
  readonly rings: number;
};

/** The microphones a page listens to. */
export function microphones({ page }: PhonePage): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tracks: () => readonly MediaStreamTrack[] = Reflect.get(window, 'phoneTracks');
    return tracks().flatMap(({ readyState, label }) => (readyState === 'live' ? [label] : []));
  });
}

export function kept({ page }: PhonePage): Promise<Kept> {
  return page.evaluate(() => {
    const known: () => readonly RTCPeerConnection[] = Reflect.get(window, 'phoneConnections');
    const tracks: () => readonly MediaStreamTrack[] = Reflect.get(window, 'phoneTracks');
    const sockets: () => readonly WebSocket[] = Reflect.get(window, 'phoneSockets');
    const rings: () => readonly AudioContext[] = Reflect.get(window, 'phoneRings');
    return {
      sockets: sockets().filter(({ readyState }) => readyState <= WebSocket.OPEN).length,
      connections: known().filter(({ connectionState }) => connectionState !== 'closed').length,
      tracks: tracks().filter(({ readyState }) => readyState === 'live').length,
      rings: rings().filter(({ state }) => state !== 'closed').length,
    };
  });
}

/** Bytes of script objects after garbage was collected. */
export async function heapOf({ page }: PhonePage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    // What waits for its end, such as the answer to the last request, is let go between.
    for (let round = 0; round < 3; round++) {
      await session.send('HeapProfiler.collectGarbage');
      await page.waitForTimeout(200);
    }
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await session.detach();
  }
}

/** Runs in the page before anything else: notes every connection and every track of a microphone, and keeps none alive. */
function noteConnections(): void {
  const notes = <Kind extends WeakKey>(name: string) => {
    let noted: readonly WeakRef<Kind>[] = [];
    const living = () => noted.flatMap((one) => one.deref() ?? []);
    Object.assign(window, { [name]: living });
    return (made: Kind) => {
      noted = [...noted.filter((one) => one.deref() !== undefined), new WeakRef(made)];
      return made;
    };
  };
  const noteConnection = notes<RTCPeerConnection>('phoneConnections');
  const noteTrack = notes<MediaStreamTrack>('phoneTracks');
  const noteSocket = notes<WebSocket>('phoneSockets');
  const noteRing = notes<AudioContext>('phoneRings');
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct: (target, given) => noteConnection(Reflect.construct(target, given)),
  });
  window.WebSocket = new Proxy(window.WebSocket, {
    construct: (target, given) => noteSocket(Reflect.construct(target, given)),
  });
  window.AudioContext = new Proxy(window.AudioContext, {
    construct: (target, given) => noteRing(Reflect.construct(target, given)),
  });
  const devices = navigator.mediaDevices;
  if (devices === undefined) return;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    for (const track of stream.getTracks()) noteTrack(track);
    return stream;
  };
}
