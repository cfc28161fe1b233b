import type { EntityField, FieldShape, ShapeField } from '../../../engine/model/documents/index.ts';
import { unitSign } from '../../../engine/model/entity/index.ts';
import { isShapeValues, type ShapeValues } from '../../../engine/model/fields/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import type { FieldChange } from '../../../engine/model/wire/index.ts';
import type { Dictionaries } from '../../fields/kind/server-field-type.ts';
import { partCell, shapeCell } from '../../fields/shape-fields.ts';
import { isSame } from '../../records/change/write-row.ts';
import { historyText } from '../../texts/history-text.ts';

/** What a change did to a structured value: each key that changed, and each row that came or went. */
export function shapeChanges(
  field: EntityField,
  shape: FieldShape,
  values: { readonly before: unknown; readonly after: unknown },
  dictionaries: Dictionaries,
): readonly FieldChange[] {
  const told = new ShapeWords(field, shape, dictionaries);
  const { before, after } = values;
  if (shape.list !== true) return told.keys(field.key, partsOf(before), partsOf(after));
  return rowChanges(rowsOf(before), rowsOf(after), told);
}

function partsOf(value: unknown): ShapeValues {
  return isShapeValues(value) ? value : {};
}

function rowsOf(value: unknown): readonly ShapeValues[] {
  return Array.isArray(value) ? value.map(partsOf) : [];
}

/** Rows that are the same at both ends are left out; the others are told in pairs, and those beyond as new or gone. */
function rowChanges(
  before: readonly ShapeValues[],
  after: readonly ShapeValues[],
  told: ShapeWords,
): readonly FieldChange[] {
  const start = sameRows(before, after);
  const [was, is] = [before.slice(start), after.slice(start)];
  const end = sameRows(was.toReversed(), is.toReversed());
  const [old, fresh] = [was.slice(0, was.length - end), is.slice(0, is.length - end)];
  if (isSame(inOneOrder(old), inOneOrder(fresh))) return [told.order(old, fresh)];
  return Array.from({ length: Math.max(old.length, fresh.length) }, (_, at) => {
    const [earlier, later] = [old[at], fresh[at]];
    return earlier === undefined || later === undefined
      ? [told.row(start + at + 1, earlier, later)]
      : told.keysOfRow(start + at + 1, earlier, later);
  }).flat();
}

/** How many rows from the first on are the same. */
function sameRows(a: readonly ShapeValues[], b: readonly ShapeValues[]): number {
  const different = a.findIndex((row, at) => at >= b.length || !isSame(row, b[at]));
  return different === -1 ? a.length : different;
}

function inOneOrder(rows: readonly ShapeValues[]): readonly string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}

/** Changes of a structured value in words. */
class ShapeWords {
  constructor(
    readonly field: EntityField,
    readonly shape: FieldShape,
    readonly dictionaries: Dictionaries,
  ) {}

  /** What changed of the value, or of one of its rows. */
  keys(at: string, before: ShapeValues, after: ShapeValues, number?: number): readonly FieldChange[] {
    return this.shape.fields.flatMap((part): readonly FieldChange[] => {
      const { key, type } = part;
      const [was, is] = [before[key] ?? null, after[key] ?? null];
      if (isSame(was, is)) return [];
      const words = this.#wordsOf(part);
      return [
        {
          ...{
            key: `${at}/${key}`,
            title: formatMessage(this.#partTitle(part.title, number)),
            type,
            before: was,
            after: is,
          },
          ...(words === undefined ? {} : { beforeText: words(was), afterText: words(is) }),
        },
      ];
    });
  }

  keysOfRow(number: number, before: ShapeValues, after: ShapeValues): readonly FieldChange[] {
    return this.keys(`${this.field.key}/${number}`, before, after, number);
  }

  /** A row that is new, or gone. */
  row(number: number, before: ShapeValues | undefined, after: ShapeValues | undefined): FieldChange {
    const title = historyText('history.row', { field: this.field.title, number });
    return this.#whole(`${number}`, title, before, after);
  }

  order(before: readonly ShapeValues[], after: readonly ShapeValues[]): FieldChange {
    return this.#whole('order', historyText('history.order', { field: this.field.title }), before, after);
  }

  #partTitle(part: string, number: number | undefined): Message {
    const field = this.field.title;
    return number === undefined
      ? historyText('history.part', { field, part })
      : historyText('history.partOfRow', { field, part, number });
  }

  #whole(at: string, title: Message, before: unknown, after: unknown): FieldChange {
    const { key, type } = this.field;
    const words = shapeCell(this.shape, this.dictionaries);
    return {
      ...{ key: `${key}/${at}`, title: formatMessage(title), type },
      ...{ before: before ?? null, after: after ?? null },
      ...{ beforeText: String(words(before) ?? ''), afterText: String(words(after) ?? '') },
    };
  }

  /** What puts a value into words; undefined where its type speaks for itself. */
  #wordsOf(part: ShapeField): ((value: unknown) => string) | undefined {
    const sign = part.unit === undefined ? undefined : unitSign(part);
    if (part.type !== 'enum' && part.type !== 'bool' && sign === undefined) return undefined;
    const cell = partCell(part, this.dictionaries);
    return (value) => {
      const text = String(cell(value) ?? '');
      return text === '' || sign === undefined ? text : `${text} ${sign}`;
    };
  }
}
