// `npm run bench:browser -- [case …]`: the product's pages against the same pages written by hand with antd, in one run.

import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { handApp, type MeasuredApp, openFirst, productApp, showThousand, textFields, visit } from './apps.ts';
import { frameLengths, type Held, Meter } from './meter.ts';
import { startBrowserProduct } from './product.ts';
import { buildSite } from './sites.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const chosen = process.argv.slice(2);
const isChosen = (key: string) => chosen.length === 0 || chosen.includes(key);

type Measure = (app: MeasuredApp, browser: Browser, session: Session) => Promise<number>;
/** What the browser keeps of a person who is signed in. */
type Session = Readonly<Record<string, string>>;

type Case = {
  readonly key: string;
  readonly title: string;
  readonly unit: 'ms' | 'kB' | 'MB';
  /** The product's figure over that of the other app is at most this. */
  readonly goal: number;
  readonly measure: Measure;
};

const keystrokes = 40;

const cases: readonly Case[] = [
  {
    key: 'cold',
    title: '首次打开列表',
    unit: 'ms',
    goal: 0.9,
    measure: (app, browser, session) =>
      withPage(app, browser, session, (page, meter) => meter.cpuOf(() => openFirst(page, app))),
  },
  {
    key: 'second',
    title: '首次进入另一个列表',
    unit: 'ms',
    goal: 0.7,
    measure: (app, browser, session) =>
      withList(app, browser, session, (page, meter) => meter.cpuOf(() => visit(page, app, 'parcels'))),
  },
  {
    key: 'kept',
    title: '回到打开过的列表',
    unit: 'ms',
    goal: 0.3,
    measure: (app, browser, session) =>
      withList(app, browser, session, async (page, meter) => {
        await visit(page, app, 'parcels');
        await meter.atRest();
        return meter.cpuOf(() => visit(page, app, 'visits'));
      }),
  },
  {
    key: 'thousand',
    title: '一页 1000 行',
    unit: 'ms',
    goal: 0.2,
    measure: (app, browser, session) =>
      withList(app, browser, session, async (page, meter) => {
        await app.openPageSizes(page);
        await meter.atRest();
        return meter.cpuOf(() => showThousand(page, app));
      }),
  },
  {
    key: 'form',
    title: '300 个字段的表单，到可以输入',
    unit: 'ms',
    goal: 0.8,
    measure: (app, browser, session) =>
      withList(app, browser, session, (page, meter) => meter.cpuUntil(() => visit(page, app, 'sheetAdd'))),
  },
  {
    key: 'keystroke',
    title: '300 个字段的表单，每次按键',
    unit: 'ms',
    goal: 0.5,
    measure: (app, browser, session) => keystroke(app, browser, session, 'sheetAdd'),
  },
  {
    key: 'script',
    title: '首个列表的脚本（gzip）',
    unit: 'kB',
    goal: 1.1,
    measure: scriptBytes,
  },
  {
    key: 'heap',
    title: '1000 行时的堆',
    unit: 'MB',
    goal: 0.4,
    measure: (app, browser, session) =>
      withList(app, browser, session, async (page, meter) => {
        await app.openPageSizes(page);
        await showThousand(page, app);
        await meter.atRest();
        return (await meter.held()).heap / 1e6;
      }),
  },
  { key: 'frames', title: '一万行滚动，第 95 百分位帧长', unit: 'ms', goal: 1, measure: scrolling },
];

const product = await startBrowserProduct();
const hand = await buildSite('hand', product.url);
const table = await buildSite('table', product.url);
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...chromiumArgs] });
try {
  const session = await signIn(browser);
  const ours = productApp(product.url, table.url);
  const theirs = handApp(hand.url);
  for (const one of cases.filter(({ key }) => isChosen(key))) await compare(one, ours, theirs, session);
  if (isChosen('flat')) await compareForms(ours, session);
  if (isChosen('leak'))
    for (const app of [theirs, ours]) await tellLeaks(app, session, app === ours ? '本产品' : '对照');
} finally {
  await browser.close();
  await hand.stop();
  await table.stop();
  await product.stop();
}

