import type { Page } from '@playwright/test';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The library keeps films and readings with its books (e2e/fixtures/library): real media, under the policy of the server.
test.use({ baseURL: ({ libraryServer }, use) => use(libraryServer) });

/** A film of so many seconds, as the browser records what is drawn. */
async function recorded(page: Page, seconds: number): Promise<Buffer> {
  const base64 = await page.evaluate(async (milliseconds) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    const drawing = setInterval(() => pen?.fillRect(Math.random() * 320, Math.random() * 180, 20, 20), 50);
    await new Promise((done) => setTimeout(done, milliseconds));
    clearInterval(drawing);
    await new Promise((done) => {
      recorder.onstop = done;
      recorder.stop();
    });
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  }, seconds * 1000);
  return Buffer.from(base64, 'base64');
}

/** Two seconds of silence as MP3: frames of 26 ms at 44.1 kHz that hold nothing. */
const silence = Buffer.concat(
  Array.from({ length: 77 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc0]), Buffer.alloc(413)])),
);
const playlist = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  ...['一.mp3', '二.mp3'].flatMap((name) => ['#EXTINF:2,', encodeURIComponent(name)]),
  '#EXT-X-ENDLIST',
].join('\n');
const captions = 'WEBVTT\n\n00:00.000 --> 00:30.000\n翠翠在渡船上\n';

const timeOf = (page: Page, at: number) =>
  page
    .locator('video')
    .nth(at)
    .evaluate((video: HTMLVideoElement) => video.currentTime);

/** Stops the film as soon as it has played so many seconds, as the pause key of a keyboard does. */
const pausedAfter = (page: Page, seconds: number) =>
  page.waitForFunction((least) => {
    const video = document.querySelector('video');
    if (video === null || video.currentTime <= least) return false;
    video.pause();
    return true;
  }, seconds);

test('a film and a stream are played on the page of their book, and go on where they were left', async ({ page }) => {
  await signIn(page, 'head');
  const film = await recorded(page, 8);
  await page.goto('/catalogue/books');
  const book = rows(page).filter({ hasText: '边城' }).first();
  await book.getByRole('button', { name: '编辑' }).click();
  const drawer = page.getByRole('dialog', { name: '图书' });
  const give = async (field: string, ...files: readonly (readonly [name: string, content: string | Buffer])[]) => {
    const group = drawer.getByRole('group', { name: field });
    const sent = files.map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content) }));
    await group.locator('input[type=file]').setInputFiles(sent);
    for (const [name] of files) await expect(group.getByRole('button', { name: `下载 ${name}` })).toBeVisible();
  };
  await give('视听资料', ['边城.webm', film]);
  await give('字幕文件', ['边城.zh.vtt', captions]);
  await give('朗读', ['朗读.m3u8', playlist], ['一.mp3', silence], ['二.mp3', silence]);
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  await book.getByRole('link', { name: '边城' }).click();
  const player = page.getByRole('region', { name: '边城.webm' });
  const play = async () => {
    await page.getByRole('button', { name: '播放 边城.webm' }).click();
    await player.getByRole('button', { name: '播放' }).click();
  };
  await play();
  await expect(page.getByText('翠翠在渡船上')).toBeVisible();
  await expect(page.getByText(/^.+ \d{4}-\d{2}-\d{2}$/).first()).toBeVisible();
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/v1/file/play/note'));
  await pausedAfter(page, 3);
  await noted;
  await page.reload();
  await play();
  await expect(page.getByText(/接着上次的 0:0[1-7] 播放/)).toBeVisible();
  await expect.poll(() => timeOf(page, 0)).toBeGreaterThan(1);
  await player.getByRole('button', { name: '暂停' }).click();

  await page.getByRole('button', { name: '播放 朗读.m3u8' }).click();
  await page.getByRole('region', { name: '朗读.m3u8' }).getByRole('button', { name: '播放' }).click();
  // Its second part is played too.
  await expect.poll(() => timeOf(page, 1)).toBeGreaterThan(2.2);
});
