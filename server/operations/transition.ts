import {
  type BulkAnswer,
  checkInput,
  type EntityModel,
  inputFields,
  isId,
  type TransitionOfEntity,
} from '../../engine/model/index.ts';
import { AppError, refuse } from '../http/app-error.ts';
import { change } from './change.ts';
import type { CallContext } from './context.ts';
import { type Move, moveRecord, numbersOfEffects } from './move-record.ts';
import type { Values } from './record-store.ts';
import { checkReferences } from './references.ts';
import { idOf, lockRow } from './view.ts';
import type { RuleBook } from './write-row.ts';

const largestBulk = 500;

/** Runs a transition on one row (`{id, …input}`) or, where it may, on many (`{ids, …input}`). */
export async function runTransition(
  entity: EntityModel,
  declared: TransitionOfEntity,
  body: Values,
  context: CallContext,
  rules: RuleBook,
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

type Step = Omit<Move, 'numbers'>;

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
  const { entity, transition, rules } = step;
  const numbers = await numbersOfEffects(entity, transition, context);
  return change(`${entity.document.name}.${transition.key}`, body, context, async (inside) => {
    const row = await lockRow(entity, id, inside, transition);
    if (row === undefined) {
      await rules.get(entity.document.name)?.transitions?.[transition.key]?.outOfReach?.(id, inside);
      throw refuse('E_NOT_FOUND');
    }
    return moveRecord({ ...step, numbers }, inside.records.toRecord(entity, row), inside);
  });
}
