import { open } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The library takes films with its books (e2e/fixtures/library).
test.use({ baseURL: ({ libraryServer }, use) => use(libraryServer) });

const mebibyte = 1_048_576;

/** A film that begins like one, with nothing behind it. */
async function filmOf(megabytes: number): Promise<string> {
  const place = test.info().outputPath('朗读.mp4');
  const file = await open(place, 'w');
  await file.write(Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'));
  await file.truncate(megabytes * mebibyte);
  await file.close();
  return place;
}

async function edit(page: Page, book: string) {
  await page.goto('/catalogue/books');
  await rows(page).filter({ hasText: book }).getByRole('button', { name: '编辑' }).click();
  const drawer = page.getByRole('dialog', { name: '图书' });
  const media = drawer.getByRole('group', { name: '视听资料' });
  await expect(media).toBeVisible();
  return { drawer, media };
}

test('a film goes on after the line broke and after the page was loaded again', async ({ page }) => {
  const film = await filmOf(60);
  await signIn(page, 'head');
  let parts = 0;
  let isBroken = false;
  await page.route(/\/v1\/file\/resumable\/part/, async (route) => {
    parts += 1;
    if (parts === 4) isBroken = true;
    await (isBroken ? route.abort('connectionreset') : route.continue());
  });
  const first = await edit(page, '边城');
  await first.media.locator('input[type=file]').setInputFiles(film);
  // A busy machine takes its time over four parts.
  await expect(first.media.getByText('网络中断，恢复后接着传')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  isBroken = false;
  const second = await edit(page, '边城');
  await expect(second.media.getByText('朗读.mp4 已传 24 MB，共 60 MB。再选这个文件就接着传')).toBeVisible();
  parts = 100;
  await second.media.locator('input[type=file]').setInputFiles(film);
  await expect(second.media.getByRole('button', { name: '下载 朗读.mp4' })).toBeVisible({ timeout: 30_000 });
  // Three of eight were there already.
  expect(parts).toBe(105);
  await second.drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  const third = await edit(page, '边城');
  await expect(third.media.getByText('60 MB', { exact: true })).toBeVisible();
  await third.media.getByRole('button', { name: '移除 朗读.mp4' }).click();
  await third.drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
});
