import { entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import { fieldSource } from '../../entity/field-source.ts';
import type {
  EffectRows,
  EntityDocument,
  EntityField,
  OperationInput,
  Transition,
  TransitionEffect,
} from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { refuseSecond } from './check-second.ts';

/** Checks what a transition entails for other records: known relations, transitions and fields, and no circle. */
export function checkEffects(transition: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  checker.uniqueKeys(transition.effects, at);
  for (const [index, effect] of (transition.effects ?? []).entries()) {
    const here = [...at, index];
    const source = { entity, inputs: transition.input };
    if (effect.when !== undefined) checker.expression(effect.when, 'guard', source, [...here, 'when']);
    if (!isWhole(effect)) {
      checker.expect(
        documentText('check.effects.relationOrRowsAndTransitionRelation'),
        Object.keys(effect).join(', '),
        here,
      );
      continue;
    }
    const target = targetOf(effect, entity, checker, here);
    if (target === undefined) continue;
    const row = rowOf(effect, target, entity, checker);
    checkEffect(effect, target, row === undefined ? source : { ...source, place: 'setOnRow', row }, checker, here);
    if (effect.rows !== undefined) checkRows(effect.rows, target, source, checker, [...here, 'rows']);
    if (row !== undefined) refuseNumbered(effect, target, checker, here);
  }
  if (isCircular(entity.name, transition, checker))
    checker.expect(documentText('check.effects.effectsThatDoNotLeadBack'), transition.key, at);
}

/** Whether an effect is one of the three kinds, and nothing besides. */
function isWhole({ relation, rows, each, transition, input, set, create, values }: TransitionEffect): boolean {
  const kinds = [transition, set, create].filter((part) => part !== undefined);
  const others = [relation, rows, create].filter((part) => part !== undefined);
  return (
    kinds.length === 1 &&
    others.length === 1 &&
    (each === undefined || create !== undefined) &&
    (input === undefined || transition !== undefined) &&
    (values === undefined) === (create === undefined)
  );
}

/** What the expressions of a consequence may read, and where they stand. */
export type Source = {
  readonly entity: EntityDocument;
  readonly inputs: readonly OperationInput[] | undefined;
  readonly place?: 'set' | 'setOnRow' | 'scheduled';
  /** The entity of each row, where there are many. */
  readonly row?: EntityDocument;
};

function targetOf(
  effect: TransitionEffect,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): EntityDocument | undefined {
  if (effect.create !== undefined) {
    if (effect.each !== undefined) checker.name('list', effect.each, listsOf(entity).keys(), [...at, 'each'], entity);
    return checker.entity(effect.create, [...at, 'create']);
  }
  if (effect.rows !== undefined)
    return modifiable(checker.entity(effect.rows.entity, [...at, 'rows', 'entity']), checker, [
      ...at,
      'rows',
      'entity',
    ]);
  const single = new Map([...entityModel(entity).relations].filter(([, relation]) => !relation.many));
  const name = effect.relation ?? '';
  if (!checker.name('relation', name, single.keys(), [...at, 'relation'], entity)) return undefined;
  return modifiable(checker.documents.entities.get(single.get(name)?.entity ?? ''), checker, [...at, 'relation']);
}

function modifiable(target: EntityDocument | undefined, checker: Checker, at: At): EntityDocument | undefined {
  if (target?.appendOnly !== true) return target;
  checker.expect(documentText('check.effects.entityThatCanBeModified'), target.name, at);
  return undefined;
}

/** The lists of a record whose items stand for one each: child rows, and references to many. */
function listsOf(entity: EntityDocument): ReadonlyMap<string, string> {
  const { children, relations } = entityModel(entity);
  const many = [...relations].filter(([, relation]) => relation.many);
  return new Map([
    ...[...children].map(([key, rows]) => [key, rows.entity] as const),
    ...many.map(([name, relation]) => [name, relation.entity] as const),
  ]);
}

/** The entity of each of many rows; undefined where an effect is about one. */
function rowOf(
  effect: TransitionEffect,
  target: EntityDocument,
  entity: EntityDocument,
  checker: Checker,
): EntityDocument | undefined {
  if (effect.rows !== undefined) return target;
  return effect.each === undefined ? undefined : checker.documents.entities.get(listsOf(entity).get(effect.each) ?? '');
}

function checkRows(rows: EffectRows, target: EntityDocument, source: Source, checker: Checker, at: At): void {
  const { fields } = entityModel(target);
  const by = fields.get(rows.by);
  if (
    checker.name('field', rows.by, fields.keys(), [...at, 'by'], target) &&
    !(by?.type === 'ref' && by.ref === source.entity.name && isStored(by))
  )
    checker.expect(documentText('check.effects.referenceTo', { entity: source.entity }), rows.by, [...at, 'by']);
  if (rows.where !== undefined)
    checker.expression(rows.where, 'effectRows', { entity: source.entity, inputs: source.inputs, storedRow: target }, [
      ...at,
      'where',
    ]);
  checker.sort(target, rows.order, [...at, 'order']);
}

/** Numbers are taken one for each effect before the change begins, so that nobody waits for them: many rows have none to take. */
function refuseNumbered(effect: TransitionEffect, target: EntityDocument, checker: Checker, at: At): void {
  const numbered = numberedBy(effect, target, checker, new Set());
  if (numbered !== undefined) checker.expect(documentText('check.effects.noNumberedFieldInWhatIs'), numbered, at);
}

/** What an effect makes, also through transitions it runs, that has a numbered field. */
function numberedBy(
  { create, transition }: TransitionEffect,
  target: EntityDocument,
  checker: Checker,
  seen: Set<string>,
): string | undefined {
  if (create !== undefined)
    return target.fields.some(({ sequence }) => sequence !== undefined) ? target.name : undefined;
  const name = `${target.name}.${transition}`;
  if (seen.has(name)) return undefined;
  seen.add(name);
  const next = transitionsOf(target).find((known) => known.transition.key === transition)?.transition.effects ?? [];
  for (const effect of next) {
    const following = checker.documents.entities.get(targetName(effect, target));
    const found = following === undefined ? undefined : numberedBy(effect, following, checker, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The entity an effect is about. */
function targetName({ create, rows, relation }: TransitionEffect, entity: EntityDocument): string {
  return create ?? rows?.entity ?? entityModel(entity).relations.get(relation ?? '')?.entity ?? '';
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
    const source = fieldSource(field, entityModel(target));
    const isTaken = source !== undefined && values?.[source.reference] !== undefined;
    const isGiven = values?.[key] !== undefined || field.defaultValue !== undefined || states.has(key) || isTaken;
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
  if (!checker.name('transition', name, known.keys(), place, target)) return;
  refuseSecond(known.get(name), checker, place);
  const wanted = inputFields(known.get(name)?.input ?? [], entityModel(target).fields);
  checkAssignments(effect.input, wanted, source, checker, [...at, 'input']);
  for (const [key, field] of wanted)
    if (field.required === true && effect.input?.[key] === undefined)
      checker.add({ code: 'E_INPUT_REQUIRED', title: field.title }, effect.input === undefined ? at : [...at, 'input']);
}

function checkAssignments(
  assignments: Readonly<Record<string, string>> | undefined,
  fields: ReturnType<typeof inputFields>,
  { entity, inputs, place: use = 'set', row }: Source,
  checker: Checker,
  at: At,
): void {
  for (const [key, source] of Object.entries(assignments ?? {})) {
    const place = [...at, key];
    if (!checker.name('field', key, fields.keys(), place)) continue;
    const field = fields.get(key);
    if (field !== undefined) checker.expression(source, use, { entity, field, inputs, storedRow: row }, place);
  }
}

/** Whether the transitions that follow from one lead back to it. */
function isCircular(entityName: string, transition: Transition, checker: Checker): boolean {
  const start = `${entityName}.${transition.key}`;
  const seen = new Set<string>();
  const leadsBack = (from: EntityDocument, step: Transition): boolean =>
    (step.effects ?? []).some((effect) => {
      const target = checker.documents.entities.get(targetName(effect, from));
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
