// How the page designer works beside the pages it designs, on a server that runs already:
// `BENCH_PASSWORD=… npx tsx bench/browser/designer.ts <address> [page]`; the page is the largest list unless told.

import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { Meter } from './meter.ts';
import { type Session, signIn } from './pages.ts';

const [url = 'http://127.0.0.1:8080', path = '/customer/business/alllist'] = process.argv.slice(2);
const password = process.env.BENCH_PASSWORD ?? '';
const rounds = 5;

type Figure = { readonly what: string; readonly found: string; readonly goal: string };

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

const executablePath = findChromium();
const browser = await chromium.launch({
  args: [...chromiumArgs],
  ...(executablePath === undefined ? {} : { executablePath }),
});

/** A window with nothing kept but the session. */
async function windowOf(session: Session): Promise<{ readonly page: Page; readonly meter: Meter }> {
  const context = await browser.newContext({
    ...{ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } },
  });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await page.locator('[data-row-key]').first().waitFor({ timeout: 60_000 });
  return { page, meter: await Meter.on(page) };
}

/** Opens the design of the page that is open. */
async function design(page: Page): Promise<void> {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await page.getByRole('menuitem', { name: '设计此页' }).click();
  await page.locator('.designer-page [data-row-key]').first().waitFor({ timeout: 60_000 });
}

/** Opening the design of the page, against opening the page itself anew; both with their scripts at hand. */
async function opening(session: Session): Promise<Figure> {
  const { page, meter } = await windowOf(session);
  await meter.atRest();
  const [pages, designs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const opened = await meter.cpuAnew(async () => {
      await page.reload();
      await page.locator('[data-row-key]').first().waitFor({ timeout: 60_000 });
    });
    const designed = await meter.cpuOf(() => design(page));
    await page.getByRole('button', { name: '退出设计' }).click();
    await meter.atRest();
    // The first brings the scripts.
    if (round > 0) {
      pages.push(opened);
      designs.push(designed);
    }
  }
  const [page0, design0] = [median(pages), median(designs)];
  await page.context().close();
  return {
    what: '打开设计，与打开页面相比（主线程 CPU）',
    found: `${ms(design0)} / ${ms(page0)} = ${(design0 / page0).toFixed(2)}`,
    goal: '≤ 1.2',
  };
}

/** A key in the name of a column, until the page shows it. */
async function editing(session: Session): Promise<Figure> {
  const { page, meter } = await windowOf(session);
  await design(page);
  const heading = page.locator('.designer-page th[data-design-path^="columns/"]').first();
  await page.getByRole('region', { name: '大纲' }).getByText('手机号', { exact: true }).first().click();
  const name = page.getByRole('region', { name: '设置' }).getByLabel('名称');
  await name.click();
  await meter.atRest();
  const found: number[] = [];
  for (let round = 0; round < 20; round += 1) found.push(await meter.cpuUntil(() => typed(page, '号')));
  await heading.waitFor();
  await page.getByRole('button', { name: /^撤销/ }).click();
  await page.context().close();
  return { what: '设置里按一个键，到页面重画（主线程 CPU）', found: ms(median(found)), goal: '≤ 50 ms' };
}

/** Presses a key, and waits until two frames are drawn. */
async function typed(page: Page, key: string): Promise<void> {
  await page.keyboard.insertText(key);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** A key in the source of the page. */
async function typingSource(session: Session): Promise<Figure> {
  const { page, meter } = await windowOf(session);
  await design(page);
  await page.getByRole('tab', { name: '源码' }).click();
  const editor = page.locator('.design-source .cm-content');
  await editor.waitFor();
  const { data } = await ask(session, '/v1/design/page/view', target);
  const { length } = JSON.stringify(data.document, null, 2);
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await meter.atRest();
  const found: number[] = [];
  for (let round = 0; round < 30; round += 1) found.push(await meter.cpuUntil(() => page.keyboard.insertText(' ')));
  await page.context().close();
  return {
    what: `源码里按一个键（${(length / 1000).toFixed(0)} kB，主线程 CPU）`,
    found: ms(median(found)),
    goal: '≤ 16 ms',
  };
}

type Answer = { readonly code: string; readonly data: Record<string, unknown> };

async function ask(session: Session, at: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}${at}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
      'x-app-token': session.token ?? '',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const answer: Answer = JSON.parse(await response.text());
  if (answer.code !== '0') throw new Error(`${at}: ${JSON.stringify(answer)}`);
  return answer;
}

const target = { page: path.slice(path.lastIndexOf('/') + 1), level: 'org' } as const;

/** One check of a draft, as the designer asks for it at every change. */
async function checking(session: Session): Promise<Figure> {
  const { data } = await ask(session, '/v1/design/page/view', target);
  const found: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begun = performance.now();
    await ask(session, '/v1/design/page/check', {
      ...target,
      document: { ...Object(data.document), title: `甲${round}` },
    });
    found.push(performance.now() - begun);
  }
  return { what: '检查一份草稿（从发出到答复）', found: ms(median(found)), goal: '≤ 50 ms' };
}

/** From the answer of a publication to the page of somebody else showing it. */
async function publishing(session: Session): Promise<Figure> {
  const { page } = await windowOf(session);
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { data } = await ask(session, '/v1/design/page/view', target);
    const title = `联系电话${round}`;
    const base = Object(data.document);
    const columns: readonly Record<string, unknown>[] = base.columns;
    const document = { ...base, columns: columns.map((one) => (one.key === 'mobile' ? { ...one, title } : one)) };
    const draft = await ask(session, '/v1/design/page/draft/save', { ...target, document, base, version: 0 });
    const seen = page.locator('thead th').filter({ hasText: title }).first().waitFor({ timeout: 20_000 });
    const begun = performance.now();
    await ask(session, '/v1/design/page/publish', { ...target, version: draft.data.version, note: '量一量' });
    await seen;
    found.push(performance.now() - begun);
  }
  await ask(session, '/v1/design/page/rollback', { ...target, release: 0, note: '量完了' });
  await page.context().close();
  return { what: '发布，到另一个窗口开着的页面画出来', found: ms(median(found)), goal: '≤ 1000 ms' };
}

try {
  const session = await signIn(browser, url, password);
  const figures: Figure[] = [];
  for (const measure of [checking, publishing, opening, editing, typingSource]) {
    const figure = await measure(session);
    figures.push(figure);
    console.log(`${figure.what}：${figure.found}（${figure.goal}）`);
  }
  console.log(
    [
      '| | 量得 | 目标 |',
      '|---|---|---|',
      ...figures.map(({ what, found, goal }) => `| ${what} | ${found} | ${goal} |`),
    ].join('\n'),
  );
} finally {
  await browser.close();
}
