/** One line of what was said, in the order of the text. */
export type TimedLine = {
  /** Where its words begin in the whole text, in UTF-16 units, behind the time mark. */
  readonly start: number;
  readonly text: string;
  /** When it was said, in milliseconds from the beginning; null where the line does not tell. */
  readonly atMs: number | null;
};

const mark = /^\s*\[(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:\.(\d{1,3}))?\]\s*/;

/** The lines of a text whose lines may begin with a time, as `[01:05] …`, `[1:02:03.5] …`; empty ones are left out. */
export function timedLines(text: string): readonly TimedLine[] {
  const lines: TimedLine[] = [];
  let place = 0;
  for (const raw of text.split('\n')) {
    const found = mark.exec(raw);
    const start = place + (found?.[0].length ?? 0);
    const words = raw.slice(found?.[0].length ?? 0).replace(/\r$/, '');
    if (words.trim() !== '') lines.push({ start, text: words, atMs: found === null ? null : millisecondsOf(found) });
    place += raw.length + 1;
  }
  return lines;
}

function millisecondsOf([, hours = '0', minutes = '0', seconds = '0', part = '0']: readonly string[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
}
