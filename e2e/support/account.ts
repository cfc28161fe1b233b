import type { Page } from '@playwright/test';

/** Demo accounts, named after their roles. */
export type Account =
  | 'admin'
  | 'manager'
  | 'group_leader'
  | 'sales'
  | 'sales2'
  | 'promoter'
  | 'finance'
  | 'teacher'
  | 'teacher2'
  | 'academic'
  | 'content_ops'
  | 'logistics'
  | 'quality_inspector'
  | 'quality_inspector2'
  | 'supervisor'
  | 'supervisor_leader';

/** Demo accounts of the library. */
export type LibraryAccount = 'librarian' | 'librarian2' | 'head';

/** The password all demo accounts share. */
export const password = process.env.E2E_PASSWORD ?? '';

/** Types account and password into the login page that is open, and submits. */
export async function fillLogin(page: Page, account: string, secret = password): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  await page.getByRole('button', { name: '登录' }).click();
}
