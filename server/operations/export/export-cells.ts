import type { DocumentSet, EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import { relationName } from '../../../engine/model/naming/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { CellWriter, TableCell } from '../../fields/kind/server-field-type.ts';
import { textCell } from '../../fields/kind/written-cell.ts';
import { labelPath } from '../../records/plan/select-plan.ts';
import type { ExportColumn } from './export-request.ts';

type Reading = { readonly path: readonly string[]; readonly cell: CellWriter };

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
  row(record: WireRecord): readonly TableCell[] {
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
