const shanghai = 8 * 3_600_000;
const hour = 3_600_000;

/** Hours of the day in Shanghai, from the first to before the last. */
export type Hours = { readonly from: number; readonly until: number };

/** When people may be called to be sold something, unless told. */
export const usualHours: Hours = { from: 8, until: 21 };

/** Whether a moment lies within the hours. */
export function isWithin({ from, until }: Hours, now: string): boolean {
  const hours = Math.floor((Date.parse(now) + shanghai) / hour) % 24;
  return hours >= from && hours < until;
}

/** Reads `8-21`; undefined where it says something else. */
export function readHours(text: string): Hours | undefined {
  const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), until: Number(until) };
  return from !== undefined && hours.from < hours.until && hours.until <= 24 ? hours : undefined;
}
