import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lintCommand } from './lib/lint.mjs';
import { root, runNode } from './lib/run.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lint-'));
  cpSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** How the command of the check ends over one file with this text. */
async function lint(name: string, text: string): Promise<{ readonly code: number; readonly output: string }> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const { code, output } = await runNode(lintCommand('.'), { capture: true, cwd: folder });
  rmSync(file);
  return { code, output };
}

const branches = Array.from({ length: 16 }, (_, at) => `  if (given === ${at}) return '${at}';`);
const complex = `export function nameOf(given: number): string {\n${branches.join('\n')}\n  return '';\n}\n`;
const lines = (count: number) => Array.from({ length: count }, (_, at) => `export const n${at} = ${at};\n`).join('');

it('passes a file that keeps the rules', async () => {
  expect(await lint('few-lines.ts', lines(300))).toMatchObject({ code: 0 });
});

it.each([
  ['a file that is too long', 'many-lines.ts', lines(301), 'noExcessiveLinesPerFile'],
  ['a function that is too complex', 'complex.ts', complex, 'noExcessiveCognitiveComplexity'],
  ['a style by force', 'forced.css', 'p {\n  top: 0 !important;\n}\n', 'noImportantStyles'],
  ['a format that is not ours', 'format.ts', 'export const a = "b"\n', 'format'],
])('fails on %s', async (_, name, text, rule) => {
  const { code, output } = await lint(name, text);
  expect(code).not.toBe(0);
  expect(output).toContain(rule);
});
