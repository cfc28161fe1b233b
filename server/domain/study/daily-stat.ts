import { addDays, boundsOfDay, dayOf } from '../../../engine/model/time/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { toldWithinDays } from './moment.ts';
import { rebuildDay } from './store.ts';

const entity = 'study_daily_stat';

/** Rebuilds the statistics of a day; two who do come one after the other. */
export async function rebuildStudyDay(day: string, { records, db, now }: RuleContext): Promise<number> {
  await records.hold(`study statistics ${day}`);
  return rebuildDay(db, { day, ...boundsOfDay(day) }, now);
}

/** The statistics of study: of today every hour, of the days before every night, as far back as something is told. */
export const studySchedules: readonly Schedule[] = [
  {
    key: 'study.today',
    title: '学习日统计：今天',
    entity,
    timing: { cron: '5 * * * *' },
    piece: async (_, context) => ({
      done: await rebuildStudyDay(dayOf(context.input.now), context),
      next: null,
    }),
  },
  {
    key: 'study.nightly',
    title: '学习日统计：近几天',
    entity,
    timing: { cron: '20 2 * * *' },
    async piece(from, context) {
      const back = from === null ? 1 : Number(from);
      const done = await rebuildStudyDay(addDays(dayOf(context.input.now), -back), context);
      return { done, next: back >= toldWithinDays ? null : String(back + 1) };
    },
  },
];
