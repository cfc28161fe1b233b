import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { checkInput } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { checkReferences } from '../../records/change/references.ts';
import { writeText } from '../../texts/write-text.ts';

/** Which records are put into lists of references, and which are taken out of them, by the key of the field. */
export type ListedChanges = { readonly add: Lists; readonly remove: Lists };
type Lists = ReadonlyMap<string, readonly string[]>;

/** Nothing put in, nothing taken out. */
export const noChanges: ListedChanges = { add: new Map(), remove: new Map() };

/** Parts what is put into lists and taken out of them, `{add: {key: ids}, remove: {key: ids}}`, from the other values. */
export async function takeListed(
  entity: EntityModel,
  { add, remove, ...values }: Values,
  context: CallContext,
): Promise<{ readonly listed: ListedChanges; readonly values: Values }> {
  const lists = new Map([...entity.fields].filter(([, { type }]) => type === 'refs'));
  const added = checkedLists('add', add, lists, context);
  const removed = checkedLists('remove', remove, lists, context);
  for (const key of [...Object.keys(added), ...Object.keys(removed)])
    if (key in values || (key in added && key in removed))
      throw wrongInput(
        `/${key}`,
        entity.fields.get(key)?.title ?? key,
        writeText('write.oneOf'),
        formatMessage(writeText('write.several')),
      );
  // What is taken out may be gone by now; what is put in must be there.
  await checkReferences(added, lists, context);
  return { listed: { add: listsOf(added), remove: listsOf(removed) }, values };
}

function checkedLists(
  word: 'add' | 'remove',
  input: unknown,
  fields: ReadonlyMap<string, EntityField>,
  context: CallContext,
): Values {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw wrongInput(`/${word}`, writeText('write.listed'), writeText('write.listedShape'), typeof input);
  const { dictionaries } = context.documents;
  const { values, faults } = checkInput({ ...input }, { fields, dictionaries, partial: true, now: context.now });
  if (faults.length > 0) throw invalidInput(faults.map((fault) => within(word, fault)));
  return values;
}

function within(word: string, fault: Fault): Fault {
  return { ...fault, pointer: `${pointer(word)}${fault.pointer}` };
}

function listsOf(values: Values): Lists {
  return new Map(Object.entries(values).map(([key, value]) => [key, idsIn(value)]));
}

/** What the lists of a record come to; refused where one has no room for so many, or must not be empty. */
export function listedValues(
  record: Values,
  { add, remove }: ListedChanges,
  { fields }: EntityModel,
  { documents: { dictionaries }, now }: CallContext,
): Values {
  const keys = [...new Set([...add.keys(), ...remove.keys()])];
  const wanted = Object.fromEntries(
    keys.map((key) => {
      const gone = new Set(remove.get(key));
      return [key, [...new Set([...idsIn(record[key]), ...(add.get(key) ?? [])])].filter((id) => !gone.has(id))];
    }),
  );
  const { values, faults } = checkInput(wanted, { fields, dictionaries, partial: true, now });
  if (faults.length > 0) throw invalidInput(faults);
  return values;
}

/** What really came in and went out of a record: what undoing it takes out and puts back. */
export function listedBack({ add, remove }: ListedChanges, before: Values, after: Values): Values {
  const lists = [...new Set([...add.keys(), ...remove.keys()])].filter((key) => key in after);
  const less = (from: unknown, other: unknown) => idsIn(from).filter((id) => !idsIn(other).includes(id));
  return Object.fromEntries(
    lists.map((key) => [key, { add: less(before[key], after[key]), remove: less(after[key], before[key]) }]),
  );
}

/** Reads what `listedBack` kept. */
export function readListed(kept: unknown): ListedChanges {
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  const lists = (word: 'add' | 'remove'): Lists =>
    new Map(entries.map(([key, change]: [string, unknown]) => [key, idsIn(partOf(change, word))]));
  return { add: lists('add'), remove: lists('remove') };
}

function partOf(change: unknown, word: 'add' | 'remove'): unknown {
  return typeof change === 'object' && change !== null && word in change ? Reflect.get(change, word) : undefined;
}

function idsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((id): id is string => typeof id === 'string');
}
