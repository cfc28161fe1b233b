import type { NoticeAnswer } from '../../contract/notices.ts';
import { addDays, dayOf } from '../../engine/model/time/index.ts';
import type { NoticePreferences } from './notice-preferences.ts';
import { isSnoozed } from './notice-times.ts';

/** The notices of one kind on one day. */
export type NoticeGroup = { readonly type: string; readonly notices: readonly NoticeAnswer[] };
/** The notices of one day in Shanghai, `YYYY-MM-DD`. */
export type NoticeDay = { readonly day: string; readonly groups: readonly NoticeGroup[] };

/** What of the notices is looked for. */
export type NoticeSearch = {
  readonly words: string;
  /** One kind only; undefined for all. */
  readonly type: string | undefined;
};

/** Notices that match: of the kind, with all words in title or content, whatever their case. */
export function found(notices: readonly NoticeAnswer[], { words, type }: NoticeSearch): readonly NoticeAnswer[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notices.filter((notice) => {
    const text = `${notice.title} ${notice.content}`.toLowerCase();
    return (type === undefined || notice.type === type) && wanted.every((word) => text.includes(word));
  });
}

/** Notices by day and within it by kind; days and kinds in the order in which the notices come. */
export function grouped(notices: readonly NoticeAnswer[]): readonly NoticeDay[] {
  const days = new Map<string, Map<string, NoticeAnswer[]>>();
  for (const notice of notices) {
    const day = dayOf(notice.createTime);
    const kinds = days.get(day) ?? new Map<string, NoticeAnswer[]>();
    days.set(day, kinds);
    kinds.set(notice.type, [...(kinds.get(notice.type) ?? []), notice]);
  }
  return [...days].map(([day, kinds]) => ({
    day,
    groups: [...kinds].map(([type, those]) => ({ type, notices: those })),
  }));
}

/** Whether a day is today or yesterday; undefined for others. */
export function nearDay(day: string, now: number): 'today' | 'yesterday' | undefined {
  const today = dayOf(now);
  if (day === today) return 'today';
  return day === addDays(today, -1) ? 'yesterday' : undefined;
}

/** The notices that ask for attention: of no muted kind and not put off. */
export function urgent(
  notices: readonly NoticeAnswer[],
  preferences: NoticePreferences,
  now: number,
): readonly NoticeAnswer[] {
  return notices.filter(({ id, type }) => !preferences.muted.includes(type) && !isSnoozed(id, preferences, now));
}
