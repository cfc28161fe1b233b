import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';

/** A field that chooses among the values of a dictionary. */
export type DictionaryUse = { readonly entity: EntityDocument; readonly field: EntityField };

/** Every field by the dictionary it chooses from. */
export const usesOf = memoizeByIdentity(
  (documents: Pick<DocumentSet, 'entities'>): ReadonlyMap<string, readonly DictionaryUse[]> => {
    const uses = new Map<string, DictionaryUse[]>();
    for (const entity of documents.entities.values())
      for (const field of entity.fields) {
        const names = [field.dictionary, ...(field.shape?.fields ?? []).map((part) => part.dictionary)];
        for (const name of names)
          if (name !== undefined) uses.set(name, [...(uses.get(name) ?? []), { entity, field }]);
      }
    return uses;
  },
);

/** Choices that programs go by although people make them. */
const ofPrograms: ReadonlySet<string> = new Set([
  ...['data_scope', 'mask_kind', 'masking_mode', 'masking_target', 'holiday_kind', 'saved_view_share'],
  ...['import_policy', 'notification_type', 'file_kind'],
]);

/** Whether its values are what programs and transitions set: then none comes and none goes. */
export function isFixedDictionary(name: string, documents: Pick<DocumentSet, 'entities'>): boolean {
  const uses = usesOf(documents).get(name) ?? [];
  return ofPrograms.has(name) || uses.length === 0 || uses.some(isSetByPrograms);
}

function isSetByPrograms({ entity, field }: DictionaryUse): boolean {
  const isWritten = entity.operations.includes('create') || entity.operations.includes('modify');
  const isState = (entity.states ?? []).some((machine) => machine.field === field.key);
  return field.readonly === true || isState || !isWritten;
}
