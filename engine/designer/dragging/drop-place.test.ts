import { describe, expect, it } from 'vitest';
import { type DrawnItem, dropPlaceAt, keyBefore } from './drop-place.ts';

const box = (left: number, top: number, width = 100, height = 60) => ({ left, top, width, height });
// Three cards in a line, one alone below them.
const items: readonly DrawnItem[] = [
  { name: 'a', box: box(0, 0) },
  { name: 'b', box: box(110, 0) },
  { name: 'c', box: box(220, 0) },
  { name: 'wide', box: box(0, 80, 320) },
];
const at = (x: number, y: number, ...dragged: readonly string[]) => {
  const place = dropPlaceAt(items, new Set(dragged), { x, y });
  return place === undefined ? undefined : `${place.side} ${place.beside}`;
};

describe('where what is dragged would be let go', () => {
  it('is beside what stands in one line with others, above or below what stands alone', () => {
    expect(at(120, 50, 'c')).toBe('before b');
    expect(at(200, 10, 'a')).toBe('after b');
    expect(at(300, 90, 'a')).toBe('before wide');
    expect(at(10, 130, 'a')).toBe('after wide');
    expect(dropPlaceAt(items, new Set('a'), { x: 200, y: 10 })?.line).toEqual(box(210, 0, 0));
    expect(dropPlaceAt(items, new Set('a'), { x: 10, y: 130 })?.line).toEqual(box(0, 140, 320, 0));
  });

  it('is nowhere over what is dragged, nor far from all of them; near them it is the nearest', () => {
    expect(at(20, 20, 'a')).toBeUndefined();
    expect(at(160, 300, 'a')).toBeUndefined();
    expect(at(160, 200, 'a')).toBe('after wide');
    expect(dropPlaceAt([], new Set(), { x: 0, y: 0 })).toBeUndefined();
  });

  it('goes behind what stays there', () => {
    const names = ['a', 'b', 'hidden', 'c'];
    const behind = (beside: string, side: 'before' | 'after', ...dragged: readonly string[]) =>
      keyBefore(names, new Set(dragged), { beside, side });
    expect(behind('c', 'after', 'a')).toBe('c');
    expect(behind('c', 'before', 'a')).toBe('hidden');
    expect(behind('b', 'before', 'a', 'c')).toBeNull();
    expect(behind('a', 'before', 'c')).toBeNull();
  });
});
