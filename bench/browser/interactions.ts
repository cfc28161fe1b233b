import type { Page } from '@playwright/test';
import { type BenchSession, signIn } from './pages.ts';
import { type BrowserProduct, startDemoProduct } from './product.ts';

/** Milliseconds from a click or key until what it leads to is painted, whatever was asked of the server between. */
const goal = 100;
/** The same for saving, at the ninety-fifth percentile. */
const savingGoal = 150;
const rounds = 20;

/** What somebody does, and how it is known that it is done. */
type Interaction = {
  readonly title: string;
  readonly page: string;
  readonly goal?: number;
  /** Makes ready what is clicked; not measured. */
  readonly before?: (page: Page, round: number) => Promise<void>;
  readonly act: (page: Page, round: number) => Promise<void>;
  /** A condition in the page, as text; `before` is what `mark` was when it was looked at before the click. */
  readonly isDone: string;
  readonly mark?: string;
};

const list = '/customer/business/alllist';
const rowsStand = `[...document.querySelectorAll('table[aria-rowcount]')].some((table) => table.clientHeight > 0 && table.getAttribute('aria-busy') !== 'true' && table.querySelector('[data-row-key]') !== null)`;
const shownKeys = `[...document.querySelectorAll('[data-row-key]')].filter((row) => row.checkVisibility()).slice(0, 5).map((row) => row.getAttribute('data-row-key')).join()`;
const dialogs = `[...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility())`;

const interactions: readonly Interaction[] = [
  {
    title: '列表排序',
    page: list,
    act: (page) => page.getByRole('columnheader', { name: '创建时间' }).click(),
    mark: `[...document.querySelectorAll('th[aria-sort]')].map((head) => head.textContent + head.getAttribute('aria-sort')).join()`,
    isDone: `MARK !== before && ${rowsStand}`,
  },
  {
    title: '列表筛选（关键字）',
    page: list,
    before: (page, round) =>
      page.getByRole('textbox', { name: '关键字' }).fill(['王', '李', '张', '陈'][round % 4] ?? ''),
    act: (page) => page.getByRole('textbox', { name: '关键字' }).press('Enter'),
    mark: shownKeys,
    isDone: `MARK !== before && ${rowsStand}`,
  },
  {
    title: '切换到打开过的页签',
    page: list,
    before: async (page, round) => {
      if (round > 0) return;
      await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '公海' }).first().click();
      await holds(page, rowsStand);
    },
    act: (page, round) =>
      page
        .getByRole('tab', { name: round % 2 === 0 ? '全部客户' : /公海/ })
        .first()
        .click(),
    mark: shownKeys,
    isDone: `MARK !== before && ${rowsStand}`,
  },
  {
    title: '打开新增抽屉，到可以输入',
    page: list,
    before: closeDrawer,
    act: (page) => page.getByRole('button', { name: '新增', exact: true }).first().click(),
    isDone: `${dialogs}.some((one) => one.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement)`,
  },
  {
    title: '打开客户全景，到名字与第一个页签',
    page: list,
    before: async (page, round) => {
      if (round > 0) await page.goBack();
      await holds(page, rowsStand);
    },
    act: (page, round) =>
      page
        .locator('[data-row-key]:visible')
        .nth(round % 10)
        .getByRole('link')
        .first()
        .click(),
    isDone: `[...document.querySelectorAll('.engine-panorama-header h1')].some((one) => one.checkVisibility())`,
  },
  {
    title: '保存修改，到“已保存”',
    page: list,
    goal: savingGoal,
    before: async (page, round) => {
      await holds(page, `document.querySelector('.ant-message-notice') === null`);
      await page
        .locator('[data-row-key]:visible')
        .nth(round % 10)
        .getByRole('button', { name: /^编辑/ })
        .click();
      const drawer = page.getByRole('dialog').last();
      await drawer.getByRole('textbox', { name: '备注' }).fill(`第 ${round} 次改动 ${Date.now()}`);
    },
    act: (page) => page.getByRole('dialog').last().getByRole('button', { name: '保存', exact: true }).click(),
    isDone: `[...document.querySelectorAll('.ant-message-notice')].some((one) => one.textContent.includes('已'))`,
  },
];

/** Waits until a condition of the page holds; as text through the debugger, since the page itself evaluates none. */
async function holds(page: Page, condition: string): Promise<void> {
  const until = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>(condition))) {
    if (Date.now() > until) throw new Error(`never so: ${condition}`);
    await page.waitForTimeout(50);
  }
}

/** Closes what is open beside the list, typed or not. */
async function closeDrawer(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) return;
  await page.keyboard.press('Escape');
  await holds(page, `${dialogs}.length === 0`);
}

/** What the page itself sees: from the first click or key to the frame after the condition held. */
function timed({ isDone, mark = 'undefined' }: Interaction): string {
  const done = isDone.replaceAll('MARK', `(${mark})`);
  return `window.benchTook = new Promise((resolve) => {
    const before = ${mark};
    const begin = (event) => {
      removeEventListener('click', begin, true);
      removeEventListener('keydown', begin, true);
      const look = () => {
        if (${done}) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
        else requestAnimationFrame(look);
      };
      look();
    };
    addEventListener('click', begin, true);
    addEventListener('keydown', begin, true);
  }); undefined`;
}

async function measured(interaction: Interaction, page: Page, url: string): Promise<readonly number[]> {
  await page.goto(`${url}${interaction.page}`);
  await holds(page, rowsStand);
  await page.waitForTimeout(2000);
  const times: number[] = [];
  // The first brings scripts.
  for (let round = 0; round <= rounds; round += 1) {
    await interaction.before?.(page, round);
    await page.waitForTimeout(300);
    await page.evaluate(timed(interaction));
    await interaction.act(page, round);
    const took = await page.evaluate<number>('window.benchTook');
    if (round > 0) times.push(took);
    await page.waitForTimeout(500);
  }
  return times.sort((a, b) => a - b);
}

/** Measures on a product of its own with the medium demo company; answers a line of the report for each interaction. */
export async function measureInteractions(browser: BenchSession['browser']): Promise<readonly string[]> {
  const product = await startDemoProduct();
  try {
    return await interactionsAt(product, browser);
  } finally {
    await product.stop();
  }
}

/** The same on a product that runs already. */
export async function interactionsAt(
  { url, password }: Pick<BrowserProduct, 'url' | 'password'>,
  browser: BenchSession['browser'],
): Promise<readonly string[]> {
  const session = await signIn(browser, url, password);
  const context = await browser.newContext({
    ...{ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } },
  });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  const lines: string[] = [];
  for (const interaction of interactions) {
    const page = await context.newPage();
    const times = await measured(interaction, page, url);
    await page.close();
    lines.push(line(interaction, times));
    console.log(lines.at(-1));
  }
  await context.close();
  return lines;
}

function line({ title, goal: own }: Interaction, times: readonly number[]): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const [median, high] = [at(0.5), at(0.95)];
  const isMet = own === undefined ? median <= goal : high <= own;
  const wanted = own === undefined ? `中位 ≤ ${goal} ms` : `p95 ≤ ${own} ms`;
  return `| ${title} | ${median.toFixed(0)} ms | ${high.toFixed(0)} ms | ${wanted} | ${isMet ? '是' : '**否**'} |`;
}
