import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverBuilder } from './build.mjs';
import { root } from './run.mjs';

const folder = `.cache/server-builder-${process.pid}`;
const place = path.join(root, folder);
let builder: Awaited<ReturnType<typeof serverBuilder>>;
beforeAll(async () => {
  builder = await serverBuilder(folder);
  expect(await builder.build()).toBe(true);
});
afterAll(async () => {
  await builder.end();
  rmSync(place, { recursive: true });
});

/** Files beside a program that it loads when it starts, itself or by others. */
function loadedBy(program: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const [, file = ''] of readFileSync(path.join(place, program), 'utf8').matchAll(/(?:from|^import) "\.\/(.+)"/gm))
    if (!seen.has(file)) loadedBy(file, seen.add(file));
  return seen;
}

it('loads what is checked of documents by the same files ahead and when the server starts', () => {
  const documents = loadedBy('ahead-documents.js');
  expect(documents.size).toBeGreaterThan(0);
  expect([...loadedBy('ahead.js')]).toEqual(expect.arrayContaining([...documents]));
  expect([...loadedBy('main.js')]).toEqual(expect.arrayContaining([...documents]));
  expect(builder.ahead()).toEqual(expect.arrayContaining(['fastify', 'pg', `${folder}/ahead.js`]));
});

it('leaves those files as they are whatever changes in the server', async () => {
  const { metafile } = await esbuild.build({
    ...{ entryPoints: ['server/product/checked-documents.ts'], absWorkingDir: root, bundle: true, write: false },
    ...{ platform: 'node', format: 'esm', packages: 'external', metafile: true },
  });
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith('engine/'));
  expect(own).toEqual(['server/product/checked-documents.ts']);
});

it('keeps no programs of builds before', async () => {
  const old = path.join(place, 'chunk-OLD.js');
  writeFileSync(old, '');
  expect(await builder.build()).toBe(true);
  expect(existsSync(old)).toBe(false);
  expect(existsSync(path.join(place, 'main.js'))).toBe(true);
});
