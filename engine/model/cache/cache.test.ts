import { describe, expect, it, vi } from 'vitest';
import { KeyedCache, loadOnce, memoizeByIdentity } from './cache.ts';

describe('memoizeByIdentity', () => {
  it('works a value out once for each object, an equal one is another', () => {
    const make = vi.fn(({ name }: { readonly name: string }) => name.length);
    const lengthOf = memoizeByIdentity(make);
    const guest = { name: 'guest' };
    expect([lengthOf(guest), lengthOf(guest), lengthOf({ ...guest })]).toEqual([5, 5, 5]);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('knows undefined as a value, and nothing of what threw', () => {
    const make = vi.fn((): undefined => undefined);
    const none = memoizeByIdentity(make);
    const key = {};
    expect([none(key), none(key)]).toEqual([undefined, undefined]);
    expect(make).toHaveBeenCalledTimes(1);
    const broken = memoizeByIdentity(
      vi
        .fn<() => number>()
        .mockImplementationOnce(() => {
          throw new Error('broken');
        })
        .mockReturnValue(1),
    );
    expect(() => broken(key)).toThrow('broken');
    expect(broken(key)).toBe(1);
  });
});

describe('KeyedCache', () => {
  it('makes the value of a key once, whatever kind of key it is', () => {
    const make = vi.fn(() => 'made');
    const cache = new KeyedCache<string, number>({ max: 10 });
    expect([cache.of(1, make), cache.of(1, make), cache.get(1), cache.get(2)]).toEqual([
      'made',
      'made',
      'made',
      undefined,
    ]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it.each([9, 10, 11, 57])('never holds more than it may: %i keys in one for 10, of which half are kept', (count) => {
    const cache = new KeyedCache<number, number>({ max: 10 });
    for (let key = 1; key <= count; key += 1) cache.set(key, key);
    // Asked from the newest on, so that asking puts out only what was not asked yet.
    const held = Array.from({ length: count }, (_, at) => count - at).filter((key) => cache.get(key) !== undefined);
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held.slice(0, 5)).toEqual([count, count - 1, count - 2, count - 3, count - 4]);
  });

  it('keeps what is used, however much else comes', () => {
    const cache = new KeyedCache<number>({ max: 10 });
    cache.set('used', 0);
    for (let at = 1; at <= 100; at += 1) {
      cache.set(`key ${at}`, at);
      expect(cache.get('used')).toBe(0);
    }
  });

  it('keeps the last value of a key', () => {
    const cache = new KeyedCache<number>({ max: 4 });
    cache.set('a', 1);
    cache.set('b', 1);
    cache.set('c', 1);
    cache.set('a', 2);
    expect(cache.get('a')).toBe(2);
  });

  it('has no bound where its owner bounds it, and refuses one that holds nothing', () => {
    const cache = new KeyedCache<number, number>({ max: Number.POSITIVE_INFINITY });
    for (let at = 0; at < 10_000; at += 1) cache.set(at, at);
    expect(cache.get(0)).toBe(0);
    expect(() => new KeyedCache({ max: 1 })).toThrow(RangeError);
  });
});

describe('loadOnce', () => {
  it('loads once, those who ask meanwhile wait for the same', async () => {
    const load = vi.fn(async () => 'part');
    const part = loadOnce(load);
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part']);
    expect(await part()).toBe('part');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tries anew after a failure', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue('part');
    const part = loadOnce(load);
    await expect(part()).rejects.toThrow('lost');
    await expect(part()).resolves.toBe('part');
  });
});
