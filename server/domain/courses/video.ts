import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { enforceRules } from '../../records/change/enforce-rules.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { refuseCourse } from './errors.ts';
import { fileVideoPort, type Inspected } from './inspect-video.ts';
import { courseOnSaleWith, videosInProcess } from './store.ts';

/** Rules of videos: one that a course on sale shows stays in use. */
export const videoRules: DomainRules = {
  entity: 'video',
  transitions: {
    disable: {
      // The row is held by now: whoever took it for a lesson meanwhile is seen here.
      async check(video, _, { db }) {
        const course = await courseOnSaleWith(db, video.id);
        if (course !== undefined) throw refuseCourse('E_VIDEO_IN_USE', { course });
      },
    },
  },
};

/** Videos made ready in a piece of a run. */
const batch = 3;

/** Makes videos ready that wait for it; a file that cannot be played is told of at its video. */
export function videoProcessing(rules: RuleBook): Schedule {
  return {
    key: 'video.processing',
    title: '处理上传的视频',
    entity: 'video',
    timing: { every: 15_000 },
    async piece(from, context) {
      const ids = await videosInProcess(context.db, from, batch);
      for (const id of ids) await process(id, rules, context);
      return { done: ids.length, next: ids.length < batch ? null : (ids.at(-1) ?? null) };
    },
  };
}

async function process(id: string, rules: RuleBook, context: RuleContext): Promise<void> {
  const outcome = await inspect(id, context);
  const move = 'seconds' in outcome ? 'ready' : 'fail';
  const input = 'seconds' in outcome ? { durationSeconds: outcome.seconds } : { failReason: outcome.fault };
  try {
    await inOwnTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      const own = { ...inside, records: new SqlRecordStore(inside, context.records.author) };
      await applySystemTransition({ entity: 'video', key: move, id, input, rules }, own);
      await enforceRules(own);
    });
  } catch (error) {
    // Somebody changes it just now, or its lessons do not take it: it waits for the next run.
    if (!(error instanceof AppError)) throw error;
  }
}

async function inspect(id: string, { records, services }: RuleContext): Promise<Inspected> {
  const video = await records.findOne('video', { id });
  const file = typeof video?.file === 'string' ? await records.findOne('file_object', { id: video.file }) : undefined;
  if (file === undefined) return { fault: '没有视频文件，请上传' };
  return fileVideoPort(services.files).inspect({ key: String(file.storageKey), size: Number(file.size) });
}
