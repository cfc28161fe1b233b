import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, expect, it } from 'vitest';
import { asciiSources } from './ascii-sources.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'ascii-sources-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = `
const tag = ({ raw: _, ...cooked }: TemplateStringsArray) => Object.values(cooked).join('');
// 说明
export const found = {
  pattern: /^[（(]\\d+[)）]|[😀。]$/u.test('（3）') && /[😀。]$/u.test('好😀') && /[；;]/.test('；'),
  text: '“合同”' + \`共 \${1} 份\`,
  tagged: tag\`月\`,
  escaped: /^\\（\\\\）$/.test('（\\\\）') && '\\、' === '、' && '\\\\、'.length === 2,
};
`;

it('writes what is beyond ASCII as escapes that mean the same, in patterns and tagged texts too', async () => {
  const file = path.join(folder, 'sample.ts');
  writeFileSync(file, source);
  const built = async (plugins: (typeof asciiSources)[]) => {
    const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', plugins });
    return outputFiles.map(({ text }) => text).join('');
  };
  const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
  // By itself esbuild leaves some.
  expect(isAscii(await built([]))).toBe(false);
  const text = await built([asciiSources]);
  expect(isAscii(text)).toBe(true);
  const { found } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  expect(found).toEqual({ pattern: true, text: '“合同”共 1 份', tagged: '月', escaped: true });
});
