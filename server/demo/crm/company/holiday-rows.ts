import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Random } from '../values/random.ts';

/** Days off, and Saturdays and Sundays worked for them, by the name they go by; of one year as far as they are known. */
const told: readonly (readonly [name: string, off: readonly string[], worked?: readonly string[]])[] = [
  ['元旦', ['2026-01-01', '2026-01-02', '2026-01-03'], ['2026-01-04']],
  [
    '春节',
    [
      ...['2026-02-15', '2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19'],
      ...['2026-02-20', '2026-02-21', '2026-02-22', '2026-02-23'],
    ],
    ['2026-02-14', '2026-02-28'],
  ],
  ['清明节', ['2026-04-04', '2026-04-05', '2026-04-06']],
  ['劳动节', ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05'], ['2026-05-09']],
  ['端午节', ['2026-06-19', '2026-06-20', '2026-06-21']],
  ['中秋节', ['2026-09-25', '2026-09-26', '2026-09-27']],
  [
    '国庆节',
    ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07'],
    ['2026-09-20', '2026-10-10'],
  ],
  // Of the next year the days the law names; which Saturdays and Sundays are worked for them is told each autumn.
  ['元旦', ['2027-01-01']],
  ['春节', ['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08']],
  ['清明节', ['2027-04-05']],
  ['劳动节', ['2027-05-01', '2027-05-02']],
  ['端午节', ['2027-06-09']],
  ['中秋节', ['2027-09-15']],
  ['国庆节', ['2027-10-01', '2027-10-02', '2027-10-03']],
];

type Parts = {
  readonly add: (entity: string, row: LoadedRow) => void;
  readonly now: number;
  readonly random: Random;
  readonly createdBy: string;
};

/** Writes the holidays of two years. */
export function addHolidays({ add, now, random, createdBy }: Parts): void {
  const createdAt = now - 60 * day;
  const put = (kind: 'holiday' | 'workday', name: string, days: readonly string[]) => {
    for (const told of days) {
      const id = demoId(createdAt, random);
      add('holiday', { id, createdAt, createdBy, updatedAt: createdAt, day: told, kind, name });
    }
  };
  for (const [name, off, worked = []] of told) {
    put('holiday', name, off);
    put('workday', `${name}调休`, worked);
  }
}
