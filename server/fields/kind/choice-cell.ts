import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { CellWriter, Dictionaries } from './server-field-type.ts';

/** A value of the field's dictionary by its title. */
export function choiceCell(field: EntityField, dictionaries: Dictionaries): CellWriter {
  const values = dictionaries.get(field.dictionary ?? '')?.values ?? [];
  const titles = new Map(values.map(({ key, title }) => [key, title]));
  return (value) => (typeof value === 'string' ? (titles.get(value) ?? value) : null);
}
