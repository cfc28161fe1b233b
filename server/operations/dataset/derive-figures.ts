import { unitOfMeasure } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';

/** Figures by measure, while they are worked out. */
export type Figures = Record<string, number | null>;

/** A group with its keys along the dimensions of its table. */
export type FigureRow = { readonly keys: readonly string[]; readonly figures: Figures };

/** Adds to every row, and to the total, the measures that are made of others; the rows stand in their natural order. */
export function deriveFigures(
  rows: readonly FigureRow[],
  total: Figures,
  measures: readonly DatasetMeasure[],
  dataset: DatasetDocument,
): void {
  for (const measure of measures) {
    if (measure.aggregate !== undefined) continue;
    const { key, cumulative, rank } = measure;
    const one = ofOneRow(measure, dataset);
    if (cumulative !== undefined) accumulate(rows, total, key, cumulative);
    else if (rank !== undefined) place(rows, total, key, [rank.by, ...(rank.next ?? [])]);
    else {
      total[key] = one(total, total);
      for (const row of rows) row.figures[key] = one(row.figures, total);
    }
  }
}

function place(rows: readonly FigureRow[], total: Figures, key: string, by: readonly string[]): void {
  total[key] = null;
  const places = placesOf(
    rows.map((row) => row.figures),
    by.map((measure) => ({ key: measure, descending: true })),
  );
  for (const [index, row] of rows.entries()) row.figures[key] = places[index] ?? null;
}

type OfOneRow = (figures: Figures, total: Figures) => number | null;

/** How a measure follows from the other figures of its row, and of the total. */
function ofOneRow(measure: DatasetMeasure, dataset: DatasetDocument): OfOneRow {
  const { ratio, share, compute } = measure;
  const scale = unitOfMeasure(measure, dataset) === 'percent' ? 100 : 1;
  if (ratio !== undefined) return (figures) => quotient(figures[ratio.of], figures[ratio.to], scale);
  if (share !== undefined) return (figures, total) => quotient(figures[share], total[share], scale);
  const parsed = compute === undefined ? undefined : parseExpression(compute);
  if (parsed?.ok !== true) return () => null;
  return (figures) => {
    const value = evaluate(parsed.expression, { row: figures });
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
}

/** A part of a whole; of nothing there is none. */
function quotient(part: number | null | undefined, whole: number | null | undefined, scale: number): number | null {
  if (part === null || part === undefined || whole === null || whole === undefined || whole === 0) return null;
  return (part * scale) / whole;
}

/** Running sums along the first dimension, one for each group of the others. */
function accumulate(rows: readonly FigureRow[], total: Figures, key: string, of: string): void {
  const sums = new Map<string, number>();
  total[key] = total[of] ?? null;
  for (const { keys, figures } of rows) {
    const group = JSON.stringify(keys.slice(1));
    const sum = (sums.get(group) ?? 0) + (figures[of] ?? 0);
    sums.set(group, sum);
    figures[key] = sum;
  }
}

/** A figure to compare rows by. */
export type ComparedBy = { readonly key: string; readonly descending: boolean };

/** Compares figures by several measures; what has no figure comes last either way. */
export function compareFigures(a: Figures, b: Figures, by: readonly ComparedBy[]): number {
  for (const { key, descending } of by) {
    const [left, right] = [a[key] ?? null, b[key] ?? null];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return descending ? right - left : left - right;
  }
  return 0;
}

/** The place of every row; rows that are equal share it, and the next place counts them. None has who has no figure. */
export function placesOf(rows: readonly Figures[], by: readonly ComparedBy[]): readonly (number | undefined)[] {
  const [first] = by;
  const ordered = rows
    .map((figures, index) => ({ figures, index }))
    .sort((a, b) => compareFigures(a.figures, b.figures, by));
  const places: (number | undefined)[] = rows.map(() => undefined);
  let place = 0;
  for (const [position, { figures, index }] of ordered.entries()) {
    if (first === undefined || (figures[first.key] ?? null) === null) continue;
    const before = ordered[position - 1];
    if (before === undefined || compareFigures(before.figures, figures, by) !== 0) place = position + 1;
    places[index] = place;
  }
  return places;
}

/** The change of figures since another period in percent, of a rank in places gained; from nothing there is none. */
export function changeOf(now: Figures, then: Figures, measures: readonly DatasetMeasure[]): Figures {
  return Object.fromEntries(
    measures.map((measure) => {
      const [after, before] = [now[measure.key] ?? null, then[measure.key] ?? null];
      if (after === null || before === null) return [measure.key, null];
      if (measure.rank !== undefined) return [measure.key, before - after];
      return [measure.key, before === 0 ? null : ((after - before) / Math.abs(before)) * 100];
    }),
  );
}
