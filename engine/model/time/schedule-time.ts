import { documentText } from '../texts/document-text.ts';
import type { Message } from '../texts/message.ts';
/** What is wrong with a cron text: what its part should be, and what it is. */
export type CronFault = { readonly expected: Message; readonly got: string };

const parts = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'weekday', least: 0, most: 7 },
] as const;

/** The first fault of a cron text of five parts; undefined where there is none. */
export function cronFault(text: string): CronFault | undefined {
  const given = text.trim().split(/\s+/);
  if (given.length !== parts.length) return { expected: documentText('check.cron.fiveParts'), got: text };
  for (const [index, part] of parts.entries()) {
    const got = given[index] ?? '';
    if (got.split(',').every((item) => isItem(item, part.least, part.most))) continue;
    const range = `${part.least}–${part.most}`;
    const what = documentText(`check.cron.${part.name}`);
    return { expected: documentText('check.cron.part', { part: what, range }), got };
  }
  return undefined;
}

function isItem(item: string, least: number, most: number): boolean {
  const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
  if (found === null) return false;
  const [from = least, to = most, step = 1] = found
    .slice(1)
    .map((text) => (text === undefined ? undefined : Number(text)));
  return from >= least && to <= most && from <= to && step >= 1;
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `15m`, `1h`, `1d` in milliseconds. */
export function spanLength(every: string): number {
  const count = Number(every.slice(0, -1));
  return count * (every.endsWith('m') ? units.m : every.endsWith('h') ? units.h : units.d);
}
