import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { type CountedGroup, levelOfOne, maxGroups, tooManyGroups, totalLevel } from './count-groups.ts';
import { deriveFigures, type FigureRow, type Figures } from './derive-figures.ts';
import type { Domain } from './dimension-values.ts';
import type { Strand } from './strands.ts';

/** Rows along some of the dimensions, in their natural order, with their figures in every period. */
export type FigureTable = { readonly rows: readonly FigureRow[]; readonly spans: readonly (readonly FigureRow[])[] };

/** What the figures are put together from. */
export type Counted = {
  readonly dataset: DatasetDocument;
  /** All measures needed, each after those it is made of. */
  readonly measures: readonly DatasetMeasure[];
  readonly strands: readonly Strand[];
  readonly groups: readonly CountedGroup[];
  /** How many dimensions are asked for, and how many periods. */
  readonly dimensions: number;
  readonly spans: number;
};

/** Looks up what was counted, and fills up what has no rows. */
export class FigureTables {
  readonly #counted = new Map<string, Figures>();

  constructor(readonly counted: Counted) {
    for (const { strand, span, level, keys, figures } of counted.groups) {
      const place = placeOf(
        span,
        level,
        keys.filter((key) => key !== null),
      );
      const known = this.#counted.get(place) ?? {};
      for (const [index, measure] of (counted.strands[strand]?.measures ?? []).entries())
        known[measure.key] = figures[index] ?? null;
      this.#counted.set(place, known);
    }
  }

  /** Keys the database found along one dimension, in any of the periods. */
  found(index: number): ReadonlySet<string> {
    const level = levelOfOne(index, this.counted.dimensions);
    const alone = this.counted.groups.filter((group) => group.level === level);
    return new Set(alone.flatMap(({ keys }) => keys.filter((key) => key !== null)));
  }

  /** The figures over all rows of a period. */
  total(span: number): Figures {
    const total = this.#figures(span, totalLevel(this.counted.dimensions), []);
    deriveFigures([], total, this.counted.measures, this.counted.dataset);
    return total;
  }

  /** The table along one dimension alone. */
  along(domain: Domain, index: number): FigureTable {
    const keys = domain.values.map(({ key }) => [key]);
    return this.#table([domain], levelOfOne(index, this.counted.dimensions), keys);
  }

  /** The table along all dimensions; those with a known run of values are filled up. */
  all(domains: readonly Domain[]): FigureTable {
    return this.#table(domains, 0, this.#combinations(domains));
  }

  /** Every combination of the filled dimensions, with those of the others that have rows in any period. */
  #combinations(domains: readonly Domain[]): readonly (readonly string[])[] {
    const open = domains.flatMap(({ isFilled }, index) => (isFilled ? [] : [index]));
    const seen = new Map<string, readonly string[]>();
    for (const { level, keys } of this.counted.groups) {
      if (level !== 0 || keys.length < domains.length) continue;
      const own = open.map((index) => keys[index] ?? '');
      seen.set(JSON.stringify(own), own);
    }
    if (open.length === 0) seen.set('[]', []);
    let rows: readonly (readonly string[])[] = [...seen.values()];
    for (const [index, domain] of domains.entries()) {
      if (!domain.isFilled) continue;
      if (rows.length * domain.values.length > maxGroups) throw tooManyGroups();
      rows = rows.flatMap((row) => domain.values.map(({ key }) => row.toSpliced(index, 0, key)));
    }
    return sortedBy(rows, domains);
  }

  #table(domains: readonly Domain[], level: number, keys: readonly (readonly string[])[]): FigureTable {
    const { measures, dataset, spans } = this.counted;
    const tables = Array.from({ length: spans }, (_, span) => {
      const rows = keys.map((row) => {
        const there = row.map((key, index) => (span === 0 ? key : domains[index]?.keyIn(span, key)));
        return { keys: row, figures: this.#figures(span, level, there) };
      });
      deriveFigures(rows, this.total(span), measures, dataset);
      return rows;
    });
    return { rows: tables[0] ?? [], spans: tables.slice(1) };
  }

  /** What was counted at a place, with nothing where there are no rows and null where it cannot be known. */
  #figures(span: number, level: number, keys: readonly (string | undefined)[]): Figures {
    const known = keys.includes(undefined) ? undefined : this.#counted.get(placeOf(span, level, keys));
    const isTotal = level === totalLevel(this.counted.dimensions);
    const figures: Figures = {};
    for (const { measures, coverage } of this.counted.strands)
      for (const measure of measures) {
        const isKnown = coverage === 'groups' || (coverage === 'total' && isTotal);
        figures[measure.key] = isKnown ? (known?.[measure.key] ?? ofNoRows(measure)) : null;
      }
    return figures;
  }
}

function ofNoRows({ aggregate }: DatasetMeasure): number | null {
  return aggregate === 'count' || aggregate === 'countDistinct' || aggregate === 'sum' ? 0 : null;
}

function placeOf(span: number, level: number, keys: readonly (string | undefined)[]): string {
  return JSON.stringify([span, level, ...keys]);
}

/** Sorts keys by where they stand in their domains, the first dimension first. */
export function sortedBy(
  rows: readonly (readonly string[])[],
  domains: readonly Domain[],
): readonly (readonly string[])[] {
  const places = domains.map(({ values }) => new Map(values.map(({ key }, index) => [key, index])));
  return rows.toSorted((a, b) => {
    for (const [index, place] of places.entries()) {
      const apart = (place.get(a[index] ?? '') ?? 0) - (place.get(b[index] ?? '') ?? 0);
      if (apart !== 0) return apart;
    }
    return 0;
  });
}
