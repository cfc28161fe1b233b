import { inOwnTransaction } from '../../../db/connection/savepoint.ts';
import { AppError } from '../../../kernel/errors/app-error.ts';
import type { RuleBook, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { JobContext, JobKind, JobStep } from '../../../kernel/operation/job.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../../operations/transition/apply-system-transition.ts';
import { enforceRules } from '../../../records/change/enforce-rules.ts';
import { type Quota, receiverFor } from './handover-plan.ts';

/** What is done to the customers of a batch, one after another. */
export type HandoverWork =
  | { readonly work: 'freeze' | 'release' | 'undo' }
  | { readonly work: 'distribute'; readonly rule: string; readonly quotas: readonly Quota[]; readonly forced: boolean };

type Input = HandoverWork & { readonly batchId: string };
type Problem = {
  readonly id: string;
  readonly customerNo: string;
  readonly name: string;
  readonly why: string;
};
type State = {
  readonly done: number;
  readonly total: number | null;
  readonly quotas: readonly Quota[];
  readonly given: Readonly<Record<string, number>>;
  /** Who could not be moved. */
  readonly problems: readonly Problem[];
};

const kindKey = 'handover';
const maxProblems = 200;
const titles = {
  freeze: '冻结离职员工的客户',
  distribute: '离职分配',
  undo: '撤销离职分配',
  release: '归还客户',
} as const;

/** Starts it with the change that asks for it. */
export async function startHandover(input: Input, context: RuleContext): Promise<void> {
  const subject = { entity: 'handover_batch', title: titles[input.work], once: `${input.batchId} ${input.work}` };
  await context.services.jobs.start(kindKey, input, context, subject);
}

/** Moves the customers of a batch, each in a transaction of its own: a step is one customer. */
export function handoverKind(rules: RuleBook): JobKind<Input, State> {
  return {
    key: kindKey,
    title: '离职交接',
    begin: (input) => ({
      done: 0,
      total: null,
      quotas: input.work === 'distribute' ? input.quotas : [],
      given: {},
      problems: [],
    }),
    async step(state, context) {
      const batch = await context.records.findOne('handover_batch', { id: context.input.batchId });
      if (batch === undefined) return over(state, '批次已不存在');
      const waiting = waitingOf(batch, context.input.work);
      const total = state.total ?? (await context.records.count('customer', waiting));
      const next = await nextOf(waiting, state, context);
      if (next === undefined) return close({ ...state, total }, batch, rules, context);
      const tried = { ...state, total, done: state.done + 1 };
      try {
        // Between savepoints: who is refused leaves nothing behind, and the step ends well.
        const moved = await inOwnTransaction(context.db, async () => {
          const done = await move(next, batch, state, rules, context);
          await enforceRules(context);
          return done;
        });
        return stepOf({ ...tried, ...moved });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { id, customerNo, name } = next;
        const problem = { id, customerNo: String(customerNo), name: String(name), why: error.message };
        return stepOf({ ...tried, problems: [...state.problems, problem] });
      }
    },
  };
}

/** The customers of a batch that a work is about. */
function waitingOf(batch: StoredRecord, work: HandoverWork['work']): Values {
  if (work === 'freeze') return { ownerId: batch.fromStaffId, ownState: 'owned' };
  return { handoverBatchId: batch.id, ownState: work === 'undo' ? ['owned', 'pooled'] : 'frozen' };
}

/** The next of them that was not tried yet; none where too many could not be moved. */
async function nextOf(
  waiting: Values,
  { problems }: State,
  { records }: RuleContext,
): Promise<StoredRecord | undefined> {
  if (problems.length >= maxProblems) return undefined;
  const tried = new Set(problems.map(({ id }) => id));
  const found = await records.find('customer', waiting, problems.length + 1);
  return found.find(({ id }) => !tried.has(id));
}

const stepOf = (state: State): JobStep<State> => ({ state, done: state.done, total: state.total });

function over(state: State, message: string): JobStep<State> {
  return {
    ...stepOf(state),
    finished: { message, facts: { done: state.done - state.problems.length, failed: state.problems.length } },
  };
}

type Moved = Pick<State, 'quotas' | 'given'>;

/** Moves one customer; the counts of the batch follow by the rules of customers. */
async function move(
  customer: StoredRecord,
  batch: StoredRecord,
  state: State,
  rules: RuleBook,
  context: JobContext<Input>,
): Promise<Moved> {
  const { input } = context;
  const run = (key: string, values: Values = {}) =>
    applySystemTransition({ entity: 'customer', key, id: customer.id, input: values, rules }, context);
  const kept = { quotas: state.quotas, given: state.given };
  switch (input.work) {
    case 'freeze':
      await run('freeze', { batchId: batch.id });
      return kept;
    case 'release':
      await run('unfreeze');
      return kept;
    case 'undo':
      await run('takeBack');
      return kept;
    case 'distribute': {
      if (input.rule === 'pool') {
        await run('redistributePool');
        return kept;
      }
      const staffId = await receiverFor(customer, state.quotas, input.forced, context);
      await run('redistribute', { staffId });
      return {
        quotas: state.quotas.map((quota) => (quota.staffId === staffId ? { staffId, count: quota.count - 1 } : quota)),
        given: { ...state.given, [staffId]: (state.given[staffId] ?? 0) + 1 },
      };
    }
  }
}

/** The end of it: the batch is done, or open again with what could not be moved. */
async function close(
  state: State,
  batch: StoredRecord,
  rules: RuleBook,
  context: JobContext<Input>,
): Promise<JobStep<State>> {
  const { input, records } = context;
  if (input.work === 'distribute' || input.work === 'undo') {
    const remaining = Number(batch.totalCustomers) - Number(batch.assignedCustomers) - Number(batch.pooledCustomers);
    const key = input.work === 'distribute' && remaining === 0 ? 'finish' : 'stop';
    await applySystemTransition({ entity: 'handover_batch', key, id: batch.id, input: {}, rules }, context);
  }
  const failed = state.problems.length;
  if (failed > 0) await records.update('handover_batch', batch.id, { problems: state.problems.map(toldProblem) });
  for (const [staffId, count] of Object.entries(state.given)) await tell(staffId, count, batch, context);
  return over(state, `${titles[input.work]}：成功 ${state.done - failed} 个，未成功 ${failed} 个`);
}

/** A problem as the batch tells it. */
function toldProblem({ customerNo, name, why }: Problem): Values {
  return { customerNo, name, why };
}

async function tell(receiverId: string, count: number, batch: StoredRecord, { records }: RuleContext): Promise<void> {
  await records.insert('notification', {
    receiverId,
    type: '16',
    title: '离职分配的客户',
    content: `批次 ${String(batch.batchNo)} 分配给您 ${count} 个客户，可在“全部客户”中跟进。`,
    linkPage: 'alllist',
    stage: '1',
    status: '1',
  });
}
