import { expect, type Page } from '@playwright/test';
import { type Account, fillLogin, type LibraryAccount } from './account.ts';
import { callApi } from './api.ts';

/** Signs in as a person does and waits for the first page. */
export async function signInByForm(page: Page, account: Account | LibraryAccount): Promise<void> {
  await page.goto('/user/login');
  await fillLogin(page, account);
  await expect(mainMenu(page)).toBeVisible();
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

type Kept = readonly { readonly name: string; readonly value: string }[];

/** What the product kept in the browser of who signed in by its form, by address and account. */
const sessions = new Map<string, Kept>();

/**
 * Opens a page as somebody, whoever was signed in before: by the form the first time, after that with the session this
 * left, as a browser has it the next morning. Several browsers of one account share it; a journey about sessions signs in
 * by the form.
 */
export async function signIn(page: Page, account: Account | LibraryAccount, path = '/'): Promise<void> {
  const origin = await openEmpty(page);
  const key = `${origin} ${account}`;
  const kept = sessions.get(key) ?? [];
  const isKept = await isAlive(page, kept);
  await page.evaluate(
    (items) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    isKept ? kept : [],
  );
  if (!isKept) {
    await signInByForm(page, account);
    sessions.set(key, await keptBy(page));
  }
  if (isKept || path !== '/') await page.goto(path);
  await expect(mainMenu(page)).toBeVisible();
}

/** Opens an empty page of the product's address, and answers the address. */
async function openEmpty(page: Page): Promise<string> {
  const address = '**/empty-page-of-tests';
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('/empty-page-of-tests');
  await page.unroute(address);
  return new URL(page.url()).origin;
}

const keptBy = (page: Page): Promise<Kept> =>
  page.evaluate(() => Object.entries(localStorage).map(([name, value]) => ({ name, value })));

async function isAlive(page: Page, kept: Kept): Promise<boolean> {
  const token = kept.find(({ name }) => name === 'token')?.value;
  if (token === undefined) return false;
  const { code } = await callApi(page.request, token, '/v1/sys/user/my/view');
  return code === '0';
}
