import { mainSource, type RowsOfDataset, sourcesOf } from '../../dataset/dataset-model.ts';
import { isShort, isTime } from '../../fields/type-groups.ts';
import type { DatasetDocument, EntityDocument } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkDimension } from './check-dimension.ts';
import { checkMeasures } from './check-measures.ts';
import { checkTime, fieldsInSources, type KnownSource } from './dataset-source.ts';

// What a request says besides its filters.
const requestKeys = ['startDate', 'endDate', 'where', 'anyTime', 'dimensions', 'measures', 'compare', 'sort', 'top'];

/** Checks a dataset: its sources, what it groups and filters by in each of them, and its measures. */
export function checkDataset(dataset: DatasetDocument, checker: Checker): void {
  checker.entity(dataset.permission.split(':', 1)[0] ?? '', ['permission']);
  const sources = checkSources(dataset, checker);
  checker.uniqueKeys(dataset.dimensions, ['dimensions']);
  for (const [index, dimension] of (dataset.dimensions ?? []).entries())
    checkDimension(dimension, dataset, sources, checker, ['dimensions', index]);
  checkFilters(dataset, sources, checker);
  checkMeasures(dataset, sources, checker);
  checkDefaults(dataset, checker);
  checkStock(dataset, checker);
}

/** How many there are now is cut by no period, and grouped by no time of its own. */
function checkStock(dataset: DatasetDocument, checker: Checker): void {
  for (const { key } of (dataset.sources ?? []).filter(({ stock }) => stock === true))
    checkStockOf(key, dataset, checker);
  if (dataset.stock !== true) return;
  for (const name of ['period', 'dimensions', 'compare', 'by'] as const)
    if (dataset[name] !== undefined)
      checker.expect(documentText('check.dataset.noOfStock', { name }), JSON.stringify(dataset[name]).slice(0, 60), [
        name,
      ]);
}

function checkStockOf(source: string, { dimensions, measures }: DatasetDocument, checker: Checker): void {
  for (const [index, { bucket, fields }] of (dimensions ?? []).entries())
    if (bucket !== undefined && fields?.[source] !== null)
      checker.expect(documentText('check.dataset.nullForSourceThatIsStock', { source }), bucket, [
        ...['dimensions', index],
        'fields',
      ]);
  for (const [index, measure] of measures.entries())
    if (measure.source === source && measure.time !== undefined)
      checker.expect(documentText('check.dataset.noTimeOfStock'), measure.time, ['measures', index, 'time']);
}

function checkSources(dataset: DatasetDocument, checker: Checker): readonly KnownSource[] {
  checker.uniqueKeys(dataset.sources, ['sources']);
  return sourcesOf(dataset).flatMap((source, index) => {
    const at: At = index === 0 ? [] : ['sources', index - 1];
    if (index > 0 && source.key === mainSource)
      checker.expect(documentText('check.dataset.keyOtherThan', { mainSource }), source.key, [...at, 'key']);
    const document = checker.entity(source.entity, [...at, 'entity']);
    if (document === undefined) return [];
    checkTime(source.time, document, checker, [...at, 'time']);
    if (source.where !== undefined) checker.expression(source.where, 'dataset', { entity: document }, [...at, 'where']);
    checkCredit(source, document, checker, [...at, 'credit']);
    return [{ ...source, document }];
  });
}

/** Whose figures the rows are: a person and a department. */
function checkCredit({ credit }: RowsOfDataset, document: EntityDocument, checker: Checker, at: At): void {
  for (const part of ['owner', 'department'] as const) {
    const path = credit?.[part];
    const field = path === undefined ? undefined : checker.path(document, path, [...at, part]);
    if (field !== undefined && field.type !== 'ref')
      checker.expect(documentText('check.dataset.reference'), `${path}（${field.type}）`, [...at, part]);
  }
}

function checkFilters(dataset: DatasetDocument, sources: readonly KnownSource[], checker: Checker): void {
  checker.uniqueKeys(dataset.filters, ['filters']);
  for (const [index, filter] of (dataset.filters ?? []).entries()) {
    const at = ['filters', index];
    if (requestKeys.includes(filter.key))
      checker.expect(
        documentText('check.dataset.keyRequestDoesNotHaveAlready', { keys: requestKeys }),
        filter.key,
        [...at, 'key'],
        'E_SCHEMA_DUPLICATE',
      );
    for (const { field, path, at: place } of fieldsInSources(filter, sources, checker, at))
      if (!isShort(field) || isTime(field))
        checker.expect(documentText('check.dataset.fieldToFilterByValue'), `${path}（${field.type}）`, place);
  }
}

function checkDefaults(dataset: DatasetDocument, checker: Checker): void {
  const of = [dataset.title, dataset.name] as const;
  const dimensions = (dataset.dimensions ?? []).map((dimension) => dimension.key);
  for (const [index, key] of (dataset.by ?? []).entries())
    checker.name('dimension', key, dimensions, ['by', index], of);
  const sortable = [...dataset.measures.map((measure) => measure.key), ...dimensions];
  for (const [index, item] of (dataset.sort ?? []).entries())
    checker.name('measure', item.replace(/^-/, ''), sortable, ['sort', index], of);
}
