import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { invalidInput } from './invalid-input.ts';

const server = path.resolve(import.meta.dirname, '../..');

it('refuses with every fault it is given', () => {
  const faults = [{ code: 'E_INPUT_REQUIRED', pointer: '/name', title: '名称' }] as const;
  expect(invalidInput(faults)).toMatchObject({ code: 'E_INPUT_INVALID', detail: { faults } });
});

it('is the only place that makes such a refusal', () => {
  const makers = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /refuse\w*\(\s*'E_INPUT_INVALID'/.test(readFileSync(path.join(server, file), 'utf8')),
  );
  expect(makers).toEqual(['kernel/errors/invalid-input.ts']);
});
