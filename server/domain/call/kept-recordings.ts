import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { recordedBefore } from './store.ts';

const entityName = 'call_record';
const keptMs = 2 * 365 * 86_400_000;
const batch = 200;

/**
 * Takes the recordings of calls away that are two years old, each noted in the log of its call. What was written down
 * of a call stays; contents that no row refers to any more are cleaned up with the others.
 */
export const keptRecordings: Schedule = {
  key: 'call.keptRecordings',
  title: '删除满两年的通话录音',
  entity: entityName,
  timing: { cron: '40 2 * * *' },
  async piece(_, context) {
    const moment = new Date(Date.parse(context.input.now) - keptMs).toISOString();
    const ids = await recordedBefore(context.db, moment, batch);
    for (const id of ids) await takeAway(id, context);
    return { done: ids.length, next: ids.length < batch ? null : 'more' };
  },
};

async function takeAway(id: string, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  const recordingId = (await records.findOne(entityName, { id }))?.recordingId;
  if (typeof recordingId !== 'string') return;
  await records.update(entityName, id, { recordingId: null });
  await records.remove('file_object', recordingId);
  const change = { before: { recordingId }, after: { recordingId: null } };
  const entity = modelOf(documents, entityName);
  await logChange({ entity, id, action: 'forgetRecording', title: '录音满两年，已删除', ...change }, context);
}
