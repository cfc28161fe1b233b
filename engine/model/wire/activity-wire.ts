import type { HistoryEntry, WireRecord } from './wire.ts';

/** A source of an activity tab that is wanted; of rows, the paths their entries show. */
export type ActivityAsked = { readonly key: string; readonly fields?: readonly string[] };

/**
 * Body of a call for one timeline of several: the page and its tab, the record it is about, and which of its sources.
 */
export type ActivityRequest = {
  readonly page: string;
  readonly tab: string;
  readonly id: string;
  readonly sources: readonly ActivityAsked[];
  readonly size?: number;
  readonly cursor?: string;
};

/** One thing in such a timeline: a row of a source, or what was done to the record. */
export type ActivityEntry =
  | { readonly source: string; readonly at: string; readonly record: WireRecord }
  | { readonly source: string; readonly at: string; readonly change: HistoryEntry };

/** The newest first; `next` is where it goes on. */
export type ActivityAnswer = { readonly list: readonly ActivityEntry[]; readonly next: string | null };
