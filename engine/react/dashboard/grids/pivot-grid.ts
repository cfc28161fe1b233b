import type { DatasetDocument, PivotCard } from '../../../model/documents/index.ts';
import type { Keys } from '../../../model/drill/index.ts';
import type { DatasetAnswer, DatasetRow } from '../../../model/wire/index.ts';
import type { Grid, GridCell, GridColumn, GridRow, GridWords } from './figure-grid.ts';
import { dimensionTitle, figureOf, namedMeasures } from './table-grid.ts';

type PivotParts = Pick<PivotCard, 'rows' | 'columns' | 'measures' | 'total'>;

/** The rows of an answer crossed: one dimension down, the other across, with the margins as they were counted. */
export function pivotGrid(card: PivotParts, answer: DatasetAnswer, dataset: DatasetDocument, words: GridWords): Grid {
  const measures = namedMeasures(card.measures, dataset);
  const across = valuesOf(card.columns, answer);
  const cells = new Map(answer.rows.map((row) => [address(row, card.rows, card.columns), row]));
  const marginOf = (dimension: string) =>
    new Map((answer.subtotals?.[dimension] ?? []).map((row) => [row.keys[dimension] ?? '', row]));
  const [down, foot] = [marginOf(card.rows), marginOf(card.columns)];
  const groups = [...across, ...(card.total === true ? [{ key: '', name: words.total }] : [])];
  const columns: readonly GridColumn[] = [
    { key: card.rows, title: dimensionTitle(card.rows, dataset), kind: 'name', unit: '' },
    ...groups.flatMap((group, place) =>
      measures.map(({ key, title, unit }): GridColumn => {
        const id = `${place}/${key}`;
        const figure = { key: id, kind: 'figure', unit } as const;
        return measures.length === 1 ? { ...figure, title: group.name } : { ...figure, title, group: group.name };
      }),
    ),
  ];
  const figures = (row: Readonly<Record<string, unknown>> | undefined, keys: Keys): readonly GridCell[] =>
    measures.map(({ key }) => ({ value: figureOf(row, key), figure: { measure: key, keys } }));
  const rows = valuesOf(card.rows, answer).map(
    ({ key, name }): GridRow => ({
      key,
      cells: [
        { value: name },
        ...across.flatMap((column) =>
          figures(cells.get(`${key}\n${column.key}`), { [card.rows]: key, [card.columns]: column.key }),
        ),
        ...(card.total === true ? figures(down.get(key), { [card.rows]: key }) : []),
      ],
    }),
  );
  if (card.total !== true) return { columns, rows };
  const total = [
    { value: words.total },
    ...across.flatMap(({ key }) => figures(foot.get(key), { [card.columns]: key })),
    ...figures(answer.total, {}),
  ];
  return { columns, rows, total: { key: 'total', cells: total } };
}

function address(row: DatasetRow, down: string, across: string): string {
  return `${row.keys[down] ?? ''}\n${row.keys[across] ?? ''}`;
}

/** The values a dimension takes, in the order of the answer. */
function valuesOf(
  dimension: string,
  answer: DatasetAnswer,
): readonly { readonly key: string; readonly name: string }[] {
  const named = new Map<string, string>();
  for (const row of [...(answer.subtotals?.[dimension] ?? []), ...answer.rows]) {
    const key = row.keys[dimension] ?? '';
    if (!named.has(key)) named.set(key, row.names[dimension] ?? key);
  }
  return [...named].map(([key, name]) => ({ key, name }));
}
