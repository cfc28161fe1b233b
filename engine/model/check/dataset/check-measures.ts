import { inOrder, kindOfMeasure, mainSource, measuresRead } from '../../dataset/dataset-model.ts';
import { isNumber } from '../../fields/type-groups.ts';
import type { DatasetDocument, DatasetMeasure, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkTime, type KnownSource, openField } from './dataset-source.ts';

// What a row says besides its figures.
const rowKeys = ['key', 'name', 'keys', 'names', 'rank', 'previous', 'change'];

/** Checks the measures of a dataset: each worked out in one way, from fields that fit or from other measures. */
export function checkMeasures(dataset: DatasetDocument, sources: readonly KnownSource[], checker: Checker): void {
  checker.uniqueKeys(dataset.measures, ['measures']);
  if (dataset.measures.every((measure) => measure.hidden === true))
    checker.expect(documentText('check.measures.measureThatIsNotHidden'), '—', ['measures']);
  for (const [index, measure] of dataset.measures.entries()) {
    const at = ['measures', index];
    if (rowKeys.includes(measure.key))
      checker.expect(
        documentText('check.measures.keyRowDoesNotHaveAlready', { keys: rowKeys }),
        measure.key,
        [...at, 'key'],
        'E_SCHEMA_DUPLICATE',
      );
    checkMeasure(measure, dataset, sources, checker, at);
  }
}

function checkMeasure(
  measure: DatasetMeasure,
  dataset: DatasetDocument,
  sources: readonly KnownSource[],
  checker: Checker,
  at: At,
): void {
  const kind = kindOfMeasure(measure);
  if (kind === undefined) {
    checker.expect(documentText('check.measures.oneOfAggregateRatioComputeShare'), '—', at);
    return;
  }
  if (kind === 'aggregate') {
    checkAggregate(measure, sources, checker, at);
    return;
  }
  for (const name of ['source', 'time', 'field', 'where'] as const)
    if (measure[name] !== undefined)
      checker.expect(documentText('check.measures.withAggregateOnly', { name }), kind, [...at, name]);
  checkDerived(measure, dataset, checker, at);
}

function checkAggregate(measure: DatasetMeasure, sources: readonly KnownSource[], checker: Checker, at: At): void {
  const { aggregate, field, where, time, source = mainSource } = measure;
  const keys = sources.map((known) => known.key);
  if (source !== mainSource && !checker.name('source', source, keys, [...at, 'source'])) return;
  const document = sources.find((known) => known.key === source)?.document;
  if (document === undefined) return;
  if (time !== undefined) checkTime(time, document, checker, [...at, 'time']);
  if (where !== undefined) checker.expression(where, 'dataset', { entity: document }, [...at, 'where']);
  if (aggregate === 'count') {
    if (field !== undefined) checker.expect(documentText('check.measures.noFieldWithCount'), field, [...at, 'field']);
    return;
  }
  if (field === undefined) {
    checker.expect(documentText('check.measures.fieldFor', { aggregate }), '—', at);
    return;
  }
  const found = openField(field, document, checker, [...at, 'field']);
  if (found !== undefined && aggregate !== 'countDistinct' && !isNumber(found))
    checker.expect(documentText('check.measures.fieldThatIsNumber'), `${field}（${found.type}）`, [...at, 'field']);
}

function checkDerived(measure: DatasetMeasure, dataset: DatasetDocument, checker: Checker, at: At): void {
  const of = [dataset.title, dataset.name] as const;
  const known = dataset.measures.map((other) => other.key);
  for (const [place, key] of named(measure)) checker.name('measure', key, known, [...at, ...place], of);
  if (measure.compute !== undefined) {
    // Figures are numbers, whatever they are figures of.
    const figure = (key: string): EntityField => ({ key, title: key, type: 'decimal' });
    const row = new Map(known.map((key) => [key, figure(key)]));
    checker.expression(measure.compute, 'measure', { row, field: figure(measure.key) }, [...at, 'compute']);
  }
  if (inOrder([measure], dataset) === undefined)
    checker.expect(documentText('check.measures.measureThatIsNotMadeOf'), measuresRead(measure).join('、'), at);
}

function named({ ratio, share, cumulative, rank }: DatasetMeasure): readonly (readonly [At, string])[] {
  return [
    ...(ratio === undefined
      ? []
      : ([
          [['ratio', 'of'], ratio.of],
          [['ratio', 'to'], ratio.to],
        ] as const)),
    ...(share === undefined ? [] : ([[['share'], share]] as const)),
    ...(cumulative === undefined ? [] : ([[['cumulative'], cumulative]] as const)),
    ...(rank === undefined ? [] : ([[['rank', 'by'], rank.by]] as const)),
    ...(rank?.next ?? []).map((key, index) => [['rank', 'next', index], key] as const),
  ];
}
