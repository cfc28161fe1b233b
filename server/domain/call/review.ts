import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applyInsert, numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { type Told, tell, withLeader } from './call-notices.ts';
import { refuseCall } from './errors.ts';

const passFrom = 80;
const items = [
  'openingDeduction',
  'needDeduction',
  'promiseDeduction',
  'processDeduction',
  'wordDeduction',
  'recordDeduction',
] as const;
/** Points a confirmed word takes at least; a forbidden one is a red line. */
const penalties: Readonly<Record<string, number>> = { warn: 5, serious: 20, forbidden: 0 };

/**
 * Opens the review of a call that is locked. A word opens one where there was none; whoever asks for one is refused
 * while another is open.
 */
export async function openCallReview(
  call: StoredRecord,
  source: 'word' | 'sample',
  context: RuleContext,
): Promise<void> {
  const { records, documents } = context;
  const known = await records.find('qa_review', { targetType: 'call', targetId: call.id });
  const open = known.find(({ status }) => status !== 'final');
  if (source === 'word' && known.length > 0) return;
  if (open !== undefined) throw refuseCall('E_QA_OPEN', { no: open.reviewNo });
  const entity = modelOf(documents, 'qa_review');
  const values = {
    targetType: 'call',
    targetId: call.id,
    source,
    customerId: call.customerId,
    staffId: call.staffId,
    targetDeptId: call.departmentId,
    recordingIds: [call.id],
  };
  const made = await applyInsert(entity, values, await numbersFor(entity, context), context, new Map());
  await logChange({ entity, id: made.id, action: 'create', title: '生成质检单', after: made.stored }, context);
  await records.update('call_record', call.id, { qaStatus: 'pending' });
}

/** Rules of reviews: how points make a verdict, and who learns of it. */
export const reviewRules: DomainRules = {
  entity: 'qa_review',
  transitions: {
    submit: {
      check: async (review, input, context) => {
        await refuseAgainstHits(review, input, context);
        const { score, result } = verdictOf(100 - deductionsOf(input), input);
        const isTold = typeof input.problem === 'string' && input.problem.trim() !== '';
        if (result === 'fail' && !isTold) throw refuseCall('E_QA_PROBLEM', { score });
      },
      set: async (_, input) => verdictOf(100 - deductionsOf(input), input),
      after: (review, input, context) =>
        close(review, verdictOf(100 - deductionsOf(input), input), '质检结论', context),
    },
    appeal: {
      after: (review, _, context) =>
        tell(
          [review.inspectorId],
          {
            title: '质检结论被申诉',
            content: `质检单【${review.reviewNo}】的被检人提出申诉，将由他人终审。`,
            ...subjectOf(review),
          },
          context,
        ),
    },
    judge: {
      set: async (_, input) => verdictOf(Number(input.score), input),
      after: (review, input, context) => close(review, verdictOf(Number(input.score), input), '质检终审', context),
    },
  },
};

type Verdict = { readonly score: number; readonly result: 'pass' | 'fail' };

function deductionsOf(input: Values): number {
  return items.reduce((sum, key) => sum + Number(input[key] ?? 0), 0);
}

/** 100 less what was taken off, nothing where a red line was crossed; 80 are enough. */
function verdictOf(points: number, { redLine }: Values): Verdict {
  const score = redLine === true ? 0 : Math.max(0, points);
  return { score, result: score >= passFrom ? 'pass' : 'fail' };
}

/** What was found in a call is handled before it is judged, and counts. */
async function refuseAgainstHits(review: StoredRecord, input: Values, { records }: RuleContext): Promise<void> {
  if (review.targetType !== 'call') return;
  const hits = await records.find('forbidden_word_hit', { sourceType: 'call', sourceId: review.targetId }, 1000);
  const waiting = hits.filter(({ status }) => status === 'pending').length;
  if (waiting > 0) throw refuseCall('E_QA_HITS_WAIT', { count: waiting });
  const confirmed = hits.filter(({ status }) => status === 'confirmed');
  if (input.redLine === true) return;
  if (confirmed.some(({ level }) => level === 'forbidden')) throw refuseCall('E_QA_RED_LINE');
  const sum = confirmed.reduce((all, { level }) => all + (penalties[String(level)] ?? 0), 0);
  const least = Math.min(100, sum);
  if (Number(input.wordDeduction ?? 0) < least)
    throw refuseCall('E_QA_WORD_DEDUCTION', { count: confirmed.length, least });
}

/** What a notice about a review leads to: the call it judges, on whose page the review stands. */
function subjectOf({ id, targetType, targetId }: StoredRecord): Pick<Told, 'entity' | 'id'> {
  return targetType === 'call' ? { entity: 'call_record', id: String(targetId) } : { entity: 'qa_review', id };
}

async function close(
  review: StoredRecord,
  { score, result }: Verdict,
  title: string,
  context: RuleContext,
): Promise<void> {
  if (review.targetType === 'call')
    await context.records.update('call_record', String(review.targetId), {
      qaStatus: result === 'pass' ? 'passed' : 'failed',
    });
  const told = result === 'pass' ? '合格' : '不合格';
  const further = title === '质检结论' ? '，三天内可申诉一次' : '';
  await tell(
    [...(await withLeader(review.staffId, context)), ...(title === '质检终审' ? [review.inspectorId] : [])],
    {
      title,
      content: `质检单【${review.reviewNo}】得分 ${score}，${told}${further}。`,
      ...subjectOf(review),
    },
    context,
  );
}
