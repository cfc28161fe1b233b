import type { CustomContent, CustomDictionary } from '../../../engine/model/custom/index.ts';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { readStoredFields } from '../../db/design/custom-store.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { CustomChange, CustomPlan } from '../../kernel/services/custom-tables.ts';
import { usesOf } from '../dictionaries/dictionary-facts.ts';
import { keepDictionary, keptAs, withDictionary } from '../dictionaries/dictionary-operations.ts';
import { insertField, keepField, nextOrdinal, refuseMade, withField } from '../fields/change-fields.ts';
import type { CustomParts } from './rehearse.ts';

/** Parts that are written: what is the same already is not. */
export function writtenParts({ dictionaries, fields }: CustomParts): CustomParts {
  const isWritten = ({ line: { state } }: { readonly line: { readonly state: string } }) =>
    state === 'new' || state === 'replaced';
  return { dictionaries: dictionaries.filter(isWritten), fields: fields.filter(isWritten) };
}

type Sound = { readonly entity: EntityDocument; readonly field: EntityField };

/** What the tables hold once the parts are in force, and the dictionaries as they are to be kept. */
export function planOf(
  { dictionaries, fields }: CustomParts,
  present: CustomContent,
  shipped: Parameters<CustomChange['plan']>[1],
): { readonly plan: CustomPlan; readonly kept: ReadonlyMap<string, CustomDictionary> } {
  const kept = new Map<string, CustomDictionary>();
  let content = present;
  for (const { input, document } of dictionaries) {
    const one = keptAs(input.name, document, shipped);
    kept.set(input.name, one);
    content = withDictionary(content, one);
  }
  const sound: (Sound & { readonly isNew: boolean })[] = fields.flatMap(({ entity, field, line }) =>
    entity === undefined || field === undefined ? [] : [{ entity, field, isNew: line.state === 'new' }],
  );
  for (const { entity, field, isNew } of sound) {
    if (isNew) refuseMade(entity.name, field.key, present);
    content = withField(content, entity.name, field);
  }
  const drops = sound
    .filter(({ isNew }) => isNew)
    .map(({ entity, field }) => ({ entity: entity.name, key: field.key }));
  const names = new Set([...sound.map(({ entity }) => entity.name), ...entitiesUsing(dictionaries, shipped)]);
  return { plan: { content, entities: [...names], drops }, kept };
}

/** Entities whose tables know the choices of dictionaries. */
function entitiesUsing(
  dictionaries: CustomParts['dictionaries'],
  shipped: Parameters<CustomChange['plan']>[1],
): readonly string[] {
  const uses = usesOf(shipped);
  return dictionaries.flatMap(({ input }) => (uses.get(input.name) ?? []).map(({ entity }) => entity.name));
}

/** Writes the parts down: in force with everything else of the package, at its commit. */
export async function bringCustom(
  { dictionaries, fields }: CustomParts,
  kept: ReadonlyMap<string, CustomDictionary>,
  inside: RuleContext,
): Promise<void> {
  // The answer of the whole is kept under the key of the call.
  const part = { ...inside, idempotencyKey: undefined };
  for (const { input, document, stored } of dictionaries)
    await keepDictionary(input, kept.get(input.name) ?? { name: input.name, document }, stored, part);
  for (const { entity, field, stored } of fields) {
    if (entity === undefined || field === undefined) continue;
    if (stored !== undefined) await keepField(entity, field, stored, part);
    else await insertField(entity, field, nextOrdinal(await readStoredFields(inside.db, entity.name)), inside);
  }
}
