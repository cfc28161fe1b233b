import { checkInput, type EntityModel, inputFields, type TransitionOfEntity } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { refuseOthers } from '../../records/change/write-access.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { idOf, lockRow } from '../../records/read/view.ts';
import { namesManyRows } from '../bulk/bulk-request.ts';
import { applyTransition, type Move, numbersOfEffects } from './apply-transition.ts';

/** Runs a transition on a row, `{id, …input}`. */
export async function runTransition(
  entity: EntityModel,
  declared: TransitionOfEntity,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  if (namesManyRows(body)) throw wrongInput('/ids', '所选数据', '该操作一次只能处理一条', '');
  const { id: _, version: __, ...raw } = body;
  const input = await checkedInput(entity, declared, raw, context);
  return moveRow({ entity, ...declared, input, rules }, idOf(body), body, context);
}

/** The same on each of many rows. */
export function transitionOfRows(entity: EntityModel, declared: TransitionOfEntity, rules: RuleBook): RowWork {
  return {
    transition: declared.transition,
    async prepare(raw, context) {
      const input = await checkedInput(entity, declared, raw, context);
      return async (id, inside) => {
        await moveRow({ entity, ...declared, input, rules }, id, { id, ...input }, inside);
        return undefined;
      };
    },
  };
}

async function checkedInput(
  entity: EntityModel,
  { transition }: TransitionOfEntity,
  raw: Values,
  context: CallContext,
): Promise<Values> {
  const fields = inputFields(transition.input ?? [], entity.fields);
  const { dictionaries } = context.documents;
  const { values, faults } = checkInput(raw, { fields, dictionaries, partial: false, now: context.now });
  if (faults.length > 0) throw invalidInput(faults);
  await checkReferences(values, fields, context);
  return values;
}

type Step = Omit<Move, 'numbers'>;

async function moveRow(
  step: Step,
  id: string,
  body: Values,
  context: CallContext,
): Promise<{ readonly id: string; readonly version: number }> {
  const { entity, transition, rules } = step;
  const numbers = await numbersOfEffects(entity, transition, context);
  const move = (counted: CallContext) =>
    mutate(`${entity.document.name}.${transition.key}`, body, counted, async (inside) => {
      const row = await lockRow(entity, id, inside, { transition });
      if (row === undefined) {
        await rules.get(entity.document.name)?.transitions?.[transition.key]?.outsidePolicy?.(id, inside);
        throw refuse('E_NOT_FOUND');
      }
      const record = inside.records.toRecord(entity, row);
      if (transition.who !== undefined) await refuseOthers(transition.who, entity, record, id, inside);
      return applyTransition({ ...step, numbers }, record, inside);
    });
  return writingValues([{ entity, values: step.input }], context, rules, move);
}
