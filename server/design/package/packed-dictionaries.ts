import type { PackageLine, PackedDictionary } from '../../../contract/design/page-packages.ts';
import { withCustom } from '../../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { sameJson } from '../../../engine/model/layers/index.ts';
import { readStoredDictionaries, type StoredDictionary } from '../../db/design/custom-store.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { dictionaryDocument, dictionaryFaults, type Saved, toldValue } from '../dictionaries/dictionary-operations.ts';
import { rightFaults } from './right-to-make.ts';

/** A dictionary of a package, and what it would be here. */
export type DictionaryPart = {
  readonly line: PackageLine;
  readonly input: Saved;
  readonly document: JsonObject;
  readonly stored: StoredDictionary | undefined;
};

/** What the dictionaries of a package would be here: values that are here alone stay, behind those of the package. */
export async function dictionaryParts(
  packed: readonly PackedDictionary[],
  context: CallContext,
): Promise<readonly DictionaryPart[]> {
  if (packed.length === 0) return [];
  const stored = await readStoredDictionaries(context.db);
  return packed.map((one) =>
    partOf(
      one,
      stored.find(({ name }) => name === one.name),
      context,
    ),
  );
}

function partOf(
  { name, title, values }: PackedDictionary,
  stored: StoredDictionary | undefined,
  context: CallContext,
): DictionaryPart {
  const present = context.documents.dictionaries.get(name);
  const own = (present?.values ?? []).map(toldValue);
  const kept = own.filter(({ key }) => values.every((value) => value.key !== key));
  const input = { name, title, version: stored?.version ?? 0, values: [...values, ...kept] };
  const isSame = present !== undefined && sameJson([present.title, own], [title, input.values]);
  const faults = isSame ? [] : [...rightFaults(context), ...dictionaryFaults(input, present, context)];
  const state = isSame ? 'same' : faults.length > 0 ? 'faulty' : present === undefined ? 'new' : 'replaced';
  return { line: lineOf({ name, title }, state, faults), input, document: dictionaryDocument(input, present), stored };
}

function lineOf(
  { name, title }: { readonly name: string; readonly title: string },
  state: PackageLine['state'],
  faults: readonly Fault[],
): PackageLine {
  const nothing = { level: null, role: null, edits: 0, asleep: [], conflicts: 0 };
  return { kind: 'dictionary', page: name, title, ...nothing, state, faults };
}

/** The documents with dictionaries of a package as they would be. */
export function withDictionaries(documents: DocumentSet, parts: readonly DictionaryPart[]): DocumentSet {
  const changed = parts.filter(({ line }) => line.state === 'new' || line.state === 'replaced');
  const names = new Set(changed.map(({ input }) => input.name));
  const others = new Map([...documents.dictionaries].filter(([name]) => !names.has(name)));
  const dictionaries = changed.map(({ input: { name }, document }) => ({ name, document }));
  return withCustom<DocumentSet>({ ...documents, dictionaries: others }, { fields: [], dictionaries });
}
