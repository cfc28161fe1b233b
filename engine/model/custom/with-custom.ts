import { checkShape } from '../check/source/check-shape.ts';
import type { DocumentSet } from '../documents/documents.ts';
import type { DictionaryDocument, EntityDocument, EntityField } from '../generated/documents.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { foldLayers } from '../layers/fold.ts';
import type { LayerOperation } from '../layers/layer.ts';
import { isCustomKey } from '../naming/custom-key.ts';
import { withCustomFigures } from './custom-figures.ts';

/** A field made in the app: of which entity, and its document. */
export type CustomField = { readonly entity: string; readonly field: unknown };

/** A dictionary made in the app, or what was changed of a shipped one. */
export type CustomDictionary =
  | { readonly name: string; readonly document: unknown }
  | { readonly name: string; readonly edits: readonly LayerOperation[] };

/** All that was made in the app beside the shipped documents, as it is kept: nothing of it is taken on trust. */
export type CustomContent = {
  readonly fields: readonly CustomField[];
  readonly dictionaries: readonly CustomDictionary[];
};

type Documents = Pick<DocumentSet, 'entities' | 'dictionaries'> & Partial<Pick<DocumentSet, 'datasets'>>;

/**
 * Documents with what was made in the app. What no longer fits them sleeps: a field whose entity, reference or dictionary
 * an upgrade took away, or whose grammar is another by now, is left out and comes back with what it hangs on.
 */
export function withCustom<Set extends Documents>(documents: Set, content: CustomContent): Set {
  if (content.fields.length + content.dictionaries.length === 0) return documents;
  const dictionaries = new Map(documents.dictionaries);
  for (const custom of content.dictionaries) {
    const made = dictionaryInForce(documents.dictionaries.get(custom.name), custom);
    if (made !== undefined) dictionaries.set(custom.name, made);
  }
  // What was worked out for an entity may hang on others too: all of them are new.
  const entities = new Map([...documents.entities].map(([name, entity]) => [name, { ...entity }]));
  for (const { entity: name, field } of content.fields) {
    const made = withField(entities.get(name), field, { entities, dictionaries });
    if (made !== undefined) entities.set(name, made);
  }
  const { datasets } = documents;
  const figures = datasets === undefined ? {} : { datasets: withCustomFigures({ entities, datasets }) };
  return { ...documents, entities, dictionaries, ...figures };
}

/** An entity with one more field; undefined where the field does not fit it. */
function withField(
  entity: EntityDocument | undefined,
  field: unknown,
  documents: Documents,
): EntityDocument | undefined {
  if (entity === undefined || !isJsonObject(field) || !isCustomKey(String(field.key))) return undefined;
  if (entity.fields.some(({ key }) => key === field.key)) return undefined;
  const { document } = checkShape('entity', { ...entity, fields: [...entity.fields, field] });
  const made = document?.fields.at(-1);
  return made !== undefined && leadsSomewhere(made, documents) ? document : undefined;
}

function leadsSomewhere({ ref, dictionary }: EntityField, { entities, dictionaries }: Documents): boolean {
  return (ref === undefined || entities.has(ref)) && (dictionary === undefined || dictionaries.has(dictionary));
}

function dictionaryInForce(
  shipped: DictionaryDocument | undefined,
  custom: CustomDictionary,
): DictionaryDocument | undefined {
  if ('document' in custom)
    return shipped === undefined ? checkShape('dictionary', custom.document).document : undefined;
  return shipped === undefined ? undefined : editedDictionary(shipped, custom.edits);
}

/** A shipped dictionary with its changes; undefined where they make none of it. */
function editedDictionary(
  shipped: DictionaryDocument,
  edits: readonly LayerOperation[],
): DictionaryDocument | undefined {
  const layer = { level: 'org', name: 'org', basedOn: '', operations: edits } as const;
  return checkShape('dictionary', foldLayers(jsonOfDictionary(shipped), [layer]).document).document;
}

/** A dictionary as the JSON that layers are laid over. */
export function jsonOfDictionary(dictionary: DictionaryDocument): JsonObject {
  const json: unknown = dictionary;
  return isJsonObject(json) ? json : {};
}
