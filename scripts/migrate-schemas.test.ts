import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { binaryOf, root, runNode } from './lib/run.mjs';

const oldPage = `{
  "schemaVersion": 1,
  "name": "desk",
  "title": "工作台",
  "cards": [
    {
      "key": "due",
      "where": [{ "field": "dueAt", "op": "gte", "value": 1 }],
      "columns": [{ "key": "title", "field": "title" }]
    }
  ]
}
`;
const newPage = oldPage
  .replace('"schemaVersion": 1', '"schemaVersion": 2')
  .replace('{ "field": "dueAt"', '{ "key": "dueAt", "field": "dueAt"');
const newRole = '{ "schemaVersion": 2, "code": "keeper" }\n';

const folders: string[] = [];
let folder = '';

function put(file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const migrate = (...options: string[]): Promise<{ code: number; output: string }> =>
  runNode([binaryOf('tsx'), 'scripts/migrate-schemas.ts', folder, ...options], { capture: true });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'migrate-schemas-'));
  folders.push(folder);
  put('pages/area/desk.json', oldPage);
  put('roles/keeper.json', newRole);
  put('README.json', 'no document');
});

afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe('npm run migrate:schemas', () => {
  it('shows the difference of what is behind and writes nothing', async () => {
    const { code, output } = await migrate();
    expect(output).toContain('--- pages/area/desk.json\tschemaVersion 1');
    expect(output).toContain('+++ pages/area/desk.json\tschemaVersion 2');
    expect(output).toContain('-      "where": [{ "field": "dueAt", "op": "gte", "value": 1 }],');
    expect(output).toContain('+      "where": [{ "key": "dueAt", "field": "dueAt", "op": "gte", "value": 1 }],');
    expect(output).not.toContain('keeper.json');
    expect(code).toBe(0);
    expect(read('pages/area/desk.json')).toBe(oldPage);
  });

  it('writes with --write, keeping the layout, and has nothing to do after that', async () => {
    expect((await migrate('--write')).code).toBe(0);
    expect(read('pages/area/desk.json')).toBe(newPage);
    expect(read('roles/keeper.json')).toBe(newRole);
    expect(readdirSync(path.join(folder, 'pages/area'))).toEqual(['desk.json']);
    const again = await migrate('--check');
    expect(again.output).not.toContain('desk.json');
    expect(again.code).toBe(0);
  });

  it('fails with --check while a document is behind', async () => {
    const { code, output } = await migrate('--check');
    expect(output).toContain('pages/area/desk.json  1 → 2');
    expect(code).toBe(1);
    expect(read('pages/area/desk.json')).toBe(oldPage);
  });

  it('names the place of a file that cannot be read, and then writes none', async () => {
    put('pages/broken.json', '{\n  "schemaVersion": 1,\n  "name" "x"\n}\n');
    put('roles/future.json', '{ "schemaVersion": 99, "code": "future" }\n');
    const { code, output } = await migrate('--write');
    expect(output).toContain('pages/broken.json:3:10  E_JSON_UNREADABLE');
    expect(output).toContain('roles/future.json#/schemaVersion  E_SCHEMA_VERSION');
    expect(code).toBe(1);
    expect(read('pages/area/desk.json')).toBe(oldPage);
    expect(readdirSync(path.join(folder, 'pages/area'))).toEqual(['desk.json']);
  });

  it('refuses an option it does not know', async () => {
    const { code, output } = await migrate('--wirte');
    expect(output).toContain('--wirte');
    expect(code).toBe(1);
  });

  it('finds the shipped documents up to date', async () => {
    const { code } = await runNode(
      [binaryOf('tsx'), 'scripts/migrate-schemas.ts', path.join(root, 'schemas'), '--check'],
      {
        capture: true,
      },
    );
    expect(code).toBe(0);
  });
});
