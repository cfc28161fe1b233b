import type { Value } from '../../../contract/definition/schema.ts';
import {
  type DictionaryRow,
  type DictionaryValueRow,
  queryCustomDictionaries,
  saveCustomDictionary,
} from '../../../contract/design/custom-dictionaries.ts';
import { type CustomContent, type CustomDictionary, jsonOfDictionary } from '../../../engine/model/custom/index.ts';
import type { DictionaryDocument, DocumentSet } from '../../../engine/model/documents/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { diffDocuments } from '../../../engine/model/layers/index.ts';
import { isCustomDictionary } from '../../../engine/model/naming/index.ts';
import { expectation, type Message } from '../../../engine/model/texts/index.ts';
import { readStoredDictionaries, type StoredDictionary } from '../../db/design/custom-store.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { mutate } from '../../records/change/mutate.ts';
import { customText } from '../../texts/design/custom-text.ts';
import { refuseDesign } from '../errors.ts';
import { changeTables, noteChange } from '../fields/change-fields.ts';
import { designedEntities } from '../fields/designed-entity.ts';
import { isFixedDictionary, usesOf } from './dictionary-facts.ts';

/** Dictionaries changed in the app: names, colours, order, further choices, and those that are not chosen any more. */
export const dictionaryOperations: readonly CallerOperation[] = [
  implement(queryCustomDictionaries, listDictionaries),
  implement(saveCustomDictionary, saveDictionary),
];

async function listDictionaries(_: object, context: CallContext): Promise<{ readonly list: readonly DictionaryRow[] }> {
  const stored = await readStoredDictionaries(context.db);
  const seen = new Set(designedEntities(context).map((entity) => entity.name));
  const uses = usesOf(context.documents);
  const rowOf = ({ name, title, values }: DictionaryDocument): DictionaryRow => ({
    name,
    title,
    isOwn: isCustomDictionary(name),
    isFixed: !isCustomDictionary(name) && isFixedDictionary(name, context.documents),
    version: stored.find((one) => one.name === name)?.version ?? 0,
    values: values.map(toldValue),
    usedBy: (uses.get(name) ?? [])
      .filter(({ entity }) => seen.has(entity.name))
      .map(({ entity, field }) => `${entity.title} · ${field.title}`),
  });
  return { list: [...context.documents.dictionaries.values()].map(rowOf) };
}

/** A value as it is told, and taken. */
export function toldValue({ key, title, tone, disabled }: DictionaryValueRow): DictionaryValueRow {
  return {
    key,
    title,
    ...(tone === undefined ? {} : { tone }),
    ...(disabled === true ? { disabled } : {}),
  };
}

/** A dictionary as somebody wants it. */
export type Saved = Value<typeof saveCustomDictionary.input>;

async function saveDictionary(input: Saved, context: CallContext): Promise<{ readonly version: number }> {
  const present = context.documents.dictionaries.get(input.name);
  const stored = (await readStoredDictionaries(context.db)).find(({ name }) => name === input.name);
  if ((stored?.version ?? 0) !== input.version) throw refuseDesign('E_DICTIONARY_VERSION', { title: input.title });
  const faults = dictionaryFaults(input, present, context);
  if (faults.length > 0) throw invalidInput(faults);
  const document = dictionaryDocument(input, present);
  const entities = (usesOf(context.documents).get(input.name) ?? []).map(({ entity }) => entity.name);
  // What is kept is told apart from what was shipped while nobody else changes it.
  let kept: CustomDictionary = { name: input.name, document };
  await changeTables(context, {
    plan: (content, shipped) => {
      kept = keptAs(input.name, document, shipped);
      return { content: withDictionary(content, kept), entities: [...new Set(entities)] };
    },
    record: () => keepDictionary(input, kept, stored, context),
  });
  return { version: (stored?.version ?? 0) + 1 };
}

/** A dictionary as it is kept: whole, or of a shipped one what was changed. */
export function keptAs(
  name: string,
  document: JsonObject,
  shipped: Pick<DocumentSet, 'dictionaries'>,
): CustomDictionary {
  const below = shipped.dictionaries.get(name);
  return below === undefined ? { name, document } : { name, edits: diffDocuments(jsonOfDictionary(below), document) };
}

