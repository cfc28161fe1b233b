import { addDays, boundsOfDay, dayOf } from '../../../../engine/model/time/index.ts';
import { connectDatabase } from '../../../db/connection/connect.ts';
import { rebuildDay } from '../../../domain/study/index.ts';
import { studyDays } from './study-day-rows.ts';

/** Builds the statistics of study of the days the demo tells of, as the server does every night. */
export async function buildStudyDays(url: string, now: string): Promise<void> {
  const connection = connectDatabase({ url, max: 1 });
  try {
    for (let back = 0; back < studyDays; back++) {
      const day = addDays(dayOf(now), -back);
      await rebuildDay(connection.db, { day, ...boundsOfDay(day) }, now);
    }
  } finally {
    await connection.close();
  }
}
