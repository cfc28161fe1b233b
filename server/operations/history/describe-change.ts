import { type EntityField, fieldMask } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { fileTypeOf, kindOfValue } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { ChildRowsChange, FieldChange, HistoryEntry } from '../../../engine/model/wire/index.ts';
import { shapeCell } from '../../fields/shape-fields.ts';
import { maskModeOf } from '../../kernel/caller/caller.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { isSame } from '../../records/change/write-row.ts';
import { commonText } from '../../texts/common-text.ts';
import { actionTitle } from './action-title.ts';
import type { LabelBook } from './label-book.ts';
import { shapeChanges } from './shape-changes.ts';

/** A row of the operation log about a record. */
export type LoggedRow = {
  readonly id: string;
  readonly at: string;
  readonly staff: { readonly id: string; readonly name: string } | null;
  readonly action: string;
  readonly value: string;
  readonly entity: string;
  readonly entityId: string;
  readonly before: Values;
  readonly after: Values;
};

/** A log row as a reader of the record may see it. */
export function describeChange(
  row: LoggedRow,
  record: { readonly entity: EntityModel; readonly id: string },
  labels: LabelBook,
  context: CallContext,
): HistoryEntry {
  const { id, at, staff, entity: name, entityId, before, after } = row;
  const action = row.action.slice(row.action.indexOf('.') + 1);
  const entity = name === record.entity.document.name ? record.entity : modelOf(context.documents, name);
  return {
    id,
    at,
    staff,
    action,
    title: actionTitle(action, row.value),
    entity: name,
    entityId,
    changes: fieldChanges(entity, before, after, labels, context),
    rows: listChanges(entity, before, after, labels, context),
  };
}

function listChanges(
  entity: EntityModel,
  before: Values,
  after: Values,
  labels: LabelBook,
  context: CallContext,
): readonly ChildRowsChange[] {
  return [...entity.children.values()].flatMap((rows) => {
    const changed = childChanges(rows, listOf(before[rows.key]), listOf(after[rows.key]), labels, context);
    return changed.rows.length === 0 ? [] : [changed];
  });
}

function fieldChanges(
  entity: EntityModel,
  before: Values,
  after: Values,
  labels: LabelBook,
  context: CallContext,
): readonly FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key): readonly FieldChange[] => {
    const field = entity.fields.get(key);
    if (field === undefined || !isVisible(field, context)) return [];
    // Two numbers may look the same behind their masks; that one was written says that it changed.
    const isWritten = field.mask !== undefined && Object.hasOwn(before, key) && Object.hasOwn(after, key);
    if (isSame(before[key], after[key]) && !isWritten) return [];
    if (field.shape !== undefined) {
      const values = { before: before[key], after: after[key] };
      return shapeChanges(field, field.shape, values, context.documents.dictionaries);
    }
    const words = wordsOf(field, labels, context);
    return [
      {
        key,
        title: field.title,
        type: field.type,
        before: before[key] ?? null,
        after: after[key] ?? null,
        ...(words === undefined ? {} : { beforeText: words(before), afterText: words(after) }),
      },
    ];
  });
}

/** The log holds masked values masked and secrets not at all; what is hidden from the reader is left out. */
function isVisible(field: EntityField, { caller }: CallContext): boolean {
  const mask = fieldMask(field);
  return field.secret !== true && (mask === undefined || maskModeOf(caller, mask) !== 'hidden');
}

/** What puts a field's value into words; undefined where the value speaks for itself. */
export function wordsOf(
  field: EntityField,
  labels: LabelBook,
  { documents }: CallContext,
): ((values: Values) => string) | undefined {
  const dictionary = field.dictionary === undefined ? undefined : documents.dictionaries.get(field.dictionary);
  if (dictionary !== undefined)
    return (values) =>
      listed(
        [values[field.key] ?? []]
          .flat()
          .map((value) => dictionary.values.find(({ key }) => key === value)?.title ?? String(value)),
      );
  if (field.shape !== undefined) {
    const cell = shapeCell(field.shape, documents.dictionaries);
    return (values) => String(cell(values[field.key]) ?? '');
  }
  if (kindOfValue(field) === 'bool') return (values) => yesOrNo(values[field.key]);
  const isReference = field.type === 'ref' || field.type === 'refs' || field.refBy !== undefined;
  return isReference || fileTypeOf(field.type) !== undefined ? (values) => labels.textOf(field, values) : undefined;
}

function yesOrNo(value: unknown): string {
  if (typeof value !== 'boolean') return '';
  return formatMessage(commonText(value ? 'common.yes' : 'common.no'));
}

function childChanges(
  rows: { readonly key: string; readonly title: string; readonly entity: string },
  before: ReadonlyMap<string, Values>,
  after: ReadonlyMap<string, Values>,
  labels: LabelBook,
  context: CallContext,
): ChildRowsChange {
  const entity = modelOf(context.documents, rows.entity);
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const kindOf = (id: string) => {
    if (!before.has(id)) return 'added';
    return after.has(id) ? 'changed' : 'removed';
  };
  return {
    key: rows.key,
    title: rows.title,
    rows: ids.map((id) => {
      const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}];
      const own = listChanges(entity, was, is, labels, context);
      const changes = fieldChanges(entity, was, is, labels, context).filter(({ key }) => key !== 'id');
      return { id, kind: kindOf(id), changes, ...(own.length === 0 ? {} : { rows: own }) };
    }),
  };
}

function listOf(value: unknown): ReadonlyMap<string, Values> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    list.flatMap((row): readonly [string, Values][] =>
      typeof row === 'object' && row !== null && 'id' in row ? [[String(row.id), { ...row }]] : [],
    ),
  );
}
