import { expect, it } from 'vitest';
import { agoText } from './relative-time.ts';

const now = Date.parse('2026-03-10T04:00:00Z');
const ago = (ms: number) => agoText(new Date(now - ms).toISOString(), now);

it('tells how long ago in the largest unit that fits, and the moment itself after a week', () => {
  expect(ago(59_000)).toBeUndefined();
  expect(ago(5 * 60_000)).toBe('5分钟前');
  expect(ago(3 * 3_600_000)).toBe('3小时前');
  expect(ago(86_400_000)).toBe('昨天');
  expect(ago(8 * 86_400_000)).toBe('2026-03-02 12:00');
});
