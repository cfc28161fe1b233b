import type { ViewContext } from '../../model/view/index.ts';
import { valueAt } from '../record/record-path.ts';

/** The colour in which a record of an entity is named, by the field the entity names for it; undefined where it names none. */
export function chipTone(record: unknown, entity: string | undefined, context: ViewContext): string | undefined {
  const document = context.entities.get(entity ?? '');
  const field = document?.fields.find(({ key }) => key === document.chip);
  if (field === undefined) return undefined;
  const value = valueAt(record, field.key);
  const values = context.dictionaries.get(field.dictionary ?? '')?.values ?? [];
  return values.find(({ key }) => key === value)?.tone ?? 'default';
}
