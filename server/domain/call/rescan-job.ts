import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { queryRows } from '../../records/read/query.ts';
import { refuseCall } from './errors.ts';
import { scanCall } from './scan-call.ts';

type Input = { readonly from: string; readonly to: string; readonly opensReviews: boolean };
type State = { readonly done: number; readonly total: number | null; readonly found: number; readonly cursor: unknown };

const kindKey = 'word_rescan';
const maxDays = 366;
const dayMs = 86_400_000;
const callsOfStep = 50;

/** Starts looking the calls of a period through again, by the words as they are now. */
export async function startRescan({ from, to, opensReviews }: Values, context: CallContext): Promise<unknown> {
  const days = (Date.parse(String(to)) - Date.parse(String(from))) / dayMs;
  if (!(days >= 0 && days < maxDays)) throw refuseCall('E_WORD_RESCAN_PERIOD', { max: maxDays });
  const input: Input = { from: String(from), to: String(to), opensReviews: opensReviews === true };
  const subject = {
    entity: 'forbidden_word',
    title: `重新扫描违禁词：${input.from} 至 ${input.to}`,
    once: JSON.stringify(input),
  };
  const { jobId } = await context.services.jobs.start(kindKey, input, context, subject);
  return { jobId };
}

/** Scans the calls of a period that have a transcript and the starter may see, some in each step. */
export function rescanKind(): JobKind<Input, State> {
  return {
    key: kindKey,
    title: '重新扫描违禁词',
    permission: () => 'forbidden_word:rescan',
    begin: () => ({ done: 0, total: null, found: 0, cursor: null }),
    async step(state, context) {
      const { input, documents } = context;
      const body = {
        fields: ['id'],
        where: {
          and: [
            { field: 'startedAt', op: 'gte', value: `${input.from}T00:00:00+08:00` },
            { field: 'startedAt', op: 'lt', value: dayAfter(input.to) },
            { field: 'transcript', op: 'notNull' },
          ],
        },
        sort: ['startedAt', 'id'],
        size: callsOfStep,
        ...(state.cursor === null ? { count: 'exact' } : { cursor: state.cursor, count: 'none' }),
      };
      const page = await queryRows(modelOf(documents, 'call_record'), body, { ...context, page: undefined });
      let { found } = state;
      for (const { id } of page.list)
        found += await scanCall(id, { opensReviews: input.opensReviews, isNewText: false }, context);
      const done = state.done + page.list.length;
      const total = state.total ?? page.total ?? null;
      const next = { done, total, found, cursor: page.next };
      if (page.next !== null) return { state: next, done, total };
      const message = `扫描 ${done} 通电话，新命中 ${found} 处`;
      return { state: next, done, total, finished: { message, facts: { done, found } } };
    },
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + dayMs).toISOString();
}
