import type { EntityField } from '../../../engine/model/documents/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { Dictionaries } from '../../fields/kind/server-field-type.ts';
import { typeFault } from '../../kernel/errors/wrong-input.ts';
import { importText } from '../../texts/import-text.ts';

/** A cell as a value of its field, before it is checked like one typed into the form; or what is wrong with it. */
export type CellOutcome = { readonly value: unknown } | { readonly fault: Fault };

/** Reads a cell as what its field holds. References are left as the texts they are; several are a list. */
export function cellValue(field: EntityField, cell: string, dictionaries: Dictionaries): CellOutcome {
  const text = cell.trim();
  if (text === '') return { value: null };
  if (/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/.test(text))
    return wrong(field, importText('import.cell'), text);
  const { imported } = serverFieldTypes[field.type];
  const value = imported.read === undefined ? text : imported.read(text, field, dictionaries);
  return value === undefined ? wrong(field, imported.expected ?? field.title, text) : { value };
}

function wrong(field: EntityField, expected: string | Message, got: string): CellOutcome {
  const shown = [...got].slice(0, 40).join('');
  return { fault: typeFault(pointer(field.key), field.title, expected, shown) };
}
