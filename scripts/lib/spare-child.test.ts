import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChild } from './child-server.mjs';
import { spareChild } from './spare-child.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'spare-child-'));
  writeFileSync(path.join(folder, 'program.mjs'), 'process.exit(7);');
});
afterAll(() => rmSync(folder, { recursive: true }));

const server = path.resolve(import.meta.dirname, '../dev-server.mjs');
const make = () =>
  startChild(process.execPath, [server, path.join(folder, 'program.mjs'), 'node:path', 'no-such-package'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

it('starts the one that waits, and another where none does', async () => {
  const made: ReturnType<typeof make>[] = [];
  const spare = spareChild(() => {
    const child = make();
    made.push(child);
    return child;
  });
  spare.prepare();
  spare.prepare();
  expect(made).toHaveLength(1);
  const first = spare.start();
  expect(first).toBe(made[0]);
  expect(await first.ended).toBe(7);
  const second = spare.start();
  expect(made).toHaveLength(2);
  expect(await second.ended).toBe(7);
});

it('does not start by itself, and ends what waits', async () => {
  const made: ReturnType<typeof make>[] = [];
  const spare = spareChild(() => {
    const child = make();
    made.push(child);
    return child;
  });
  spare.prepare();
  spare.end();
  expect(await made[0]?.ended).not.toBe(7);
  spare.prepare();
  expect(made).toHaveLength(1);
});
