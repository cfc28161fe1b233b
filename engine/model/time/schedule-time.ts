/** What is wrong with a cron text: what its part should be, and what it is. */
export type CronFault = { readonly expected: readonly [zh: string, en: string]; readonly got: string };

const parts = [
  { zh: '分', en: 'minute', least: 0, most: 59 },
  { zh: '时', en: 'hour', least: 0, most: 23 },
  { zh: '日', en: 'day', least: 1, most: 31 },
  { zh: '月', en: 'month', least: 1, most: 12 },
  { zh: '周', en: 'weekday', least: 0, most: 7 },
] as const;

/** The first fault of a cron text of five parts; undefined where there is none. */
export function cronFault(text: string): CronFault | undefined {
  const given = text.trim().split(/\s+/);
  if (given.length !== parts.length)
    return { expected: ['五个部分：分 时 日 月 周', 'five parts: minute hour day month weekday'], got: text };
  for (const [index, part] of parts.entries()) {
    const got = given[index] ?? '';
    if (got.split(',').every((item) => isItem(item, part.least, part.most))) continue;
    const range = `${part.least}–${part.most}`;
    return {
      expected: [
        `${part.zh}为 *、${range} 的数、范围、列表或步长`,
        `${part.en} as *, numbers ${range}, ranges, lists or steps`,
      ],
      got,
    };
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
