import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type MeasuredApp, openFirst, showThousand, textFields, visit } from './apps.ts';
import { pickedRows } from './documents.ts';
import { frameLengths, type Held, type Meter } from './meter.ts';
import { type BenchSession, withList, withPage } from './pages.ts';

/** One comparison: the product's figure over that of the pages written by hand. */
export type Case = {
  readonly key: string;
  readonly title: string;
  readonly unit: 'ms' | 'kB' | 'MB';
  /** The ratio is at most this. */
  readonly goal: number;
  readonly measure: (app: MeasuredApp, bench: BenchSession) => Promise<number>;
};

const keystrokes = 40;

export const cases: readonly Case[] = [
  {
    key: 'cold',
    title: '首次打开列表（100 行 × 20 列）',
    unit: 'ms',
    goal: 1.1,
    measure: (app, bench) => withPage(app, bench, (page, meter) => meter.cpuOf(() => openFirst(page, app))),
  },
  {
    key: 'second',
    title: '首次进入另一个列表',
    unit: 'ms',
    goal: 0.7,
    measure: (app, bench) => withList(app, bench, (page, meter) => meter.cpuOf(() => visit(page, app, 'parcels'))),
  },
  {
    key: 'kept',
    title: '回到打开过的列表',
    unit: 'ms',
    goal: 0.3,
    measure: (app, bench) =>
      withList(app, bench, async (page, meter) => {
        await visit(page, app, 'parcels');
        await meter.atRest();
        return meter.cpuOf(() => visit(page, app, 'visits'));
      }),
  },
  {
    key: 'thousand',
    title: '一页 1000 行',
    unit: 'ms',
    goal: 0.5,
    measure: (app, bench) =>
      withList(app, bench, async (page, meter) => {
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
    measure: (app, bench) => withList(app, bench, (page, meter) => meter.cpuUntil(() => visit(page, app, 'sheetAdd'))),
  },
  {
    key: 'wholeForm',
    title: '300 个字段的表单，到全部画完',
    unit: 'ms',
    goal: 0.9,
    measure: (app, bench) => withList(app, bench, (page, meter) => meter.cpuOf(() => visit(page, app, 'sheetAdd'))),
  },
  {
    key: 'keystroke',
    title: '300 个字段的表单，每次按键',
    unit: 'ms',
    goal: 0.4,
    measure: (app, bench) => keystroke(app, bench, 'sheetAdd'),
  },
  {
    key: 'heap',
    title: '1000 行时的堆',
    unit: 'MB',
    goal: 0.8,
    measure: (app, bench) =>
      withList(app, bench, async (page, meter) => {
        await app.openPageSizes(page);
        await showThousand(page, app);
        await meter.atRest();
        return (await meter.held()).heap / 1e6;
      }),
  },
  { key: 'jump', title: '一万行的表，跳到第 100 行', unit: 'ms', goal: 1, measure: jumping },
  { key: 'frames', title: '一万行滚动，第 95 百分位的帧长', unit: 'ms', goal: 1, measure: scrolling },
];

/** Milliseconds one key costs in the head of a form with rows picked from a list, and in one of its rows. */
export async function pickedKeystrokes(app: MeasuredApp, bench: BenchSession): Promise<readonly [number, number]> {
  const costs: number[] = [];
  await withList(app, bench, async (page, meter) => {
    await visit(page, app, 'tourAdd');
    await pickRows(page);
    for (const field of [page.getByLabel('名称'), page.getByLabel('说明（第 1 行）')]) {
      await meter.atRest();
      await field.click();
      costs.push(await keyCost(page, meter));
    }
    return 0;
  });
  const [head, row] = costs;
  if (head === undefined || row === undefined) throw new TypeError('nothing was measured');
  return [head, row];
}

/** Picks whole pages of the list until the form holds as many rows as it takes. */
async function pickRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: '选择走访', exact: true }).click();
  const list = page.locator('.engine-pick');
  for (let chosen = 100; chosen <= pickedRows; chosen += 100) {
    await list.getByRole('checkbox', { name: '全选' }).check();
    await list.getByText(`已选 ${chosen} 条`).waitFor();
    if (chosen === pickedRows) break;
    await list.getByTitle(String(chosen / 100 + 1), { exact: true }).click();
    await list.getByRole('checkbox', { name: '全选', checked: false }).waitFor();
  }
  await list.getByRole('button', { name: '确定' }).click();
  await page.getByLabel(`说明（第 ${pickedRows} 行）`).waitFor({ state: 'attached' });
}

