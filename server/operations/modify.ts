import { checkInput, type EntityModel, maskValue } from '../../engine/model/index.ts';
import { maskModeOf } from '../access/caller.ts';
import { refuse } from '../http/app-error.ts';
import { change } from './change.ts';
import type { CallContext } from './context.ts';
import type { DomainRules, RuleContext } from './domain-rules.ts';
import { logChange } from './operation-log.ts';
import type { StoredRecord, Values } from './record-store.ts';
import { checkReferences } from './references.ts';
import { idOf, lockRow } from './view.ts';

/**
 * Changes fields of a row. The body is `{id, version, was?, …fields}`: with another version stored, fields
 * whose stored value still equals `was` are merged and the others answered as the conflict they are.
 */
export async function modifyRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: DomainRules | undefined,
): Promise<{ readonly id: string; readonly version: number }> {
  const id = idOf(body);
  const { id: _, version, was, ...input } = body;
  if (typeof version !== 'number') {
    throw refuse('E_INPUT_INVALID', {}, { faults: [{ code: 'E_INPUT_REQUIRED', pointer: '/version', title: '版本' }] });
  }
  const { values, faults } = checkInput(input, {
    fields: entity.fields,
    dictionaries: context.documents.dictionaries,
    partial: true,
    now: context.now,
  });
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
  await checkReferences(values, entity.fields, context);
  return change(`${entity.document.name}.modify`, body, entity, context, async (inside) => {
    const record = await lockedRecord(entity, id, inside);
    if (record.version !== version) refuseCollisions(entity, record, values, was, inside);
    const derived = (await rules?.beforeModify?.(record, values, inside)) ?? {};
    const changes = changed(record, { ...values, ...derived });
    if (Object.keys(changes).length === 0) return { id, version: record.version };
    await inside.records.update(entity.document.name, id, changes);
    await rules?.afterModify?.(record, changes, inside);
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key]]));
    await logChange({ entity, id, action: 'modify', title: '编辑', before, after: changes }, inside);
    return { id, version: record.version + 1 };
  });
}

/** A row within reach as a record, locked; a row outside answers like a missing one. */
export async function lockedRecord(entity: EntityModel, id: string, context: RuleContext): Promise<StoredRecord> {
  const row = await lockRow(entity, id, context);
  if (row === undefined) throw refuse('E_NOT_FOUND');
  return context.records.toRecord(entity, row);
}

/** Marks a row deleted. */
export async function deleteRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
): Promise<{ readonly id: string }> {
  const id = idOf(body);
  return change(`${entity.document.name}.delete`, body, entity, context, async (inside) => {
    await lockedRecord(entity, id, inside);
    await inside.records.remove(entity.document.name, id);
    await logChange({ entity, id, action: 'delete', title: '删除' }, inside);
    return { id };
  });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function changed(record: StoredRecord, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !same(record[key], value)));
}

function refuseCollisions(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  was: unknown,
  context: CallContext,
): void {
  const base: Readonly<Record<string, unknown>> = typeof was === 'object' && was !== null ? { ...was } : {};
  const fields = Object.keys(values).flatMap((key) => {
    const field = entity.fields.get(key);
    const untouched = Object.hasOwn(base, key) && same(record[key], base[key]);
    if (field === undefined || untouched || same(record[key], values[key])) return [];
    const stored = record[key];
    const shown =
      field.mask !== undefined && typeof stored === 'string' && maskModeOf(context.caller, field.mask) !== 'plain'
        ? maskValue(field.mask, stored)
        : stored;
    return [{ key, title: field.title, stored: shown }];
  });
  if (fields.length > 0) throw refuse('E_VERSION', {}, { fields, version: record.version });
}
