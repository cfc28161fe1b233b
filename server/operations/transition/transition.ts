import type { EntityModel, TransitionOfEntity } from '../../../engine/model/entity/index.ts';
import { textHolds } from '../../../engine/model/expression/index.ts';
import { checkInput, inputFields } from '../../../engine/model/record/index.ts';
import type { PreviewAnswer } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { refuseOthers } from '../../records/change/write-access.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { idOf, lockRow } from '../../records/read/view.ts';
import { transitionText } from '../../texts/transition-text.ts';
import { namesManyRows } from '../bulk/bulk-request.ts';
import { applyTransition, type Move, numbersOfEffects, plannedMove } from './apply-transition.ts';
import { askSecond, type Waiting } from './ask-second.ts';
import { type AskedPreview, previewOf, refuseUnseen, takePreview } from './preview.ts';
import { setStepOf } from './transition-set.ts';

/** What came of a transition: the row as it is now, what waits for another person to confirm it, or what it would bring. */
export type Moved = {
  readonly id: string;
  readonly version: number;
  readonly asked?: Waiting;
  readonly preview?: PreviewAnswer;
};

/** Runs a transition on a row, `{id, …input}`; where it takes two people, this asks for it. */
export async function runTransition(
  entity: EntityModel,
  declared: TransitionOfEntity,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<Moved> {
  if (namesManyRows(body))
    throw wrongInput('/ids', transitionText('transition.selected'), transitionText('transition.one'), '');
  const { asked, rest } = takePreview(body);
  const { id: _, version: __, ...raw } = rest;
  const input = await checkedInput(entity, declared, raw, context);
  return moveRow({ entity, ...declared, input, rules, asked }, idOf(body), body, context);
}

/** The same on each of many rows. */
export function transitionOfRows(entity: EntityModel, declared: TransitionOfEntity, rules: RuleBook): RowWork {
  const setStep = setStepOf(entity, declared, rules);
  return {
    transition: declared.transition,
    ...(setStep === undefined
      ? {}
      : {
          prepareSet: async (raw: Values, context: CallContext) =>
            setStep(await checkedInput(entity, declared, raw, context)),
        }),
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

type Step = Omit<Move, 'numbers'> & {
  /** Set where another person confirms what was asked for: looks whether that still stands, and settles it. */
  readonly confirmed?: (record: StoredRecord, context: RuleContext) => Promise<void>;
  /** What the caller says of its preview, where it has one. */
  readonly asked?: AskedPreview;
};

/** Runs a transition that was asked for and that another person confirms; `settle` refuses, or writes down that it is done. */
export async function confirmTransition(
  entity: EntityModel,
  declared: TransitionOfEntity,
  asked: { readonly recordId: string; readonly input: Values; readonly settle: NonNullable<Step['confirmed']> },
  context: CallContext,
  rules: RuleBook,
): Promise<Moved> {
  const input = await checkedInput(entity, declared, asked.input, context);
  const step = { entity, ...declared, input, rules, confirmed: asked.settle };
  return moveRow(step, asked.recordId, { id: asked.recordId, ...input }, context);
}

async function moveRow(step: Step, id: string, body: Values, context: CallContext): Promise<Moved> {
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
      return moveLocked(step, numbers, record, inside);
    });
  return writingValues([{ entity, values: step.input }], context, rules, move);
}

async function moveLocked(
  { confirmed, asked, ...step }: Step,
  numbers: Move['numbers'],
  record: StoredRecord,
  context: RuleContext,
): Promise<Moved> {
  const { entity, transition, rules } = step;
  const { id, version } = record;
  await confirmed?.(record, context);
  if (confirmed === undefined && transition.who !== undefined)
    await refuseOthers(transition.who, entity, record, id, context);
  const { second, preview, title } = transition;
  if (confirmed === undefined && (second !== undefined || preview !== undefined)) {
    const { move, scope } = await plannedMove({ ...step, numbers }, record, context);
    if (preview !== undefined) {
      const previewed = { entity, preview, title, scope, rules, isHeld: asked?.isOnly !== true };
      if (asked?.isOnly === true) return { id, version, preview: await previewOf(previewed, context) };
      await refuseUnseen(previewed, asked?.seen, context);
    }
    if (second !== undefined && (second.when === undefined || textHolds(second.when, scope)))
      return { id, version, asked: await askSecond(entity, { ...transition, second }, record, move.input, context) };
  }
  return applyTransition({ ...step, numbers }, record, context);
}
