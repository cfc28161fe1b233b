import { expect, it } from 'vitest';
import { engineTexts, translate } from '../texts/text.ts';
import { timeLeft } from './task-facts.ts';
import { leftWords } from './task-words.ts';

const now = Date.parse('2026-03-10T04:00:00Z');
const running = {
  status: 'running',
  startedAt: '2026-03-10T03:58:00Z',
  done: 4_000,
  total: 20_000,
  cancelAt: null,
} as const;

it('goes on as it did: two minutes for a fifth are eight more', () => {
  expect(timeLeft(running, now)).toBe(8 * 60_000);
  expect(timeLeft({ ...running, done: 20_000 }, now)).toBe(0);
});

it.each([
  ['nothing is done yet', { done: 0 }],
  ['the whole is not known', { total: null }],
  ['it waits its turn', { status: 'pending', startedAt: null }],
  ['it stops', { cancelAt: '2026-03-10T03:59:00Z' }],
  ['it has only begun', { startedAt: '2026-03-10T03:59:58Z' }],
] as const)('is not told while %s', (_, more) => {
  expect(timeLeft({ ...running, ...more }, now)).toBeUndefined();
});

it('is told roughly', () => {
  const told = (ms: number) => leftWords(ms, (key, params) => translate(undefined, key, params));
  expect(told(59_000)).toBe(engineTexts['engine.tasks.leftSoon']);
  expect(told(61_000)).toBe('约还需 2 分钟');
  expect(told(3 * 3_600_000 - 1)).toBe('约还需 3 小时');
});
