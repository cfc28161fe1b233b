import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type MeasuredApp, openFirst } from './apps.ts';
import { Meter } from './meter.ts';
import type { Spent } from './profile.ts';

/** What the browser keeps of a person who is signed in. */
export type Session = Readonly<Record<string, string>>;

/** A browser, and who works in it; `profiled` is told what the main thread did while something was measured. */
export type BenchSession = {
  readonly browser: Browser;
  readonly session: Session;
  readonly profiled?: (spent: Spent) => void;
};

type Work = (page: Page, meter: Meter) => Promise<number>;

/** A page of a browser that has nothing kept, of a person who is signed in, before anything is opened. */
export async function withPage(
  { url }: MeasuredApp,
  { browser, session, profiled }: BenchSession,
  work: Work,
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
    return await work(page, await Meter.on(page, profiled));
  } finally {
    await context.close();
  }
}

/** The same with the first list open and at rest. */
export function withList(app: MeasuredApp, bench: BenchSession, work: Work): Promise<number> {
  return withPage(app, bench, async (page, meter) => {
    await openFirst(page, app);
    await meter.atRest();
    return work(page, meter);
  });
}

/** Signs in to the product as a person does. */
export async function signIn(browser: Browser, url: string, password: string): Promise<Session> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(`${url}/user/login`);
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await context.close();
  return kept;
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } });
}
