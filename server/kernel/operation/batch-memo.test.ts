import { expect, it } from 'vitest';
import { BatchMemo } from './batch-memo.ts';

it('works out once what holds for a step, by key, and always outside of one', () => {
  const kept = new BatchMemo<number>();
  let made = 0;
  const make = () => ++made;
  const [one, other] = [{ step: {} }, { step: {} }];
  expect([kept.of(one, 'a', make), kept.of(one, 'a', make), kept.of(one, 'b', make)]).toEqual([1, 1, 2]);
  expect([kept.of(other, 'a', make), kept.of(one, 'a', make)]).toEqual([3, 1]);
  expect([kept.of({}, 'a', make), kept.of({}, 'a', make)]).toEqual([4, 5]);
});
