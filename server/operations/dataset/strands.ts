import { mainSource, pathInSource, type RowsOfDataset, sourcesOf } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { PlannedColumn } from '../../records/plan/derived-columns.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import type { Asked } from './read-request.ts';

/** Measures counted over the same rows: those of one source, with the period cut by the same time. */
export type Strand = {
  readonly source: RowsOfDataset;
  readonly measures: readonly DatasetMeasure[];
  /** A filter the source does not have, and conditions on other rows, leave it out; a dimension it does not have leaves it the total only. */
  readonly coverage: 'groups' | 'total' | 'nothing';
};

/** Sorts aggregates by what they are counted over. */
export function strandsOf(
  aggregates: readonly DatasetMeasure[],
  dataset: DatasetDocument,
  asked: Asked,
): readonly Strand[] {
  const strands = new Map<
    string,
    { source: RowsOfDataset; measures: DatasetMeasure[]; coverage: Strand['coverage'] }
  >();
  for (const measure of aggregates) {
    const source = sourcesOf(dataset).find((known) => known.key === (measure.source ?? mainSource));
    if (source === undefined) throw refuse('E_SERVER', { got: `${dataset.name}.${measure.key}` });
    const time = measure.time ?? source.time;
    const name = `${source.key} ${time}`;
    const cut = { ...source, time };
    const strand = strands.get(name) ?? { source: cut, measures: [], coverage: coverageOf(cut, dataset, asked) };
    strand.measures.push(measure);
    strands.set(name, strand);
  }
  return [...strands.values()];
}

function coverageOf(source: RowsOfDataset, dataset: DatasetDocument, asked: Asked): Strand['coverage'] {
  const { filters, dimensions, where } = asked;
  if (where !== undefined && source.entity !== dataset.entity) return 'nothing';
  if ([...filters.keys()].some((filter) => pathInSource(filter, source) === null)) return 'nothing';
  return dimensions.some((dimension) => pathInSource(dimension, source) === null) ? 'total' : 'groups';
}

/** The path of a dimension or filter that the source is known to have. */
export function pathOf(item: Parameters<typeof pathInSource>[0], source: RowsOfDataset): string {
  const path = pathInSource(item, source);
  if (path === null) throw refuse('E_SERVER', { got: source.key });
  return path;
}

/** The column of a path; the documents were checked, so that what is missing, masked or secret is a fault of the server. */
export function openColumn(plan: SelectPlan, path: string): PlannedColumn {
  const column = plan.column(path);
  if (column === undefined || column.field.mask !== undefined || column.field.secret === true)
    throw refuse('E_SERVER', { got: `${plan.entity.document.name}.${path}` });
  return column;
}
