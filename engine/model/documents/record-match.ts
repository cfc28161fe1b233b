import type { FixedFilter } from '../generated/documents.ts';

const mark = '@record.';

/** The path of the panorama's record that a value of a fixed filter stands for: `@record.customerId` is `customerId`. */
export function recordPathOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined;
}

/** The paths of the record that a fixed filter reads. */
export function recordPathsOf(filter: FixedFilter): readonly string[] {
  return Object.values(filter).flatMap((value) => recordPathOf(value) ?? []);
}
