import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findChromium } from './chromium.mjs';

function makeFile(name: string, mode: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'chromium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  writeFileSync(file, '', { mode });
  return file;
}

it('takes the browser that CHROMIUM_PATH names before any other', () => {
  const file = makeFile('my-browser', 0o755);

  expect(findChromium({ CHROMIUM_PATH: file })).toBe(file);
});

it('finds none when CHROMIUM_PATH names no executable file, rather than quietly using another', () => {
  expect(findChromium({ CHROMIUM_PATH: '/nowhere/chromium' })).toBeUndefined();
});
