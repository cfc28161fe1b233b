import type { InfiniteData } from '@tanstack/react-query';
import type { LaneView } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';

/** The pages of a lane loaded so far. */
export type LanePages = InfiniteData<QueryAnswer, string | undefined>;

/** A card on its way to another lane. */
export type Move = { readonly record: WireRecord; readonly from: LaneView | undefined; readonly to: LaneView };

/** Records of a lane in order, each once: a page asked for while others write may overlap the one before. */
export function recordsOf(pages: LanePages | undefined): readonly WireRecord[] {
  const seen = new Map<string, WireRecord>();
  for (const record of pages?.pages.flatMap((page) => page.list) ?? [])
    if (!seen.has(record.id)) seen.set(record.id, record);
  return [...seen.values()];
}

/** The pages of a lane as one answer; undefined before the first has come. */
export function wholeOf(pages: LanePages | undefined): QueryAnswer | undefined {
  const [first] = pages?.pages ?? [];
  const last = pages?.pages.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : { ...first, list: recordsOf(pages), next: last.next, previous: null };
}

/** How many records a lane holds, and whether there are more than that. */
export function totalOf(
  pages: LanePages | undefined,
): { readonly count: number; readonly isCapped: boolean } | undefined {
  const [first] = pages?.pages ?? [];
  return typeof first?.total === 'number' ? { count: first.total, isCapped: first.totalIsCapped } : undefined;
}

/** The lane without a record, one fewer in its count. */
export function withoutRecord(pages: LanePages, id: string): LanePages {
  if (!pages.pages.some((page) => page.list.some((record) => record.id === id))) return pages;
  return mapped(pages, -1, (list) => list.filter((record) => record.id !== id));
}

/** The lane with a record as its first, one more in its count. */
export function withRecord(pages: LanePages, record: WireRecord): LanePages {
  return mapped(withoutRecord(pages, record.id), 1, (list, index) => (index === 0 ? [record, ...list] : list));
}

/** A lane as it is once a card was moved by the field of the board: with it or without it. */
export function withMove(pages: LanePages, lane: LaneView, { record, to }: Move, field: string): LanePages {
  return to.value === lane.value
    ? withRecord(pages, { ...record, [field]: to.value })
    : withoutRecord(pages, record.id);
}

function mapped(
  pages: LanePages,
  change: number,
  list: (list: readonly WireRecord[], index: number) => readonly WireRecord[],
): LanePages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      list: list(page.list, index),
      total: typeof page.total === 'number' && !page.totalIsCapped ? Math.max(0, page.total + change) : page.total,
    })),
  };
}
