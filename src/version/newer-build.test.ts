import { expect, it } from 'vitest';
import { createNewerBuild } from './newer-build.ts';

it('is there once another build answered, also when the old one answers again', () => {
  const newer = createNewerBuild('a');
  newer.note('a');
  expect(newer.getState().isThere).toBe(false);
  newer.note('b');
  newer.note('a');
  expect(newer.getState().isThere).toBe(true);
});

it('is never there where the page does not know its own', () => {
  const newer = createNewerBuild(undefined);
  newer.note('b');
  expect(newer.getState().isThere).toBe(false);
});
