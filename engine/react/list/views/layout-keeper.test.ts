import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LayoutKeeper } from './layout-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = () => {
  const sent: (readonly [string | null, unknown])[] = [];
  const keeper = new LayoutKeeper([{ viewId: null, layout: 'old' }], async (viewId, layout) => {
    sent.push([viewId, layout]);
  });
  return { keeper, sent };
};

it('holds a change at once and sends the last of several, once they rest', async () => {
  const { keeper, sent } = started();
  keeper.keep(null, 'a');
  keeper.keep(null, 'b');
  expect(keeper.read(null)).toBe('b');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([[null, 'b']]);
});

it('does not let an older answer undo what was not sent yet', async () => {
  const { keeper } = started();
  keeper.keep(null, 'new');
  keeper.load([
    { viewId: null, layout: 'old' },
    { viewId: 'x', layout: 'of x' },
  ]);
  expect(keeper.read(null)).toBe('new');
  expect(keeper.read('x')).toBe('of x');
  await vi.advanceTimersByTimeAsync(500);
  keeper.load([]);
  expect(keeper.read(null)).toBeUndefined();
});

it('sends what still waits when the page is left, and nothing of a view that was saved elsewhere', () => {
  const { keeper, sent } = started();
  keeper.keep('x', 'of x');
  keeper.keep('y', 'of y');
  keeper.stop('x');
  keeper.flush();
  expect(sent).toEqual([['y', 'of y']]);
  keeper.keep('y', null);
  expect(keeper.read('y')).toBeUndefined();
});
