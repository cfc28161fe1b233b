import { type EntityModel, transitionsOf } from '../../../engine/model/entity/index.ts';
import { checkInput, inputFields } from '../../../engine/model/record/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { lockAnyRow } from '../../records/read/view.ts';
import { applyTransition, numbersOfEffects } from './apply-transition.ts';

/** A transition the server runs of itself. */
export type OwnMove = {
  readonly entity: string;
  /** Key of the transition. */
  readonly key: string;
  readonly input: Values;
  readonly rules: RuleBook;
};

/** Runs a transition on a row whoever it belongs to, in the open transaction; states, guard and rules hold as ever. */
export async function applySystemTransition(
  move: OwnMove & { readonly id: string },
  context: RuleContext,
): Promise<void> {
  const entity = modelOf(context.documents, move.entity);
  const row = await lockAnyRow(entity, move.id, context);
  if (row === undefined) throw refuse('E_NOT_FOUND');
  await moveLocked(entity, context.records.toRecord(entity, row), move, context);
}

/** The same on a record that is locked. */
export async function moveLocked(
  entity: EntityModel,
  record: StoredRecord,
  { key, input: raw, rules }: Omit<OwnMove, 'entity'>,
  context: RuleContext,
): Promise<void> {
  const declared = transitionsOf(entity.document).find(({ transition }) => transition.key === key);
  if (declared === undefined) throw refuse('E_SERVER', { got: `${entity.document.name}.${key}` });
  const { values: input, faults } = checkInput(raw, {
    fields: inputFields(declared.transition.input ?? [], entity.fields),
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  if (faults.length > 0) throw invalidInput(faults);
  const numbers = await numbersOfEffects(entity, declared.transition, context);
  await applyTransition({ ...declared, entity, input, rules, numbers }, record, context);
}
