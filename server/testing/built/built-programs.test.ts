import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let place = '';
beforeAll(() => {
  place = mkdtempSync(path.join(inject('built'), 'elsewhere-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

it('holds nothing beyond ASCII in any built program, else each of its characters would take two bytes', () => {
  const folder = inject('built');
  const programs = readdirSync(folder).filter((file) => file.endsWith('.js'));
  expect(programs).toEqual(expect.arrayContaining(['main.js', 'backup.js', 'restore.js', 'table-worker.js']));
  const beyond = programs.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const at = text.search(/[^\0-\x7f]/);
    return at === -1 ? [] : [`${file}: ${text.slice(Math.max(0, at - 40), at + 1)}`];
  });
  expect(beyond).toEqual([]);
});

it('tells of an error that ends it where the source has it, and little of the program where sources are not at hand', () => {
  // A folder deeper, so that the map leads to no file; a worker's program has nothing to do on its own.
  for (const file of ['table-worker.js', 'table-worker.js.map'])
    copyFileSync(path.join(inject('built'), file), path.join(place, file));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', path.join(place, 'table-worker.js')],
    {
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/at .+server\/files\/table\/table-worker\.ts:\d+:\d+/);
  expect(stderr.length).toBeLessThan(3000);
});
