import type { Page } from '@playwright/test';

/**
 * How a person goes about in one of the two apps; each step ends when its result is on the screen. Looking for it must
 * cost next to nothing, since it counts with the page's own work.
 */
export type MeasuredApp = {
  /** Which of the two, in words. */
  readonly name: string;
  readonly url: string;
  /** Where the table with ten thousand rows stands, and what is scrolled. */
  readonly virtual: { readonly url: string; readonly row: string };
  readonly go: (page: Page, to: Place) => Promise<void>;
  readonly openPageSizes: (page: Page) => Promise<void>;
  /** Waits until a list shows so many rows. */
  readonly rowsShown: (page: Page, list: List, count: number) => Promise<void>;
};
export type List = 'visits' | 'parcels';
export type Place = List | 'sheetAdd' | 'noteAdd' | 'tourAdd';

const titles = { visits: '走访', parcels: '包裹', sheetAdd: '登记表', noteAdd: '便签' } as const;
const polling = 50;
const patience = 60_000;

const isList = (place: Place): place is List => place === 'visits' || place === 'parcels';

/** Opens the first list anew. */
export async function openFirst(page: Page, app: MeasuredApp): Promise<void> {
  await page.goto(`${app.url}/bench/visits`, { waitUntil: 'commit' });
  await app.rowsShown(page, 'visits', 100);
}

/** Leads to a page by the menu and waits until it can be used. */
export async function visit(page: Page, app: MeasuredApp, to: Place): Promise<void> {
  await app.go(page, to);
  if (isList(to)) await app.rowsShown(page, to, 100);
  else await fieldShown(page);
}

/** Chooses a thousand rows in one page; the choice is open already. */
export async function showThousand(page: Page, app: MeasuredApp): Promise<void> {
  await page.locator('.ant-select-item-option[title="1000 条/页"]').click();
  await app.rowsShown(page, 'visits', 1000);
}

/** The product; `tableUrl` is where its table stands with ten thousand rows. */
export function productApp(url: string, tableUrl: string): MeasuredApp {
  return {
    name: '本产品',
    url,
    virtual: { url: `${tableUrl}/`, row: '[data-row-key]' },
    go: (page, to) => page.locator(`nav a[href^="/bench/${to}"]`).click(),
    openPageSizes: (page) => page.locator('.engine-pager:visible .ant-select').click(),
    rowsShown: async (page, list, count) => {
      await page.waitForFunction(
        ([title, rows]) =>
          [...document.querySelectorAll(`table[aria-label="${title}"][aria-rowcount="${rows}"]`)].some(
            (table) => table.clientHeight > 0 && table.querySelector('[data-row-key]') !== null,
          ),
        [titles[list], count + 1] as const,
        { polling, timeout: patience },
      );
    },
  };
}

/** The one written by hand. */
export function handApp(url: string): MeasuredApp {
  return {
    name: '对照',
    url,
    virtual: { url: `${url}/bench/virtual`, row: '.ant-table-row' },
    go: (page, to) => page.locator(`.ant-menu-item[data-menu-id$="/bench/${to}"]`).click(),
    openPageSizes: (page) => page.locator('.ant-pagination-options .ant-select').click(),
    rowsShown: async (page, list, count) => {
      await page.waitForFunction(
        ([title, rows]) =>
          document.querySelector('.hand-tools strong')?.textContent === title &&
          document.querySelector(`.hand-tools[data-rows="${rows}"]`) !== null &&
          document.getElementsByClassName('ant-table-row').length > 0,
        [titles[list], count] as const,
        { polling, timeout: patience },
      );
    },
  };
}

/** Text fields of the form that is shown, of either app. */
export const textFields = ':is(.engine-form, .ant-form) input.ant-input';

/** Waits until the first field of a form can be typed into. */
async function fieldShown(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].some(
        (field) => field instanceof HTMLInputElement && field.clientHeight > 0 && !field.disabled,
      ),
    textFields,
    { polling, timeout: patience },
  );
}
