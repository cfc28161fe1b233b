import type { ChildRows } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { checkInput, type InputField } from '../../../engine/model/record/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import { typeFault } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { writeText } from '../../texts/write-text.ts';

/** One row of a list of child rows, checked; without an id it is new. */
export type ChildInput = {
  readonly id: string | undefined;
  readonly values: Values;
  /** Pointer into the body, for example `/items/2`. */
  readonly at: string;
  /** Numbers drawn for a new row. */
  readonly numbers: Values;
  /** The rows it gives of its own. */
  readonly lists: readonly ChildList[];
};

/** The child rows a body gives under one key: all of them, in their order. */
export type ChildList = {
  readonly rows: ChildRows;
  readonly entity: EntityModel;
  readonly fields: ReadonlyMap<string, InputField>;
  readonly inputs: readonly ChildInput[];
};

/** A body taken apart: the entity's own fields, and the lists of child rows it gives. */
export type BodyWithChildren = {
  readonly own: Values;
  readonly lists: readonly ChildList[];
  readonly faults: readonly Fault[];
};

/** What child rows are given, with the entity of each. */
export function childValues(
  lists: readonly ChildList[],
): readonly { readonly entity: EntityModel; readonly values: Values }[] {
  return lists.flatMap(({ entity, inputs }) =>
    inputs.flatMap(({ values, lists: own }) => [{ entity, values }, ...childValues(own)]),
  );
}

// Where a document sets no bound.
const maxRows = 500;

/**
 * Takes the child rows out of a body, and their own out of each, and checks each against its own entity. `at` points to
 * where the body stands, faults are located below it.
 */
export function takeChildren(
  parent: EntityModel,
  body: Values,
  context: CallContext,
  isNew: boolean,
  at = '',
): BodyWithChildren {
  const own: Record<string, unknown> = { ...body };
  const lists: ChildList[] = [];
  const faults: Fault[] = [];
  for (const rows of parent.children.values()) {
    const raw = own[rows.key];
    delete own[rows.key];
    if (raw === undefined && (!isNew || (rows.min ?? 0) === 0)) continue;
    const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
    const entity = modelOf(context.documents, rows.entity);
    const fields = inputFieldsOf(rows, entity);
    faults.push(...listFaults(rows, raw, list, at));
    if (list.length > (rows.max ?? maxRows)) continue;
    const seen = new Set<string>();
    const reading = { rows, entity, fields, seen, faults };
    const inputs = list.map((row, index) => readRow(row, `${at}${pointer(rows.key, index)}`, reading, context));
    lists.push({ rows, entity, fields, inputs });
  }
  return { own, lists, faults };
}

/** The fields a child row takes: all but its parent and its place, which the server keeps. */
export function inputFieldsOf(rows: ChildRows, entity: EntityModel): ReadonlyMap<string, InputField> {
  const kept = new Set([rows.by, ...(rows.order === undefined ? [] : [rows.order])]);
  return new Map([...entity.fields].map(([key, field]) => [key, kept.has(key) ? { ...field, readonly: true } : field]));
}

function listFaults(rows: ChildRows, raw: unknown, list: readonly unknown[], above: string): readonly Fault[] {
  const at = { pointer: `${above}${pointer(rows.key)}`, title: rows.title };
  if (raw !== undefined && !Array.isArray(raw))
    return [typeFault(at.pointer, at.title, writeText('write.list'), typeof raw)];
  const { min = 0, max = maxRows } = rows;
  if (list.length >= min && list.length <= max) return [];
  const range = expectation(writeText('write.rowRange', { low: min, high: max }));
  return [
    { code: 'E_INPUT_RANGE', ...at, ...range, got: formatMessage(writeText('write.rows', { count: list.length })) },
  ];
}

type Reading = Omit<ChildList, 'inputs'> & { readonly seen: Set<string>; readonly faults: Fault[] };

function readRow(row: unknown, at: string, reading: Reading, context: CallContext): ChildInput {
  const { rows, entity, fields, seen, faults } = reading;
  const { title } = rows;
  const nothing = { id: undefined, values: {}, at, numbers: {}, lists: [] };
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    faults.push(typeFault(at, title, writeText('write.row'), row));
    return nothing;
  }
  const { id, ...raw }: Record<string, unknown> = { ...row };
  const isNew = id === undefined || id === null;
  if (!isNew && (typeof id !== 'string' || !isId(id))) {
    faults.push(typeFault(`${at}/id`, title, writeText('write.id'), id));
    return nothing;
  }
  if (typeof id === 'string' && seen.has(id))
    faults.push({ code: 'E_INPUT_DUPLICATE', pointer: `${at}/id`, title, got: id });
  if (typeof id === 'string') seen.add(id);
  const { own, lists, faults: below } = takeChildren(entity, raw, context, isNew, at);
  const { dictionaries } = context.documents;
  const checked = checkInput(own, { fields, dictionaries, partial: !isNew, now: context.now });
  faults.push(...checked.faults.map((fault) => ({ ...fault, pointer: `${at}${fault.pointer}` })), ...below);
  return { id: typeof id === 'string' ? id : undefined, values: checked.values, at, numbers: {}, lists };
}

/** Draws the numbers of new rows: before the transaction, so that others need not wait for its end. */
export async function numbered(lists: readonly ChildList[], context: CallContext): Promise<readonly ChildList[]> {
  const done: ChildList[] = [];
  for (const list of lists) {
    const inputs: ChildInput[] = [];
    for (const input of list.inputs) {
      const numbers = input.id === undefined ? await numbersFor(list.entity, context) : input.numbers;
      inputs.push({ ...input, numbers, lists: await numbered(input.lists, context) });
    }
    done.push({ ...list, inputs });
  }
  return done;
}