/** What there is, with a dictionary as it shall be. */
export function withDictionary(content: CustomContent, kept: CustomDictionary): CustomContent {
  const others = content.dictionaries.filter(({ name }) => name !== kept.name);
  return { ...content, dictionaries: [...others, kept] };
}

/** Writes a dictionary down whose choices the tables hold. */
export async function keepDictionary(
  { name, title, version, values }: Saved,
  kept: CustomDictionary,
  stored: StoredDictionary | undefined,
  context: CallContext,
): Promise<void> {
  const content = 'edits' in kept ? { edits: kept.edits, document: null } : { edits: null, document: kept.document };
  await mutate('custom_dictionary.save', { name, version, values }, context, async (inside) => {
    await inside.records.hold(`custom_dictionary ${name}`);
    const present = await inside.records.findOne('custom_dictionary', { name });
    if ((present?.version ?? 0) !== version) throw refuseDesign('E_DICTIONARY_VERSION', { title });
    const row = { name, title, ...content };
    const id = present?.id ?? (await inside.records.insert('custom_dictionary', row));
    if (present !== undefined) await inside.records.update('custom_dictionary', id, row);
    const before = stored === undefined ? {} : { before: { edits: stored.edits, document: stored.document } };
    await noteChange('custom_dictionary', 'save', `修改字典“${title}”`, { id, after: row, ...before }, inside);
  });
}

/** The dictionary as it shall be; a shipped one keeps whatever else is said of it. */
export function dictionaryDocument(
  { name, title, values }: Saved,
  present: DictionaryDocument | undefined,
): JsonObject {
  const known = new Map((present?.values ?? []).map((value) => [value.key, value]));
  return {
    ...(present === undefined ? { schemaVersion: 2, name } : jsonOfDictionary(present)),
    title,
    values: values.map((value) => {
      const { tone: _, disabled: __, ...rest } = known.get(value.key) ?? value;
      return { ...rest, ...toldValue(value) };
    }),
  };
}

/** What is wrong with a dictionary as somebody wants it. */
export function dictionaryFaults(
  input: Saved,
  present: DictionaryDocument | undefined,
  context: CallContext,
): readonly Fault[] {
  if (present === undefined && !isCustomDictionary(input.name))
    return [conflict('/name', customText('custom.dictionary.name'), input.name)];
  return [...valueFaults(input, present), ...goneFaults(input, present), ...fixedFaults(input, present, context)];
}

const ownKey = /^x_[a-z0-9_]+$/;

function valueFaults({ values }: Saved, present: DictionaryDocument | undefined): readonly Fault[] {
  const known = new Set((present?.values ?? []).map(({ key }) => key));
  return values.flatMap(({ key, title }, index): readonly Fault[] => {
    const first = values.findIndex((value) => value.key === key || value.title === title);
    if (first !== index)
      return [
        {
          ...conflict(pointer('values', index, 'title'), customText('custom.dictionary.distinct'), title),
          code: 'E_SCHEMA_DUPLICATE',
        },
      ];
    return known.has(key) || ownKey.test(key)
      ? []
      : [conflict(pointer('values', index, 'key'), customText('custom.dictionary.key'), key)];
  });
}

/** What records hold stays; what is not chosen any more is retired. */
function goneFaults({ values }: Saved, present: DictionaryDocument | undefined): readonly Fault[] {
  const gone = (present?.values ?? []).filter(({ key }) => !values.some((value) => value.key === key));
  return gone.map(({ title }) => conflict('/values', customText('custom.dictionary.gone'), title));
}

function fixedFaults(
  { name, values }: Saved,
  present: DictionaryDocument | undefined,
  { documents }: CallContext,
): readonly Fault[] {
  if (present === undefined || isCustomDictionary(name) || !isFixedDictionary(name, documents)) return [];
  const known = new Map(present.values.map((value) => [value.key, value]));
  return values.flatMap((value, index) => {
    const was = known.get(value.key);
    const isSame = was !== undefined && (was.disabled === true) === (value.disabled === true);
    return isSame ? [] : [conflict(pointer('values', index), customText('custom.dictionary.fixed'), value.title)];
  });
}

function conflict(at: string, expected: Message, got: string): Fault {
  return { code: 'E_SCHEMA_CONFLICT', pointer: at, ...expectation(expected), got };
}
