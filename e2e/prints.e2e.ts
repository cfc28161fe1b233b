import type { Page } from '@playwright/test';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The library prints slips on a roll, labels and lists: looked at as the paper the browser makes of them.
test.use({ baseURL: ({ libraryServer }, use) => use(libraryServer) });

async function enter(page: Page): Promise<void> {
  // The browser has no printer here: that it is asked to print is told instead.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', 'yes');
  });
  await signIn(page, 'librarian');
}

/** The pages the browser would put on paper now: their sizes in points. */
async function paperOf(page: Page): Promise<{ readonly pages: readonly (readonly number[])[] }> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return { pages: boxes.map(([, width, height]) => [Number(width), Number(height)]) };
}

const points = (millimetres: number) => (millimetres / 25.4) * 72;

test('a slip gets its number when it is printed, and is marked when it is printed again', async ({ page }) => {
  await enter(page);
  await page.goto('/desk/loans');
  const loan = rows(page)
    .filter({ has: page.getByRole('button', { name: '续借' }) })
    .first();
  const print = async () => {
    await loan
      .getByRole('button', { name: '打印凭条' })
      .or(loan.getByRole('button', { name: '更多' }))
      .first()
      .click();
    const item = page.getByRole('menuitem', { name: '打印凭条' });
    if (await item.isVisible().catch(() => false)) await item.click();
    return page.getByRole('dialog').filter({ hasText: '打印凭条' });
  };
  const dialog = await print();
  await expect(dialog.getByText('票号在打印时给出。')).toBeVisible();
  await expect(dialog.getByText('票号 PT')).toHaveCount(0);
  await dialog.getByRole('button', { name: '打印（1 份）' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', 'yes');
  await expect(dialog.getByText(/^票号 PT\d{6}$/)).toBeVisible();
  const { pages } = await paperOf(page);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.[0]).toBeCloseTo(points(80), -1);
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  const again = await print();
  await expect(again.getByText('补打（第 1 次）')).toBeVisible();
});

test('several rows are printed in one job, each on a page of its own', async ({ page }) => {
  await enter(page);
  await page.goto('/desk/copies');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '打印书标' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '打印书标' });
  const button = dialog.getByRole('button', { name: /^打印（\d+ 份）$/ });
  await expect(button).toBeVisible();
  const count = Number((await button.innerText()).replace(/\D/g, ''));
  await button.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', 'yes');
  const { pages } = await paperOf(page);
  expect(pages).toHaveLength(count);
  for (const [width, height] of pages) {
    expect(width).toBeCloseTo(points(60), 0);
    expect(height).toBeCloseTo(points(40), 0);
  }
});

test('a long list goes on over pages, and every page says which it is', async ({ page }) => {
  await enter(page);
  await page.goto('/desk/stocktakes');
  // The library's demo counts few copies; the paper is looked at with many.
  await page.route('**/v1/stocktake/print/sheet', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const { sections } of answer.data?.sheets ?? [])
      for (const { table } of sections)
        if (table !== undefined) table.rows = Array.from({ length: 90 }, (_, at) => table.rows[at % table.rows.length]);
    await route.fulfill({ response, json: answer });
  });
  await rows(page).first().getByRole('button', { name: '打印盘点表' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '打印盘点表' });
  await dialog.getByRole('button', { name: '打印（1 份）' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', 'yes');
  const { pages } = await paperOf(page);
  expect(pages.length).toBeGreaterThanOrEqual(3);
  for (const [width, height] of pages) expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);
});
