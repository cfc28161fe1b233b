import { memoizeByIdentity } from '../../../../engine/model/cache/index.ts';
/** A list that has at least one item. */
export type Some<Item> = readonly [Item, ...Item[]];

/** Choices with their weights. */
export type Weighted<Item> = Some<readonly [Item, number]>;

/** A small generator of pseudo-random numbers: the same seed gives the same sequence everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The sequence of a row, from the random end of its id: two rows of one moment share none. */
  static of(id: string): Random {
    return new Random(Number.parseInt(id.slice(-8), 16));
  }

  /** A whole number of 32 bits. */
  bits(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    return this.bits() / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** A number from `low` up to `high`. */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items. */
  pick<Item>(items: Some<Item>): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  /** One of the items, each as often as its weight says. */
  weighted<Item>(choices: Weighted<Item>): Item {
    let left = this.next() * totalOf(choices);
    for (const [item, weight] of choices) {
      left -= weight;
      if (left < 0) return item;
    }
    return choices[0][0];
  }
}

const totalOf = memoizeByIdentity((choices: Weighted<unknown>): number =>
  choices.reduce((sum, [, weight]) => sum + weight, 0),
);

/** Narrows a list to one with items; for lists that are never empty by construction. */
export function some<Item>(items: readonly Item[]): Some<Item> {
  const [first, ...rest] = items;
  if (first === undefined) throw new RangeError('the list is empty');
  return [first, ...rest];
}
