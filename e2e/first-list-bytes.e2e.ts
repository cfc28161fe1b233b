import type { Page, Response } from '@playwright/test';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Words that only the telephone has: its library, its calls to the server, its panel. */
const ofTelephone = ['SIP/2.0', '/v1/phone/', 'phone-panel'];
/** Words that only designing has: its calls to the server, its panels, the editor of source. */
const ofDesigner = ['/v1/design/page/draft/save', 'designer-outline', 'cm-content'];
const dock = /\/phone-dock-[^/]+\.(js|css)$/;

/** Most scripts, and most calls, that may be asked for before the rows of the first list. */
const maxBefore = { scripts: 20, calls: 6 };

type Loaded = { readonly url: string; readonly text: string };

/** Scripts and styles a page loads, in the order it asked for them. */
function loads(page: Page): () => Promise<readonly Loaded[]> {
  const responses: Response[] = [];
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(request.url());
  });
  page.on('response', (response) => responses.push(response));
  return async () => {
    const known = responses.filter((response) => asked.includes(response.url()));
    const read = await Promise.all(known.map(async (one) => ({ url: one.url(), text: await one.text() })));
    return read.toSorted((one, other) => asked.indexOf(one.url) - asked.indexOf(other.url));
  };
}

/** How many scripts and calls a page asked for before it asked for what its list shows. */
function askedBefore(page: Page, rowsAt: string): () => typeof maxBefore | undefined {
  const asked = { scripts: 0, calls: 0 };
  let before: typeof maxBefore | undefined;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === rowsAt) before ??= { ...asked };
    if (request.resourceType() === 'script') asked.scripts += 1;
    if (/^\/v\d+\//.test(pathname)) asked.calls += 1;
  });
  return () => before;
}

test('the first list comes in few scripts and calls, and nothing of the telephone is in its bytes', async ({
  page,
}) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const address = page.url();
  // Another page alone, which holds the telephone.
  const fresh = await page.context().newPage();
  await page.close();
  const loaded = loads(fresh);
  const before = askedBefore(fresh, '/v1/customer/query');
  await fresh.goto(address);
  await expect(rows(fresh).first()).toBeVisible();
  expect(before()?.scripts).toBeLessThanOrEqual(maxBefore.scripts);
  expect(before()?.calls).toBeLessThanOrEqual(maxBefore.calls);
  await expect(fresh.getByRole('button', { name: /^电话：/ })).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await loaded()).some(({ text }) => text.includes('SIP/2.0'))).toBe(true);

  const all = await loaded();
  const place = all.findIndex(({ url }) => dock.test(url));
  expect(place).toBeGreaterThan(0);
  const earlier = all.slice(0, place);
  // The list stood before the telephone was asked for.
  expect(earlier.some(({ text }) => text.includes('data-row-key'))).toBe(true);
  const found = earlier.flatMap(({ url, text }) =>
    ofTelephone.flatMap((word) => (text.includes(word) ? [`${word} in ${url}`] : [])),
  );
  expect(found).toEqual([]);
  // The words are the right ones: each is in what comes later.
  for (const word of ofTelephone) expect(all.slice(place).some(({ text }) => text.includes(word))).toBe(true);
});

test('outside designing nothing of it is loaded, not even for who may design', async ({ page }) => {
  const loaded = loads(page);
  const holding = async (word: string) => (await loaded()).filter(({ text }) => text.includes(word)).length;
  await signIn(page, 'admin', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const menu = page.getByRole('button', { name: /用户菜单$/ });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: '设计此页' })).toBeVisible();
  for (const word of ofDesigner) expect([word, await holding(word)]).toEqual([word, 0]);
  // The words are the right ones: each is in what comes with it.
  await page.getByRole('menuitem', { name: '设计此页' }).click();
  await page.getByRole('region', { name: '页面设计' }).getByRole('tab', { name: '源码' }).click();
  await expect(page.locator('.design-source .cm-line').first()).toBeVisible({ timeout: 30_000 });
  for (const word of ofDesigner) expect([word, (await holding(word)) > 0]).toEqual([word, true]);
});
