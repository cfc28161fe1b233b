import { unitOfMeasure } from '../../../model/dataset/index.ts';
import type { DatasetDocument, TableCard } from '../../../model/documents/index.ts';
import type { DatasetAnswer, DatasetComparison, DatasetRow } from '../../../model/wire/index.ts';
import type { Grid, GridCell, GridColumn, GridWords } from './figure-grid.ts';

/** The figure of a row under a measure. */
export function figureOf(row: Readonly<Record<string, unknown>> | undefined, measure: string): number | null {
  const value = row?.[measure];
  return typeof value === 'number' ? value : null;
}

/** A measure with what the answer says about it. */
export type NamedMeasure = { readonly key: string; readonly title: string; readonly unit: string };

/** Measures by their keys, in that order. */
export function namedMeasures(keys: readonly string[], dataset: DatasetDocument): readonly NamedMeasure[] {
  return keys.flatMap((key) => {
    const measure = dataset.measures.find((known) => known.key === key);
    return measure === undefined ? [] : [{ key, title: measure.title, unit: unitOfMeasure(measure, dataset) }];
  });
}

/** The title of a dimension by its key. */
export function dimensionTitle(key: string, dataset: DatasetDocument): string {
  return dataset.dimensions?.find((dimension) => dimension.key === key)?.title ?? key;
}

type TableParts = Pick<TableCard, 'dimensions' | 'measures' | 'compare' | 'total'>;

/** The rows of an answer as a table card shows them. */
export function tableGrid(card: TableParts, answer: DatasetAnswer, dataset: DatasetDocument, words: GridWords): Grid {
  const measures = namedMeasures(card.measures, dataset);
  const names = card.dimensions.map(
    (key): GridColumn => ({ key, title: dimensionTitle(key, dataset), kind: 'name', unit: '' }),
  );
  const columns = [...names, ...measures.flatMap((measure) => measureColumns(measure, card.compare, words))];
  const rows = answer.rows.map((row) => ({
    key: row.key,
    cells: [
      ...card.dimensions.map((key): GridCell => ({ value: row.names[key] ?? '' })),
      ...measures.flatMap((measure) => measureCells(measure.key, row, card.compare)),
    ],
  }));
  if (card.total !== true) return { columns, rows };
  const compared = answer.comparisons?.find((one) => one.key === card.compare);
  const cells = [
    ...card.dimensions.map((_, index): GridCell => ({ value: index === 0 ? words.total : '' })),
    ...measures.flatMap((measure): readonly GridCell[] => [
      { value: answer.total[measure.key] ?? null, figure: { measure: measure.key, keys: {} } },
      ...(card.compare === undefined
        ? []
        : [
            {
              value: compared?.total[measure.key] ?? null,
              figure: { measure: measure.key, keys: {}, compared: card.compare },
            },
            { value: compared?.change[measure.key] ?? null },
          ]),
    ]),
  ];
  return { columns, rows, total: { key: 'total', cells } };
}

function measureColumns(
  { key, title, unit }: NamedMeasure,
  compare: DatasetComparison | undefined,
  words: GridWords,
): readonly GridColumn[] {
  if (compare === undefined) return [{ key, title, kind: 'figure', unit }];
  return [
    { key, title: words.now, group: title, kind: 'figure', unit },
    { key: `${key}/before`, title: words.before, group: title, kind: 'figure', unit },
    { key: `${key}/change`, title: words.change, group: title, kind: 'change', unit: 'percent' },
  ];
}

function measureCells(key: string, row: DatasetRow, compare: DatasetComparison | undefined): readonly GridCell[] {
  const now: GridCell = { value: figureOf(row, key), figure: { measure: key, keys: row.keys } };
  if (compare === undefined) return [now];
  const figure = { measure: key, keys: row.keys, compared: compare };
  return [
    now,
    { value: row.previous?.[compare]?.[key] ?? null, figure },
    { value: row.change?.[compare]?.[key] ?? null },
  ];
}
