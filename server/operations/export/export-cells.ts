import {
  type DocumentSet,
  type EntityField,
  type EntityModel,
  relationName,
  resolvePath,
  shanghaiOffset,
  type WireRecord,
} from '../../../engine/model/index.ts';
import type { Cell } from '../../files/table/write-csv.ts';
import { labelPath } from '../../records/plan/select-plan.ts';
import type { ExportColumn } from './export-request.ts';

type Reading = { readonly path: readonly string[]; readonly cell: (value: unknown) => Cell };

/** Reads the cells of an exported table out of records as they are answered to the caller, masks put on. */
export class ExportCells {
  /** The paths the records must carry. */
  readonly fields: readonly string[];
  readonly #readings: readonly Reading[];

  constructor(columns: readonly ExportColumn[], entity: EntityModel, documents: DocumentSet) {
    const planned = columns.map(({ path }) => planOf(path, entity, documents));
    this.fields = [...new Set(planned.map(({ ask }) => ask))];
    this.#readings = planned.map(({ reading }) => reading);
  }

  /** The cells of one record. */
  row(record: WireRecord): readonly Cell[] {
    return this.#readings.map(({ path, cell }) => cell(valueAt(record, path)));
  }
}

function planOf(
  path: string,
  entity: EntityModel,
  documents: DocumentSet,
): { readonly ask: string; readonly reading: Reading } {
  const field = resolvePath(documents.entities, entity.document, path)?.field;
  if (field === undefined) throw new TypeError(`no field ${path}`);
  const before = path.split('.').slice(0, -1);
  const label = labelPath(field, { documents });
  if (label !== undefined) {
    // A reference is told by what its row is called, and that by the face of its own field.
    const at = [...before, ...label.split('.')];
    const named = resolvePath(documents.entities, entity.document, at.join('.'))?.field;
    return { ask: at.join('.'), reading: { path: at, cell: cellOf(named ?? field, documents) } };
  }
  if (field.type === 'refs' && field.ref !== undefined) {
    const key = documents.entities.get(field.ref)?.label ?? 'id';
    const names = (value: unknown) =>
      (Array.isArray(value) ? value : [])
        .map((row: Readonly<Record<string, unknown>>) => String(row[key] ?? ''))
        .join('、');
    return { ask: path, reading: { path: [...before, relationName(field.key)], cell: names } };
  }
  return { ask: path, reading: { path: path.split('.'), cell: cellOf(field, documents) } };
}

function cellOf(field: EntityField, documents: DocumentSet): (value: unknown) => Cell {
  switch (field.type) {
    case 'money':
      return number((cents) => cents / 100);
    case 'int':
    case 'decimal':
      return number((value) => value);
    case 'bool':
      return (value) => (typeof value === 'boolean' ? (value ? '是' : '否') : null);
    case 'datetime':
      return (value) => (typeof value === 'string' ? shanghaiTime(value) : null);
    case 'json':
      return field.dictionary === undefined
        ? text
        : choices(documents.dictionaries.get(field.dictionary)?.values ?? []);
    case 'enum':
      return choice(documents.dictionaries.get(field.dictionary ?? '')?.values ?? []);
    default:
      return text;
  }
}

function number(convert: (value: number) => number): (value: unknown) => Cell {
  // What a mask or an older node left as text stays text.
  return (value) => (typeof value === 'number' ? convert(value) : text(value));
}

function choice(values: readonly { readonly key: string; readonly title: string }[]): (value: unknown) => Cell {
  const titles = new Map(values.map(({ key, title }) => [key, title]));
  return (value) => (typeof value === 'string' ? (titles.get(value) ?? value) : null);
}

function choices(values: Parameters<typeof choice>[0]): (value: unknown) => Cell {
  const one = choice(values);
  return (value) => (Array.isArray(value) ? value.map(one).join('、') : text(value));
}

function text(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function valueAt(record: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A moment as people in the office write it. */
export function shanghaiTime(moment: string): string {
  return new Date(Date.parse(moment) + shanghaiOffset).toISOString().slice(0, 19).replace('T', ' ');
}
