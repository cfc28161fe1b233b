import { expect, it } from 'vitest';
import { retiredFileName, retiredNames } from './retired-names.ts';

it.each([
  ['a constant', 'const mostRows = 5;', 'mostRows', 'max…'],
  ['a parameter', 'function f(longestKey: number) {}', 'longestKey', 'max…'],
  ['a class', 'class UndoDesk {}', 'UndoDesk', '…Service, …Store, …Registry'],
  ['a property', 'type T = { trail: string };', 'trail', 'record navigation'],
  ['a call', 'moveRecord(row);', 'moveRecord', 'applyTransition'],
  ['an import', "import { Given } from './statement.ts';", 'Given', 'Placeholder'],
])('finds %s by a retired name', (_, planted, name, instead) => {
  expect(retiredNames('server/planted.ts', `\n${planted}`)).toEqual([
    { file: 'server/planted.ts', line: 2, name, instead },
  ]);
});

it('leaves words of texts and comments, and names that only look alike', () => {
  const text = "// the trail of a desk\nconst darkSurface = 'aside';\ntype Keep = { almost: number; mostly: string };";
  expect(retiredNames('src/planted.tsx', text)).toEqual([]);
});

it.each([
  ['server/jobs/job-turn.ts', 'job-turn', 'job lease'],
  ['engine/react/list/use-kept-rows.ts', 'use-kept-rows', 'persisted state, keep-alive'],
])('finds the file %s', (file, name, instead) => {
  expect(retiredFileName(file)).toEqual({ file, name, instead });
});

it('takes a file whose name is only alike', () => {
  expect(retiredFileName('src/look/interface.ts')).toBeUndefined();
});