async function compare(one: Case, ours: MeasuredApp, theirs: MeasuredApp, session: Session): Promise<void> {
  const mine: number[] = [];
  const others: number[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round++) {
    others.push(await one.measure(theirs, browser, session));
    mine.push(await one.measure(ours, browser, session));
  }
  const [our, their] = [middle(mine), middle(others)];
  const ratio = our / their;
  console.log(
    `${one.title}：${ratio.toFixed(2)}（目标 ≤ ${one.goal}）${ratio <= one.goal ? '' : ' 未达到'}；本产品 ${our.toFixed(1)} ${one.unit}，对照 ${their.toFixed(1)} ${one.unit}`,
  );
}

/** A keystroke must cost the same in a form of 300 fields as in one of 30. */
async function compareForms(ours: MeasuredApp, session: Session): Promise<void> {
  const wide: number[] = [];
  const slim: number[] = [];
  for (let round = 0; round < rounds; round++) {
    slim.push(await keystroke(ours, browser, session, 'noteAdd'));
    wide.push(await keystroke(ours, browser, session, 'sheetAdd'));
  }
  console.log(
    `每次按键，300 个字段比 30 个：${(middle(wide) / middle(slim)).toFixed(2)}；${middle(wide).toFixed(2)} 与 ${middle(slim).toFixed(2)} ms`,
  );
}

/** Two hundred times from page to page: what is held must not grow. */
async function tellLeaks(app: MeasuredApp, session: Session, name: string): Promise<void> {
  await withList(app, browser, session, async (page, meter) => {
    const around = async (times: number) => {
      for (let time = 0; time < times; time++)
        for (const place of ['parcels', 'noteAdd', 'visits', 'sheetAdd'] as const) await visit(page, app, place);
      await visit(page, app, 'visits');
      await meter.atRest();
      return meter.held();
    };
    const before = await around(5);
    const after = await around(50);
    console.log(`${name}，200 次切换之后：${heldWords(before)} → ${heldWords(after)}`);
    return 0;
  });
}

function heldWords({ heap, nodes, listeners }: Held): string {
  return `堆 ${(heap / 1e6).toFixed(1)} MB、节点 ${nodes}、监听 ${listeners}`;
}

async function keystroke(
  app: MeasuredApp,
  browser: Browser,
  session: Session,
  place: 'sheetAdd' | 'noteAdd',
): Promise<number> {
  return withList(app, browser, session, async (page, meter) => {
    await visit(page, app, place);
    await page.locator(textFields).filter({ visible: true }).first().click();
    await page.keyboard.type('走访登记');
    await meter.atRest();
    const whole = await meter.cpuUntil(async () => {
      for (let time = 0; time < keystrokes; time++) {
        await page.keyboard.press('a');
        await page.waitForTimeout(30);
      }
    });
    return whole / keystrokes;
  });
}

/** Kilobytes of script, compressed alike, that the first list needs. */
async function scriptBytes(app: MeasuredApp, browser: Browser, session: Session): Promise<number> {
  return withPage(app, browser, session, async (page, meter) => {
    const bodies: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await openFirst(page, app);
    await meter.atRest();
    return (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  });
}

async function scrolling(app: MeasuredApp, browser: Browser, session: Session): Promise<number> {
  return withPage(app, browser, session, async (page, meter) => {
    await page.goto(app.virtual.url);
    await page.locator(app.virtual.row).first().waitFor({ timeout: 60_000 });
    await meter.atRest();
    const lengths = await frameLengths(page, app.virtual.row, 200);
    return lengths[Math.floor(lengths.length * 0.95)] ?? 0;
  });
}

/** A page of a browser that has nothing kept, of a person who is signed in, before anything is opened. */
async function withPage(
  { url }: MeasuredApp,
  browser: Browser,
  session: Session,
  work: (page: Page, meter: Meter) => Promise<number>,
): Promise<number> {
  const context = await newContext(browser);
  try {
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    const page = await context.newPage();
    // Of the same site, so that what is measured stays in one process.
    await page.route('**/bench-nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${url}/bench-nothing`);
    return await work(page, await Meter.on(page));
  } finally {
    await context.close();
  }
}

/** The same with the first list open and at rest. */
function withList(
  app: MeasuredApp,
  browser: Browser,
  session: Session,
  work: (page: Page, meter: Meter) => Promise<number>,
) {
  return withPage(app, browser, session, async (page, meter) => {
    await openFirst(page, app);
    await meter.atRest();
    return work(page, meter);
  });
}

async function signIn(browser: Browser): Promise<Session> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(`${product.url}/user/login`);
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await context.close();
  return kept;
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } });
}

function middle(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
