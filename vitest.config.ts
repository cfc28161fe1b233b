import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './scripts/lib/chromium.mjs';
import { formilyReact19 } from './scripts/lib/formily-react19.ts';

const executablePath = findChromium();
const notTests = ['**/node_modules/**', 'dist/**'];

export default defineConfig({
  plugins: [formilyReact19(), react()],
  optimizeDeps: { rolldownOptions: { plugins: [formilyReact19()] } },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Much of what tests of the server do is waiting for processes and the database.
    maxWorkers: 2,
    // What a test makes is thrown away young: with little room for that, an eighth of the time goes into clearing it.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Modules keep no state that one file could leave to the next, and are read once.
          isolate: false,
          include: ['{engine,contract,src,widgets,scripts,schemas,.storybook}/**/*.test.{ts,tsx}'],
          exclude: notTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          // Processes are started and ended here, on whatever machine.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          include: ['server/**/*.test.ts'],
          exclude: notTests,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [storybookTest({ configDir: '.storybook' })],
        // Dependencies found only while tests run would make the page reload under them.
        optimizeDeps: {
          entries: ['{engine,widgets,src}/**/*.stories.tsx', '.storybook/preview.tsx'],
          include: ['axe-core'],
        },
        test: {
          name: 'storybook',
          // Stories are drawn on one page after another: what they are made of is read once.
          isolate: false,
          // Some stories draw many pages, on whatever machine. What passes only when repeated is named in the counts.
          testTimeout: 60_000,
          retry: 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: [...chromiumArgs, '--autoplay-policy=no-user-gesture-required'],
              },
              contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
            }),
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
