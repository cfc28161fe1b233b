import type { DatasetDocument, RankingCard } from '../../../model/documents/index.ts';
import type { DatasetAnswer } from '../../../model/wire/index.ts';
import { figureOf, type NamedMeasure, namedMeasures } from './table-grid.ts';

/** One place of a ranking. */
export type RankedRow = {
  readonly key: string;
  readonly name: string;
  readonly place: number;
  readonly value: number;
  /** How far the bar reaches, 0 to 1. */
  readonly share: number;
  readonly others: readonly (number | null)[];
  /** Places gained since the period before; undefined where nothing tells. */
  readonly gained?: number;
  readonly isOwn: boolean;
};

/** A ranking ready to draw. */
export type Ranking = {
  readonly rows: readonly RankedRow[];
  /** The reader's own place where it lies beyond those shown. */
  readonly own?: RankedRow;
  readonly measure: NamedMeasure | undefined;
  readonly others: readonly NamedMeasure[];
};

type RankingParts = Pick<RankingCard, 'measure' | 'measures' | 'top'>;

const usualTop = 10;

/** The places of an answer; equal figures share one, and who shares the last place shown is shown, too. */
export function rankingOf(
  card: RankingParts,
  answer: DatasetAnswer,
  dataset: DatasetDocument,
  ownKeys: ReadonlySet<string>,
): Ranking {
  const ranks = new Set(dataset.measures.filter((measure) => measure.rank !== undefined).map((measure) => measure.key));
  const others = (card.measures ?? []).filter((key) => key !== card.measure && !ranks.has(key));
  const ranked = answer.rows
    .flatMap((row) => {
      const value = figureOf(row, card.measure);
      return value === null || row.key === '' ? [] : [{ row, value }];
    })
    .sort((a, b) => b.value - a.value || (a.row.rank ?? 0) - (b.row.rank ?? 0));
  const most = Math.max(0, ...ranked.map(({ value }) => value));
  const rows = ranked.map(({ row, value }): RankedRow => {
    const gained = placesGained(row.change, ranks);
    return {
      key: row.key,
      name: row.name,
      place: row.rank ?? ranked.findIndex((other) => other.value === value) + 1,
      value,
      share: most === 0 ? 0 : Math.max(0, value / most),
      others: others.map((key) => figureOf(row, key)),
      isOwn: ownKeys.has(row.key),
      ...(gained === undefined ? {} : { gained }),
    };
  });
  const shown = rows.filter(({ place }) => place <= (card.top ?? usualTop));
  const own = rows.find((row) => row.isOwn && !shown.includes(row));
  return {
    rows: shown,
    measure: namedMeasures([card.measure], dataset)[0],
    others: namedMeasures(others, dataset),
    ...(own === undefined ? {} : { own }),
  };
}

/** A change of a rank is in places gained. */
function placesGained(change: DatasetAnswer['rows'][number]['change'], ranks: ReadonlySet<string>): number | undefined {
  for (const figures of Object.values(change ?? {})) {
    for (const [key, gained] of Object.entries(figures)) if (ranks.has(key) && gained !== null) return gained;
  }
  return undefined;
}
