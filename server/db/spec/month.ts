/** A month of the calendar in UTC. */
export type Month = { readonly year: number /** 1 to 12. */; readonly month: number };

/** The month a moment lies in. */
export function monthOf(moment: number): Month {
  const date = new Date(moment);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The month so many months later. */
export function monthsLater({ year, month }: Month, count: number): Month {
  return monthOf(Date.UTC(year, month - 1 + count, 1));
}

/** When a month begins, in epoch milliseconds. */
export function beginOf({ year, month }: Month): number {
  return Date.UTC(year, month - 1, 1);
}

/** `2026_03`: how a month stands in the name of a partition. */
export function monthName({ year, month }: Month): string {
  return `${year}_${String(month).padStart(2, '0')}`;
}

/** The least id (UUID v7) that can be made at a moment or after it. */
export function firstIdAt(moment: number): string {
  const time = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made, in epoch milliseconds. */
export function momentOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
