import { create } from 'zustand';

/** Hours in which nothing asks for attention, each `HH:mm` in Shanghai; from the evening into the morning too. */
export type QuietHours = { readonly from: string; readonly to: string };

/** What a person chose about his notices in this browser. */
export type NoticePreferences = {
  /** Kinds that neither count on the bell nor ask for attention, by their keys. */
  readonly muted: readonly string[];
  /** Until when a notice is put off, in epoch milliseconds, by its id. */
  readonly snoozed: Readonly<Record<string, number>>;
  readonly quiet: QuietHours | null;
  /** Whether the browser shows them while its window is not looked at. */
  readonly isInBrowser: boolean;
};

export const usualPreferences: NoticePreferences = { muted: [], snoozed: {}, quiet: null, isInBrowser: false };
export const usualQuiet: QuietHours = { from: '20:00', to: '08:00' };

type State = { readonly userId: string | undefined; readonly chosen: NoticePreferences };

const store = create<State>(() => ({ userId: undefined, chosen: usualPreferences }));
const nameOf = (userId: string) => `notices.${userId}`;

/** Reads what a person chose; a storage that is forbidden holds nothing. */
export function readNoticePreferences(userId: string): void {
  let chosen = usualPreferences;
  try {
    chosen = preferencesOf(JSON.parse(localStorage.getItem(nameOf(userId)) ?? 'null'));
  } catch {
    // As usual.
  }
  store.setState({ userId, chosen });
}

/** Changes what was chosen, on the screen and in this browser. */
export function changeNoticePreferences(change: Partial<NoticePreferences>): void {
  const { userId, chosen } = store.getState();
  const next = { ...chosen, ...change };
  store.setState({ chosen: next });
  try {
    if (userId !== undefined) localStorage.setItem(nameOf(userId), JSON.stringify(next));
  } catch {
    // It lasts until the page is left.
  }
}

/** Puts a notice off until a moment, or lets it come again; those whose time has come are forgotten. */
export function snoozeNotice(id: string, until: number | undefined): void {
  const now = Date.now();
  const others = Object.entries(store.getState().chosen.snoozed).filter(([other, time]) => other !== id && time > now);
  changeNoticePreferences({ snoozed: Object.fromEntries(until === undefined ? others : [...others, [id, until]]) });
}

/** What was chosen, as it changes. */
export function useNoticePreferences(): NoticePreferences {
  return store(({ chosen }) => chosen);
}

/** What was chosen, now. */
export function noticePreferences(): NoticePreferences {
  return store.getState().chosen;
}

/** Takes over what another window of this person chose. */
export function followNoticePreferences(): () => void {
  const follow = ({ key }: StorageEvent) => {
    const { userId } = store.getState();
    if (userId !== undefined && key === nameOf(userId)) readNoticePreferences(userId);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Preferences as they were kept, as far as they can be read. */
export function preferencesOf(value: unknown): NoticePreferences {
  if (typeof value !== 'object' || value === null) return usualPreferences;
  const { muted, snoozed, quiet, isInBrowser }: Readonly<Record<string, unknown>> = { ...value };
  return {
    muted: Array.isArray(muted) ? muted.filter((kind): kind is string => typeof kind === 'string') : [],
    snoozed: typeof snoozed === 'object' && snoozed !== null ? timesOf(snoozed) : {},
    quiet: quietOf(quiet),
    isInBrowser: isInBrowser === true,
  };
}

function timesOf(value: object): Readonly<Record<string, number>> {
  const isTime = (entry: readonly [string, unknown]): entry is [string, number] => Number.isFinite(entry[1]);
  return Object.fromEntries(Object.entries(value).filter(isTime));
}

const isClock = (value: unknown): value is string =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

function quietOf(value: unknown): QuietHours | null {
  if (typeof value !== 'object' || value === null) return null;
  const { from, to }: Readonly<Record<string, unknown>> = { ...value };
  return isClock(from) && isClock(to) ? { from, to } : null;
}
