import { entityModel, isStored } from '../entity/entity-model.ts';
import { fileTypeOf, kindOfValue } from '../fields/type-groups.ts';
import type { EntityDocument, EntityField, MigrationDocument, MigrationStep } from '../generated/documents.ts';
import { isForbiddenName } from '../naming/naming.ts';
import { documentText } from '../texts/document-text.ts';
import type { At, Checker } from './checker/checker.ts';

/** Checks a migration: what it fills is stored and not masked, what it drops is declared no more. */
export function checkMigration(migration: MigrationDocument, checker: Checker): void {
  checker.uniqueKeys(migration.steps, ['steps']);
  for (const [index, step] of migration.steps.entries()) {
    const at = ['steps', index];
    const entity = checker.entity(step.entity, [...at, 'entity']);
    if (entity !== undefined) checkStep(step, entity, checker, at);
  }
}

function checkStep(step: MigrationStep, entity: EntityDocument, checker: Checker, at: At): void {
  if (step.fill === undefined && step.drop === undefined)
    checker.expect(documentText('check.migration.fillOrDrop'), '—', at);
  if (step.where !== undefined && step.fill === undefined)
    checker.expect(documentText('check.migration.whereBesideFillOnly'), step.where, [...at, 'where']);
  checker.uniqueKeys(step.former, [...at, 'former']);
  for (const [index, { key }] of (step.former ?? []).entries())
    refusePresent(key, entity, checker, [...at, 'former', index, 'key']);
  for (const [index, key] of (step.drop ?? []).entries()) refusePresent(key, entity, checker, [...at, 'drop', index]);
  const before = withFormerFields(entity, step);
  if (step.where !== undefined) checker.expression(step.where, 'index', { entity: before }, [...at, 'where']);
  for (const [key, source] of Object.entries(step.fill ?? {})) {
    const place = [...at, 'fill', key];
    const field = filledField(key, entity, checker, place);
    if (field !== undefined) checker.expression(source, 'migration', { entity: before, field }, place);
  }
}

/** What still has its field, or will be renamed to one, has not gone. */
function refusePresent(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  const isPresent =
    fields.has(key) || [...fields.values()].some(({ formerKeys }) => formerKeys?.includes(key) === true);
  if (isPresent || isForbiddenName(key))
    checker.expect(documentText('check.migration.fieldHasNoMore', { entity }), key, at);
}

/** One value, and not the place of a file. */
const isFilled = ({ type }: EntityField) => fileTypeOf(type) === undefined && !manyKinds.has(kindOfValue({ type }));
const manyKinds: ReadonlySet<string> = new Set(['references', 'json']);

function filledField(key: string, entity: EntityDocument, checker: Checker, at: At): EntityField | undefined {
  const { fields } = entityModel(entity);
  if (!checker.name('field', key, fields.keys(), at, entity)) return undefined;
  const field = entity.fields.find((known) => known.key === key);
  if (field !== undefined && isStored(field) && field.mask === undefined && isFilled(field)) return field;
  checker.expect(documentText('check.migration.storedFieldOfOneValueWithout'), key, at);
  return undefined;
}

/** The entity as the rows still have it: its own stored fields, and those that have gone. */
function withFormerFields(entity: EntityDocument, { former = [] }: MigrationStep): EntityDocument {
  return { ...entity, fields: [...entity.fields, ...former.map((field): EntityField => field)] };
}
