import { expect, type Locator, type Page } from '@playwright/test';

/** Rows of the list on the page: lines of a table, or cards where the window is narrow. */
export function rows(scope: Page | Locator): Locator {
  return scope.locator('[data-row-key]:visible');
}

/** Texts of one column of the list, from the heading's place. */
export async function column(page: Page, title: string): Promise<readonly string[]> {
  const headings = await page.locator('thead th:visible').allInnerTexts();
  const place = headings.findIndex((heading) => heading.trim() === title);
  expect(place, `column ${title}`).toBeGreaterThanOrEqual(0);
  const texts = await rows(page)
    .locator(`td:nth-child(${place + 1})`)
    .allInnerTexts();
  return texts.map((text) => text.trim());
}

/** Opens a page of the menu and waits for its rows. */
export async function openList(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const link = menu.getByRole('link', { name: title });
  for (const group of ['客户管理', '业务列表']) {
    if (await link.isVisible()) break;
    const heading = menu.getByRole('menuitem', { name: group });
    if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
  }
  await link.click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

/** Waits until nothing on the page is still on its way; one call, that for events, is never over. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible')).toHaveCount(0);
}

/** Chooses an option of the select or picker with this label, searching for it where one can. */
export async function choose(scope: Page | Locator, label: string, option: string): Promise<void> {
  const field = scope.getByRole('combobox', { name: label });
  if ('goto' in scope) await unfoldFor(scope, field);
  const single = field.locator('xpath=ancestor::*[contains(@class, "ant-select-single")][1]');
  const isSingle = (await single.count()) > 0;
  await expect(async () => {
    // With the keyboard: a value that is chosen already lies over the input.
    await field.press('ArrowDown');
    if (await field.isEditable()) await field.fill(option);
    // Choices move under the pointer while what was typed is still searched for.
    await expect(field.locator('xpath=ancestor::*[@aria-busy="true"]')).toHaveCount(0);
    const choices = field.page().locator('.ant-select-dropdown:visible');
    // A list that closed by itself is opened again: no click waits for it.
    await choices.getByTitle(option, { exact: true }).first().click({ timeout: 5_000 });
    if ((await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    // Where the choices found another place while the pointer was pressed, nothing was chosen.
    if (isSingle) await expect(single).toContainText(option, { timeout: 3_000 });
  }).toPass();
}

/** Shows the conditions of a list that found no room in their line, where the wanted one is among them. */
async function unfoldFor(page: Page, field: Locator): Promise<void> {
  const more = page.getByRole('button', { name: /^更多筛选/ });
  await expect(field.or(more).first()).toBeVisible();
  // What lies below a dialog that is just opening is left alone.
  const isBelow = (await page.getByRole('dialog').count()) > 0;
  if (!isBelow && !(await field.isVisible())) await more.click();
}

/** Sorts the list by a column, the greatest first. */
export async function sortDescending(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('columnheader', { name: title });
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
}

/** The number the pager tells, for example 34 of `共 34 条`. */
export async function total(page: Page): Promise<number> {
  const text = await page
    .getByText(/^共 [\d,]+\+? 条$/)
    .filter({ visible: true })
    .first()
    .innerText();
  return Number(text.replace(/[^\d]/g, ''));
}

/** A mobile number nobody in the demo data has. */
export function newMobile(): string {
  return `139${String(Date.now()).slice(-8)}`;
}
