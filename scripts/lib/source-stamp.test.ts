import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStamped, sourceHash, writeStamp } from './source-stamp.mjs';

let folder = '';
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const hash = () => sourceHash(folder, ['server', 'vite.config.ts', 'absent']);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'source-stamp-'));
  put('server/main.ts', 'one');
  put('vite.config.ts', 'two');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the hash of the sources', () => {
  it('stays when only the time of a file changes', () => {
    const before = hash();
    utimesSync(path.join(folder, 'server/main.ts'), 1, 1);

    expect(hash()).toBe(before);
  });

  it('stays when tests, stories and generated files change', () => {
    const before = hash();
    put('server/main.test.ts', 'x');
    put('server/list.stories.tsx', 'x');
    put('server/generated/validators.js', 'x');

    expect(hash()).toBe(before);
  });

  it.each([
    ['changed', () => put('server/main.ts', 'other')],
    ['added', () => put('server/http/app.ts', '')],
    ['moved', () => renameSync(path.join(folder, 'server/main.ts'), path.join(folder, 'server/start.ts'))],
    ['removed', () => rmSync(path.join(folder, 'vite.config.ts'))],
  ])('changes when a file is %s', (_, change) => {
    const before = hash();
    change();

    expect(hash()).not.toBe(before);
  });
});

describe('a stamp', () => {
  it('holds for its own hash alone', () => {
    const file = path.join(folder, 'dist/.stamp');
    expect(isStamped(file, 'a')).toBe(false);

    writeStamp(file, 'a');

    expect(isStamped(file, 'a')).toBe(true);
    expect(isStamped(file, 'b')).toBe(false);
  });
});
