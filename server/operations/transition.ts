import {
  type BulkAnswer,
  checkInput,
  type EntityModel,
  evaluate,
  holds,
  inputFields,
  isId,
  parseExpression,
  pathsRead,
  type Scope,
  type TransitionOfEntity,
  targetState,
} from '../../engine/model/index.ts';
import { AppError, refuse } from '../http/app-error.ts';
import { change } from './change.ts';
import type { CallContext } from './context.ts';
import type { DomainRules, RuleContext } from './domain-rules.ts';
import { logChange } from './operation-log.ts';
import type { StoredRecord, Values } from './record-store.ts';
import { checkReferences } from './references.ts';
import { callerValues } from './scope.ts';
import { idOf, lockRow, relatedValues } from './view.ts';

const largestBulk = 500;

/** Runs a transition on one row (`{id, …input}`) or, where it may, on many (`{ids, …input}`). */
export async function runTransition(
  entity: EntityModel,
  declared: TransitionOfEntity,
  body: Values,
  context: CallContext,
  rules: DomainRules | undefined,
): Promise<{ readonly id: string; readonly version: number } | BulkAnswer> {
  const { id: _, ids, version: __, ...raw } = body;
  const fields = inputFields(declared.transition.input ?? [], entity.fields);
  const { values, faults } = checkInput(raw, {
    fields,
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
  await checkReferences(values, fields, context);
  const step = { entity, ...declared, input: values, rules };
  if (ids === undefined) return moveRow(step, idOf(body), body, context);
  if (declared.transition.bulk !== true) throw badIds('该操作一次只能处理一条');
  return moveRows(step, ids, context);
}

type Step = TransitionOfEntity & {
  readonly entity: EntityModel;
  readonly input: Values;
  readonly rules: DomainRules | undefined;
};

function badIds(expected: string) {
  return refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_TYPE', pointer: '/ids', title: '所选数据', expected, got: '' }] },
  );
}

/** Every row in a transaction of its own: one that is refused does not hold back the others. */
async function moveRows(step: Step, ids: unknown, context: CallContext): Promise<BulkAnswer> {
  const list: readonly unknown[] = Array.isArray(ids) ? [...new Set(ids)] : [];
  if (list.length === 0 || list.length > largestBulk) throw badIds(`1 到 ${largestBulk} 个编号`);
  const results: { id: string; ok: boolean; code?: string; message?: string }[] = [];
  for (const id of list) {
    if (typeof id !== 'string' || !isId(id)) throw badIds('编号列表');
    try {
      const perRow =
        context.idempotencyKey === undefined
          ? context
          : { ...context, idempotencyKey: `${context.idempotencyKey}/${id}` };
      await moveRow(step, id, { id, ...step.input }, perRow);
      results.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, ok: false, code: error.code, message: error.message });
    }
  }
  const done = results.filter((result) => result.ok).length;
  return { done, failed: results.length - done, results };
}

async function moveRow(
  step: Step,
  id: string,
  body: Values,
  context: CallContext,
): Promise<{ readonly id: string; readonly version: number }> {
  const { entity, transition, machine } = step;
  const own = step.rules?.transitions?.[transition.key];
  return change(`${entity.document.name}.${transition.key}`, body, entity, context, async (inside) => {
    const row = await lockRow(entity, id, inside, transition);
    if (row === undefined) {
      await own?.outOfReach?.(id, inside);
      throw refuse('E_NOT_FOUND');
    }
    const record = inside.records.toRecord(entity, row);
    const to = targetState(transition, record[machine.field]);
    if (to === undefined) throw refuse('E_STATE');
    await checkGuard(step, record, inside);
    await own?.check?.(record, step.input, inside);
    const values = {
      ...writtenInputs(step),
      ...setValues(step, record, inside),
      ...(await own?.set?.(record, step.input, inside)),
      [machine.field]: to,
    };
    await inside.records.update(entity.document.name, id, values);
    await own?.after?.(record, step.input, inside);
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, record[key]]));
    await logChange(
      { entity, id, action: transition.key, title: transition.title, before, after: { ...values, ...step.input } },
      inside,
    );
    return { id, version: record.version + 1 };
  });
}

function scopeOf(step: Step, record: StoredRecord, context: RuleContext): Scope {
  return { record, form: step.input, user: callerValues(context.caller), now: context.now };
}

async function checkGuard(step: Step, record: StoredRecord, context: RuleContext): Promise<void> {
  const { guard, guardMessage } = step.transition;
  if (guard === undefined) return;
  const outcome = parseExpression(guard);
  if (outcome.ok) {
    const related = await relatedValues(step.entity, record.id, pathsRead(outcome.expression, 'record'), context);
    if (holds(outcome.expression, scopeOf(step, { ...record, ...related }, context))) return;
  }
  throw refuse('E_GUARD', { expected: guardMessage ?? '不满足该操作的条件' });
}

/** Inputs taken from a field of the entity are written to it. */
function writtenInputs(step: Step): Values {
  const taken = (step.transition.input ?? []).filter((input) => input.type === undefined);
  return Object.fromEntries(taken.map((input) => [input.field ?? input.key, step.input[input.key] ?? null]));
}

function setValues(step: Step, record: StoredRecord, context: RuleContext): Values {
  const scope = scopeOf(step, record, context);
  return Object.fromEntries(
    Object.entries(step.transition.set ?? {}).flatMap(([key, source]) => {
      const outcome = parseExpression(source);
      return outcome.ok ? [[key, evaluate(outcome.expression, scope)] as const] : [];
    }),
  );
}
