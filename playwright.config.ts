import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/lib/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // A tool, not a test: `npm run pictures` draws the pictures of the README anew.
  testIgnore: process.env.PICTURES === '1' ? [] : ['**/pictures.e2e.ts'],
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/reports/e2e.json' }]],
  // Each worker has servers of its own; the journeys share their rows until one fails.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // On a busy machine a journey may come too early for a page; what passes only when repeated is named in the counts.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumArgs] },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Nothing is waited for that only moves; `keyboard.e2e.ts` runs with movement.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording every step takes a quarter of a journey's time.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
  },
});
