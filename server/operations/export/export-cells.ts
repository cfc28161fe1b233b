import type { DocumentSet, EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import { isCustomKey, relationName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { CellWriter, TableCell } from '../../fields/kind/server-field-type.ts';
import { textCell } from '../../fields/kind/written-cell.ts';
import { labelPath } from '../../records/plan/select-plan.ts';
import { exportText } from '../../texts/export-text.ts';
import type { ExportColumn } from './export-request.ts';

/** How a cell is read out of a record, and the paths the record must carry for it. */
type Reading = { readonly ask: readonly string[]; readonly read: (record: WireRecord) => TableCell };

/** Reads the cells of an exported table out of records as they are answered to the caller, masks put on. */
export class ExportCells {
  /** The paths the records must carry. */
  readonly fields: readonly string[];
  readonly #readings: readonly Reading[];

  constructor(columns: readonly ExportColumn[], entity: EntityModel, documents: DocumentSet) {
    this.#readings = columns.map(({ path }) => readingOf(path, entity, documents));
    this.fields = [...new Set(this.#readings.flatMap(({ ask }) => ask))];
  }

  /** The cells of one record. */
  row(record: WireRecord): readonly TableCell[] {
    return this.#readings.map(({ read }) => read(record));
  }
}

function readingOf(path: string, entity: EntityModel, documents: DocumentSet): Reading {
  const field = resolvePath(documents.entities, entity.document, path)?.field;
  // One made in the app may be retired while its export goes on: its column says so.
  if (field === undefined && path.split('.').some(isCustomKey))
    return { ask: [], read: () => formatMessage(exportText('export.retired')) };
  if (field === undefined) throw new TypeError(`no field ${path}`);
  const before = path.split('.').slice(0, -1);
  const label = labelPath(field, { documents });
  if (label !== undefined) {
    // A reference is told by what its row is called, and that by the face of its own field.
    const at = [...before, ...label.split('.')];
    const named = resolvePath(documents.entities, entity.document, at.join('.'))?.field;
    return plainReading(at.join('.'), at, cellOf(named ?? field, documents));
  }
  if (field.type === 'refs' && field.ref !== undefined) {
    const key = documents.entities.get(field.ref)?.label ?? 'id';
    const names = (value: unknown) =>
      (Array.isArray(value) ? value : [])
        .map((row: Readonly<Record<string, unknown>>) => String(row[key] ?? ''))
        .join('、');
    return plainReading(path, [...before, relationName(field.key)], names);
  }
  if (field.refBy !== undefined) return kindReading(path, field, field.refBy, documents);
  return plainReading(path, path.split('.'), cellOf(field, documents));
}

function plainReading(ask: string, path: readonly string[], cell: CellWriter): Reading {
  return { ask: [ask], read: (record) => cell(valueAt(record, path)) };
}

/** What names one of several kinds is told by the label of its kind, as on the screen; by its kind where nobody tells the label. */
function kindReading(
  path: string,
  { key }: EntityField,
  { field: by, entities }: NonNullable<EntityField['refBy']>,
  documents: DocumentSet,
): Reading {
  const before = path.split('.').slice(0, -1);
  const kindAt = [...before, by];
  const read = (record: WireRecord): TableCell => {
    if (valueAt(record, path.split('.')) === null) return '';
    const kind = documents.entities.get(entities[String(valueAt(record, kindAt))] ?? '');
    const label = kind === undefined ? undefined : entityModel(kind).fields.get(kind.label);
    const name = label === undefined ? null : valueAt(record, [...before, relationName(key), label.key]);
    return label === undefined || name === null || name === undefined
      ? (kind?.title ?? '')
      : cellOf(label, documents)(name);
  };
  return { ask: [path, kindAt.join('.')], read };
}

function cellOf(field: EntityField, { dictionaries }: DocumentSet): CellWriter {
  return serverFieldTypes[field.type].exported?.(field, dictionaries) ?? textCell;
}

function valueAt(record: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