/** Milliseconds one key costs where the cursor stands. */
async function keyCost(page: Page, meter: Meter): Promise<number> {
  await page.keyboard.type('走访登记');
  await meter.atRest();
  const whole = await meter.cpuUntil(async () => {
    for (let time = 0; time < keystrokes; time++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(30);
    }
  });
  return whole / keystrokes;
}

/** Milliseconds one key costs in a form. */
export function keystroke(app: MeasuredApp, bench: BenchSession, place: 'sheetAdd' | 'noteAdd'): Promise<number> {
  return withList(app, bench, async (page, meter) => {
    await visit(page, app, place);
    await meter.atRest();
    await page.locator(textFields).filter({ visible: true }).first().click();
    return keyCost(page, meter);
  });
}

/** What is held before and after going two hundred times from page to page. */
export async function heldAround(app: MeasuredApp, bench: BenchSession): Promise<readonly [Held, Held]> {
  const held: Held[] = [];
  await withList(app, bench, async (page, meter) => {
    // Twenty rounds fill what is kept on purpose: pages, answers, forms that grow when there is nothing else to do.
    for (const rounds of [20, 50]) {
      for (let round = 0; round < rounds; round++)
        for (const place of ['parcels', 'noteAdd', 'visits', 'sheetAdd'] as const) await visit(page, app, place);
      await visit(page, app, 'visits');
      await meter.atRest();
      held.push(await meter.held());
    }
    return 0;
  });
  const [before, after] = held;
  if (before === undefined || after === undefined) throw new TypeError('nothing was measured');
  return [before, after];
}

/** What the first list asks for: kilobytes of script compressed alike, how many scripts, and calls sent before that of its rows. */
export type FirstLoad = { readonly kilobytes: number; readonly scripts: number; readonly callsBefore: number };

/** What an app fetches for its first list until it has come to rest. */
export async function firstLoad(app: MeasuredApp, bench: BenchSession): Promise<FirstLoad> {
  const bodies: Promise<number>[] = [];
  const calls: string[] = [];
  await withPage(app, bench, async (page, meter) => {
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/v[12]\//.test(pathname)) calls.push(pathname);
    });
    await openFirst(page, app);
    await meter.atRest();
    return 0;
  });
  const bytes = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
  return { kilobytes: bytes / 1000, scripts: bodies.length, callsBefore: calls.indexOf('/v1/visit/query') };
}

/** How far the table is scrolled, in rows, by one turn of the wheel. */
const jumpRows = 100;

/** Milliseconds until the rows after the hundredth of ten thousand stand on the screen. */
function jumping(app: MeasuredApp, bench: BenchSession): Promise<number> {
  return withPage(app, bench, async (page, meter) => {
    await page.goto(app.virtual.url);
    const first = page.locator(app.virtual.row).first();
    await first.waitFor({ timeout: 60_000 });
    await meter.atRest();
    const box = await first.boundingBox();
    if (box === null) throw new Error(`${app.virtual.row} is not on the page`);
    await page.mouse.move(Math.min(box.x + box.width / 2, 720), box.y + box.height / 2);
    return meter.cpuUntil(async () => {
      await page.mouse.wheel(0, jumpRows * box.height);
      await page.waitForFunction(
        ([row, name]) => [...document.querySelectorAll(row)].some((one) => one.textContent?.includes(name)),
        [app.virtual.row, `客户走访 ${jumpRows + 5}`] as const,
        { polling: 50 },
      );
    });
  });
}

function scrolling(app: MeasuredApp, bench: BenchSession): Promise<number> {
  return withPage(app, bench, async (page, meter) => {
    await page.goto(app.virtual.url);
    await page.locator(app.virtual.row).first().waitFor({ timeout: 60_000 });
    await meter.atRest();
    let lengths: readonly number[] = [];
    await meter.cpuUntil(async () => {
      lengths = await frameLengths(page, app.virtual.row, 200);
    });
    return lengths[Math.floor(lengths.length * 0.95)] ?? 0;
  });
}
