import { entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import type {
  EntityDocument,
  EntityField,
  OperationInput,
  Transition,
  TransitionEffect,
} from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks what a transition entails for other records: known relations, transitions and fields, and no circle. */
export function checkEffects(transition: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  checker.uniqueKeys(transition.effects, at);
  for (const [index, effect] of (transition.effects ?? []).entries()) {
    const here = [...at, index];
    const source = { entity, inputs: transition.input };
    if (effect.when !== undefined) checker.expression(effect.when, 'guard', source, [...here, 'when']);
    if (!isWhole(effect)) {
      checker.expect(
        [
          'relation 与 transition、relation 与 set、create 与 values 三种之一',
          'relation and transition, relation and set, or create and values',
        ],
        Object.keys(effect).join(', '),
        here,
      );
      continue;
    }
    const target = targetOf(effect, entity, checker, here);
    if (target !== undefined) checkEffect(effect, target, source, checker, here);
  }
  if (isCircular(entity.name, transition, checker))
    checker.expect(['不会回到自身的影响', 'effects that do not lead back here'], transition.key, at);
}

/** Whether an effect is one of the three kinds, and nothing besides. */
function isWhole({ relation, transition, input, set, create, values }: TransitionEffect): boolean {
  const kinds = [transition, set, create].filter((part) => part !== undefined);
  return (
    kinds.length === 1 &&
    (relation === undefined) === (create !== undefined) &&
    (input === undefined || transition !== undefined) &&
    (values === undefined) === (create === undefined)
  );
}

/** What the expressions of a consequence may read, and where they stand. */
export type Source = {
  readonly entity: EntityDocument;
  readonly inputs: readonly OperationInput[] | undefined;
  readonly place?: 'set' | 'scheduled';
};

function targetOf(
  effect: TransitionEffect,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): EntityDocument | undefined {
  if (effect.create !== undefined) return checker.entity(effect.create, [...at, 'create']);
  const single = new Map([...entityModel(entity).relations].filter(([, relation]) => !relation.many));
  const name = effect.relation ?? '';
  if (!checker.name('relation', name, single.keys(), [...at, 'relation'], [entity.title, entity.name]))
    return undefined;
  const target = checker.documents.entities.get(single.get(name)?.entity ?? '');
  if (target?.appendOnly !== true) return target;
  checker.expect(['可修改的实体', 'an entity that can be modified'], target.name, [...at, 'relation']);
  return undefined;
}

function checkEffect(effect: TransitionEffect, target: EntityDocument, source: Source, checker: Checker, at: At): void {
  if (effect.transition !== undefined) {
    checkFollowed(effect, target, source, checker, at);
    return;
  }
  if (effect.set !== undefined) {
    const states = new Set((target.states ?? []).map((machine) => machine.field));
    const own = [...entityModel(target).fields].filter(([key, field]) => isWritable(field, key, target));
    const free = own.filter(([key]) => !states.has(key) && target.tree?.parent !== key);
    checkAssignments(effect.set, new Map(free), source, checker, [...at, 'set']);
    return;
  }
  checkNewRow(effect.values, target, source, checker, at);
}

/** Checks the values of a row that a rule inserts: known fields, and all that a row must have. */
export function checkNewRow(
  values: TransitionEffect['values'],
  target: EntityDocument,
  source: Source,
  checker: Checker,
  at: At,
): void {
  const states = new Set((target.states ?? []).map((machine) => machine.field));
  const own = [...entityModel(target).fields].filter(([key, field]) => isWritable(field, key, target));
  checkAssignments(values, new Map(own), source, checker, [...at, 'values']);
  for (const [key, field] of own) {
    const isGiven = values?.[key] !== undefined || field.defaultValue !== undefined || states.has(key);
    if (field.required === true && !isGiven && target.tree?.order !== key)
      checker.add({ code: 'E_INPUT_REQUIRED', title: field.title }, [...at, 'values']);
  }
}

/** Fields a rule may write: stored ones of the entity's own, but not what the server numbers or places. */
function isWritable(field: EntityField, key: string, target: EntityDocument): boolean {
  const isOwn = target.fields.some((own) => own.key === key);
  return isOwn && isStored(field) && field.sequence === undefined && target.tree?.path !== key;
}

/** Checks a transition that a rule runs: that there is one, and that its inputs are given. */
export function checkFollowed(
  effect: Pick<TransitionEffect, 'transition' | 'input'>,
  target: EntityDocument,
  source: Source,
  checker: Checker,
  at: At,
): void {
  const known = new Map(transitionsOf(target).map(({ transition }) => [transition.key, transition]));
  const place = [...at, 'transition'];
  const name = effect.transition ?? '';
  if (!checker.name('transition', name, known.keys(), place, [target.title, target.name])) return;
  const wanted = inputFields(known.get(name)?.input ?? [], entityModel(target).fields);
  checkAssignments(effect.input, wanted, source, checker, [...at, 'input']);
  for (const [key, field] of wanted)
    if (field.required === true && effect.input?.[key] === undefined)
      checker.add({ code: 'E_INPUT_REQUIRED', title: field.title }, effect.input === undefined ? at : [...at, 'input']);
}

function checkAssignments(
  assignments: Readonly<Record<string, string>> | undefined,
  fields: ReturnType<typeof inputFields>,
  { entity, inputs, place: use = 'set' }: Source,
  checker: Checker,
  at: At,
): void {
  for (const [key, source] of Object.entries(assignments ?? {})) {
    const place = [...at, key];
    if (!checker.name('field', key, fields.keys(), place)) continue;
    const field = fields.get(key);
    if (field !== undefined) checker.expression(source, use, { entity, field, inputs }, place);
  }
}

/** Whether the transitions that follow from one lead back to it. */
function isCircular(entityName: string, transition: Transition, checker: Checker): boolean {
  const start = `${entityName}.${transition.key}`;
  const seen = new Set<string>();
  const leadsBack = (from: EntityDocument, step: Transition): boolean =>
    (step.effects ?? []).some((effect) => {
      const relation = entityModel(from).relations.get(effect.relation ?? '');
      const target = checker.documents.entities.get(relation?.entity ?? '');
      const name = `${target?.name}.${effect.transition}`;
      if (name === start) return true;
      if (target === undefined || seen.has(name)) return false;
      seen.add(name);
      const next = transitionsOf(target).find((known) => known.transition.key === effect.transition);
      return next !== undefined && leadsBack(target, next.transition);
    });
  const entity = checker.documents.entities.get(entityName);
  return entity !== undefined && leadsBack(entity, transition);
}
