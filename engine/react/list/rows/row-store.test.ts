import { describe, expect, it, vi } from 'vitest';
import { RowStore } from './row-store.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const chosen = (store: RowStore) => store.selected.map(({ id }) => id).join('');

describe('selected rows', () => {
  it('come in the order of the page, whatever the order they were chosen in', () => {
    const store = new RowStore();
    store.show(rows('a', 'b', 'c'));
    store.toggle('c');
    store.toggle('a');
    expect(chosen(store)).toBe('ac');
    store.toggle('c');
    expect(chosen(store)).toBe('a');
  });

  it('are a range from the one touched last', () => {
    const store = new RowStore();
    store.show(rows('a', 'b', 'c', 'd'));
    store.toggle('b');
    store.toggle('d', true);
    expect(chosen(store)).toBe('bcd');
    store.toggle('c', true);
    expect(chosen(store)).toBe('b');
  });

  it('are no longer selected when they are no longer in sight, and are the new ones when asked for again', () => {
    const store = new RowStore();
    store.show(rows('a', 'b'));
    store.selectAll(true);
    const again = [{ id: 'b', version: 2 }];
    store.show(again);
    expect(store.selected).toEqual(again);
  });

  it('stay selected on other pages of the same filter, and go with another filter', () => {
    const store = new RowStore();
    store.show(rows('a', 'b'), { filter: 'x', place: '1' });
    store.toggle('b');
    store.show(rows('c', 'd'), { filter: 'x', place: '2' });
    expect(store.selectedInSight).toBe(0);
    store.selectAll(true);
    expect(chosen(store)).toBe('bcd');
    store.selectAll(false);
    expect(chosen(store)).toBe('b');
    store.show(rows('c'), { filter: 'y', place: '2' });
    expect(chosen(store)).toBe('');
  });

  it('are all that match until one of them is chosen otherwise', () => {
    const store = new RowStore();
    store.show(rows('a', 'b'), { filter: 'x', place: '1' });
    store.selectMatching({ where: undefined, count: 40 });
    expect(store.isSelected('a')).toBe(true);
    store.toggle('a');
    expect(store.matching).toBeUndefined();
    expect(chosen(store)).toBe('b');
    store.selectMatching({ where: undefined, count: 40 });
    store.clear();
    expect([store.matching, chosen(store)]).toEqual([undefined, '']);
  });

  it('tell only of changes', () => {
    const store = new RowStore();
    const list = rows('a');
    store.show(list);
    const told = vi.fn();
    store.subscribe(told);
    store.show(list);
    store.focus(undefined);
    expect(told).not.toHaveBeenCalled();
    store.focus('a');
    expect(told).toHaveBeenCalledOnce();
    expect(store.isCurrent('a')).toBe(true);
  });
});
