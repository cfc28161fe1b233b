import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staticImports } from './static-imports.ts';

let folder: string;

const files = {
  'page.ts': "import { drawn } from './door.ts'; export const page = () => [drawn, import('./later.ts')];",
  'menu.ts': "import { shared } from './shared.ts'; export const menu = () => shared;",
  'door.ts': "export { drawn } from './drawn.ts'; export { unasked } from './unasked.ts';",
  'drawn.ts': "import { shared } from './shared.ts'; export const drawn = [shared];",
  'unasked.ts': "export const unasked = 'nobody takes it';",
  'shared.ts': "export const shared = 'both';",
  'later.ts':
    "import { shared } from './shared.ts'; import { far } from './far.ts'; export const later = [shared, far];",
  'far.ts': "export const far = 'with what comes later';",
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'learning-platform-folder-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds what a script imports before it can run: not what it imports later, and not what nobody takes', async () => {
  const [page, menu] = [path.join(folder, 'page.ts'), path.join(folder, 'menu.ts')];
  const found = await staticImports([page, menu], { root: folder });
  const names = (script: string) => [...(found.get(script) ?? [])].map((id) => path.basename(id)).sort();
  expect(names(page)).toEqual(['drawn.ts', 'preload-helper.js', 'shared.ts']);
  expect(names(menu)).toEqual(['shared.ts']);
});
