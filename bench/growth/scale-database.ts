import { type DemoSize, demoScales } from '../../server/demo/crm/values/demo-size.ts';
import type { BenchDatabase } from '../database.ts';
import { startDemoDatabase } from '../demo-database.ts';
import { topUp } from '../top-up.ts';

/** Follow-ups and calls each customer has in the mean, where a run names no other number of rows. */
const historyRows = 10;

/** The company a run of growth is over, and how many follow-ups and calls it has. */
export type ScaleSize = { readonly size: DemoSize; readonly rows: number };

/** What the words of a command name: the size of the company, and the rows where it shall be other ones. */
export function scaleSize(words: readonly string[], byDefault: DemoSize = 'large'): ScaleSize {
  const size = (['small', 'medium', 'large'] as const).find((name) => words.includes(name)) ?? byDefault;
  const rows = Number(words.find((word) => /^\d{5,}$/.test(word)) ?? demoScales[size].customers * historyRows);
  return { size, rows };
}

/** Starts its database; filled on first use and kept for the next run. */
export function startScaleDatabase({ size, rows }: ScaleSize): Promise<BenchDatabase> {
  const isUsual = rows === demoScales[size].customers * historyRows;
  const history = { follow_up: rows, call_record: rows };
  return startDemoDatabase({
    name: isUsual ? `scale-${size}` : `scale-${size}-${rows}`,
    size,
    more: ({ client, documents }) => topUp(client, documents, history),
  });
}
