import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../engine/model/widget/index.ts';
import { widgets } from './index.ts';

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const filesOf = (folder: string) => readdirSync(path.join(root, folder));
const contractOf = (folder: string) =>
  readContract(JSON.parse(readFileSync(path.join(root, folder, 'contract.json'), 'utf8')));

it('registers every widget once, by the name of its contract', () => {
  const names = folders.map((folder) => contractOf(folder).name);
  expect(widgets.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(new Set(names).size).toBe(names.length);
});

describe.each(folders)('%s', (folder) => {
  it('says what it takes and where it may stand', () => {
    const { title, slots, propsSchema } = contractOf(folder);
    expect(title).not.toBe('');
    expect(slots.length).toBeGreaterThan(0);
    // Without it a misspelt property would pass unnoticed.
    expect(propsSchema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('says what it says in every language', () => {
    const texts = filesOf(folder).filter((file) => /^texts\..*\.json$/.test(file));
    const all = ['en-US', 'pt-BR', 'zh-CN', 'zh-TW'].map((language) => `texts.${language}.json`);
    expect([[], all]).toContainEqual(texts.sort());
  });

  it('has a story', () => expect(filesOf(folder).filter((file) => file.endsWith('.stories.tsx'))).not.toEqual([]));
});

it('loads a widget when it is needed: the registry imports contracts only', () => {
  const source = readFileSync(path.join(root, 'index.ts'), 'utf8');
  const imports = [...source.matchAll(/^import .* from '(\.\/.*)';$/gm)].map(([, from]) => from);
  expect(imports.filter((from) => !from?.endsWith('/contract.json'))).toEqual([]);
});
