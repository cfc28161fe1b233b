import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readGrammar } from './generate/grammar.ts';
import { meantAggregates, meantFunctions } from './generate/meant.ts';
import { referenceMarkdown } from './generate/reference.ts';

const root = path.resolve(import.meta.dirname, '..');

it('has the reference in docs as the grammar has it (npm run reference writes it anew)', () => {
  const written = readFileSync(path.join(root, 'docs/schema-reference.md'), 'utf8');
  expect(written).toBe(
    referenceMarkdown(readGrammar(path.join(root, 'engine/meta')), {
      functions: meantFunctions(),
      aggregates: meantAggregates(),
    }),
  );
});

it('links only to sections that are there', () => {
  const written = readFileSync(path.join(root, 'docs/schema-reference.md'), 'utf8');
  const sections = new Set([...written.matchAll(/^#+ (.+)$/gm)].map((match) => `#${match[1]?.toLowerCase()}`));
  for (const match of written.matchAll(/\]\((#[^)]+)\)/g)) expect(sections).toContain(match[1]);
});
