import { entityModel, isStored } from '../entity/entity-model.ts';
import { pointer } from '../faults/fault.ts';
import type { DemoDocument, DemoRow, EntityDocument, EntityField } from '../generated/documents.ts';
import { demoKeys, demoTarget, demoValue } from '../record/demo-rows.ts';
import { checkValue, valueFaults } from '../record/validate-record.ts';
import { documentText } from '../texts/document-text.ts';
import type { At, Checker } from './checker/checker.ts';

// Any moment will do: it only shows what kind of value an expression gives.
const someMoment = '2026-01-15T04:00:00.000Z';

/** Checks demo rows as forms check their input: known fields, good values, references to rows that are there. */
export function checkDemo(demo: DemoDocument, checker: Checker): void {
  const entity = checker.entity(demo.name, ['name']);
  checker.uniqueKeys(demo.rows, ['rows']);
  if (entity === undefined) return;
  for (const [index, row] of demo.rows.entries()) checkRow(row, entity, checker, ['rows', index]);
  checkUnique(demo, entity, checker);
}

function checkRow(row: DemoRow, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  const writable = new Map([...fields].filter(([, field]) => isWritten(field, entity)));
  for (const [key, value] of Object.entries(row.values)) {
    const here = [...at, 'values', key];
    if (!checker.name('field', key, writable.keys(), here, entity)) continue;
    const field = writable.get(key);
    if (field !== undefined) checkFieldValue(field, value, row, checker, here);
  }
  const initial = new Set((entity.states ?? []).map((machine) => machine.field));
  for (const field of writable.values()) {
    const isGiven = (row.values[field.key] ?? null) !== null;
    if (field.required !== true || isGiven || field.defaultValue !== undefined || initial.has(field.key)) continue;
    if (field.key !== entity.tree?.order)
      checker.add({ code: 'E_INPUT_REQUIRED', title: field.title }, [...at, 'values']);
  }
}

/** Fields a demo row may give: what is stored, except what only the server works out. */
function isWritten(field: EntityField, entity: EntityDocument): boolean {
  const isCommon = !entity.fields.some((own) => own.key === field.key);
  if (isCommon) return field.key === 'createdAt';
  return isStored(field) && field.secret !== true && field.sequence === undefined && entity.tree?.path !== field.key;
}

function checkFieldValue(
  field: EntityField,
  raw: DemoRow['values'][string],
  row: DemoRow,
  checker: Checker,
  at: At,
): void {
  const isReference = field.type === 'ref' || field.type === 'refs';
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    const place = [...at, 'expression'];
    const before = checker.faults.length;
    if (isReference) checker.expect(documentText('check.demo.keyOfRow'), raw.expression, place);
    else checker.expression(raw.expression, 'demo', { field }, place);
    if (checker.faults.length > before) return;
  }
  if (isReference) checkReference(field, raw, row, checker, at);
  else checkLiteral(field, demoValue(raw, someMoment), checker, at);
}

function checkReference(
  field: EntityField,
  raw: DemoRow['values'][string],
  row: DemoRow,
  checker: Checker,
  at: At,
): void {
  if (raw === null) return;
  const target = demoTarget(field, row.values);
  const entity = target === undefined ? undefined : checker.documents.entities.get(target);
  if (entity === undefined) {
    // A plain reference to an unknown entity is told at the entity.
    if (field.refBy !== undefined)
      checker.expect(documentText('check.demo.toSayWhichEntity', { kind: field.refBy.field }), '—', at);
    return;
  }
  const known = demoKeys(checker.documents, entity);
  if (Array.isArray(raw) !== (field.type === 'refs')) {
    const expected = documentText(field.type === 'refs' ? 'check.demo.listOfKeys' : 'check.demo.key');
    checker.expect(expected, JSON.stringify(raw), at);
    return;
  }
  for (const [index, key] of [raw].flat().entries())
    checker.name('demoRow', String(key), known, Array.isArray(raw) ? [...at, index] : at, entity);
}

/** A history may lie in the past, whatever a form would ask for. */
function checkLiteral(field: EntityField, value: unknown, checker: Checker, at: At): void {
  const { future: _, ...plain } = field;
  const outcome = checkValue(plain, value, { dictionaries: checker.documents.dictionaries, now: someMoment });
  if (!('fault' in outcome)) return;
  for (const fault of valueFaults(outcome, pointer(...at), field.title)) checker.faults.push(fault);
}

function checkUnique(demo: DemoDocument, entity: EntityDocument, checker: Checker): void {
  for (const field of entity.fields.filter((candidate) => candidate.unique === true)) {
    const seen = new Set<unknown>();
    for (const [index, row] of demo.rows.entries()) {
      const value = row.values[field.key] ?? null;
      if (value !== null && seen.has(value))
        checker.expect(
          documentText('check.demo.ofItsOwn', { field: { title: field.title, name: field.key } }),
          String(value),
          ['rows', index, 'values', field.key],
          'E_SCHEMA_DUPLICATE',
        );
      seen.add(value);
    }
  }
}
