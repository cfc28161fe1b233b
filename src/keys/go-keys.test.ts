import { expect, it } from 'vitest';
import { GoKeys } from './go-keys.ts';

/** What keys pressed at these moments ask for. */
function asked(...presses: readonly (readonly [string, number])[]) {
  const keys = new GoKeys();
  return presses.map(([key, at]) => keys.press(key, at));
}

it('is the key after G, once', () => {
  expect(asked(['g', 0], ['h', 400], ['h', 500])).toEqual([undefined, 'h', undefined]);
});

it('is nothing where G is long ago, or was not pressed', () => {
  expect(asked(['g', 0], ['h', 1_500])).toEqual([undefined, undefined]);
  expect(asked(['h', 0], ['1', 10])).toEqual([undefined, undefined]);
});

it('is over after any key, another G too', () => {
  expect(asked(['g', 0], ['x', 10], ['h', 20])).toEqual([undefined, 'x', undefined]);
  expect(asked(['g', 0], ['g', 10], ['h', 20])).toEqual([undefined, 'g', undefined]);
});

it('is nothing once the keyboard went elsewhere', () => {
  const keys = new GoKeys();
  keys.press('g', 0);
  keys.forget();
  expect(keys.press('h', 10)).toBeUndefined();
});
