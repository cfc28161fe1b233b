import { describe, expect, it } from 'vitest';
import { sideBySide } from './side-by-side.mjs';

describe('work side by side', () => {
  it('is begun in order, never more at once than said, and answered in order', async () => {
    const ends = new Map<string, () => void>();
    const begun: string[] = [];
    const work = (item: string) =>
      new Promise<string>((resolve) => {
        begun.push(item);
        ends.set(item, () => resolve(item.toUpperCase()));
      });
    const end = async (item: string) => {
      ends.get(item)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };

    const all = sideBySide(['a', 'b', 'c', 'd'], 2, work);

    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('d');
    await end('a');
    expect(await all).toEqual(['A', 'B', 'C', 'D']);
  });

  it('is nothing where there is nothing to do', async () => {
    expect(await sideBySide([], 2, () => Promise.reject(new Error('asked for')))).toEqual([]);
  });
});
