import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PersistedLayout } from './persisted-layout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = () => {
  const sent: (readonly [string | null, unknown])[] = [];
  const persisted = new PersistedLayout([{ viewId: null, layout: 'old' }], async (viewId, layout) => {
    sent.push([viewId, layout]);
  });
  return { persisted, sent };
};

it('holds a change at once and sends the last of several, once they rest', async () => {
  const { persisted, sent } = started();
  persisted.keep(null, 'a');
  persisted.keep(null, 'b');
  expect(persisted.read(null)).toBe('b');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([[null, 'b']]);
});

it('does not let an older answer undo what was not sent yet', async () => {
  const { persisted } = started();
  persisted.keep(null, 'new');
  persisted.load([
    { viewId: null, layout: 'old' },
    { viewId: 'x', layout: 'of x' },
  ]);
  expect(persisted.read(null)).toBe('new');
  expect(persisted.read('x')).toBe('of x');
  await vi.advanceTimersByTimeAsync(500);
  persisted.load([]);
  expect(persisted.read(null)).toBeUndefined();
});

it('sends what still waits when the page is left, and nothing of a view that was saved elsewhere', () => {
  const { persisted, sent } = started();
  persisted.keep('x', 'of x');
  persisted.keep('y', 'of y');
  persisted.stop('x');
  persisted.flush();
  expect(sent).toEqual([['y', 'of y']]);
  persisted.keep('y', null);
  expect(persisted.read('y')).toBeUndefined();
});

it('sends one after the other, so that the newest is what stays', async () => {
  const sent: unknown[] = [];
  let answer = (): void => undefined;
  const persisted = new PersistedLayout([], (_, layout) => {
    sent.push(layout);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  persisted.keep(null, 'a');
  await vi.advanceTimersByTimeAsync(500);
  persisted.keep(null, 'b');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(['a']);
  persisted.load([{ viewId: null, layout: 'a' }]);
  expect(persisted.read(null)).toBe('b');
  answer();
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual(['a', 'b']);
});
