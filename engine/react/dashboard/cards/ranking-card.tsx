import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import type { DatasetDocument, RankingCard } from '../../../model/documents/index.ts';
import { formatMeasure } from '../../formats/format.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { PageLink } from '../../page/page-link.tsx';
import { type DrillTo, useDrill } from '../data/dashboard-context.ts';
import { type CardScope, cardScope, useDataset } from '../data/use-dataset.ts';
import { type RankedRow, type Ranking, rankingOf } from '../grids/ranking.ts';
import { CardBody, CardFrame } from './card-frame.tsx';
import './figures.css';

type RankingCardProps = CardScope & { readonly card: RankingCard; readonly dataset: DatasetDocument };

/** Groups are few enough to come all, so that the reader's own place is known wherever it lies. */
const maxPlaces = 1000;

/** Who is first: places shared by equals, bars to compare, and the reader's own place always in sight. */
export function RankingCardView({ card, dataset, ...around }: RankingCardProps) {
  const scope = cardScope(card, around);
  const { user } = useEngine();
  const measures = [card.measure, ...(card.measures ?? [])];
  const ranks = dataset.measures.flatMap(({ key, rank }) =>
    rank?.by === card.measure ? [{ key, also: rank.next }] : [],
  );
  const hasRank = ranks.some(({ key }) => measures.includes(key));
  const query = useDataset(dataset, scope, {
    dimensions: [card.dimension],
    measures,
    // Who is equal is told apart as the dataset says, if at all.
    sort: [card.measure, ...(ranks[0]?.also ?? [])].map((key) => `-${key}`),
    top: maxPlaces,
    compare: hasRank ? 'previousPeriod' : undefined,
  });
  const drill = useDrill(card.link, dataset, scope);
  // A ranking is of people or of what people belong to: ids of the reader's own are in what is known of him.
  const own = new Set(Object.values(user).filter((value) => typeof value === 'string'));
  return (
    <CardFrame title={card.title} help={card.help} of={card}>
      <CardBody query={query} isEmpty={(answer) => rankingOf(card, answer, dataset, own).rows.length === 0}>
        {(answer) => {
          const ranking = rankingOf(card, answer, dataset, own);
          return <Places ranking={ranking} dimension={card.dimension} drill={drill} />;
        }}
      </CardBody>
    </CardFrame>
  );
}

type PlacesProps = { readonly ranking: Ranking; readonly dimension: string; readonly drill: DrillTo };

function Places({ ranking, dimension, drill }: PlacesProps) {
  const t = useText();
  const { rows, own, measure, others } = ranking;
  const place = (row: RankedRow) => (
    <li key={row.key} className={row.isOwn ? 'engine-rank engine-rank-own' : 'engine-rank'}>
      <PlaceMark place={row.place} />
      <span className="engine-rank-name" title={row.name}>
        {row.name}
        {row.isOwn ? <span className="engine-rank-mine">{t('engine.dashboard.mine')}</span> : null}
      </span>
      <Gained places={row.gained} />
      <span className="engine-rank-bar" aria-hidden="true">
        <span style={{ width: `${row.share * 100}%` }} />
      </span>
      <span className="engine-rank-value">
        <Value
          text={formatMeasure(row.value, measure?.unit ?? 'count')}
          target={drill({ measure: measure?.key ?? '', keys: { [dimension]: row.key } })}
        />
        {others.length === 0 ? null : (
          <span className="engine-rank-others">
            {others.map(({ title, unit }, index) => `${title} ${formatMeasure(row.others[index], unit)}`).join(' · ')}
          </span>
        )}
      </span>
    </li>
  );
  return (
    <>
      <ol className="engine-ranking">{rows.map(place)}</ol>
      {own === undefined ? null : <ol className="engine-ranking engine-ranking-own">{place(own)}</ol>}
    </>
  );
}

function PlaceMark({ place }: { readonly place: number }) {
  const t = useText();
  return (
    <span
      className={place <= 3 ? `engine-place engine-place-${place}` : 'engine-place'}
      role="img"
      aria-label={t('engine.dashboard.place', { place })}
    >
      {place}
    </span>
  );
}

function Gained({ places }: { readonly places: number | undefined }) {
  const t = useText();
  if (places === undefined) return null;
  const label = t(
    places > 0 ? 'engine.dashboard.gained' : places < 0 ? 'engine.dashboard.lost' : 'engine.dashboard.kept',
    { places: Math.abs(places) },
  );
  return (
    <span className="engine-gained" role="img" aria-label={label} title={label}>
      {places > 0 ? <ArrowUpOutlined /> : places < 0 ? <ArrowDownOutlined /> : <MinusOutlined />}
      {places === 0 ? '' : Math.abs(places)}
    </span>
  );
}

function Value({ text, target }: { readonly text: string; readonly target: ReturnType<DrillTo> }) {
  if (target === undefined) return <span className="engine-number">{text}</span>;
  return (
    <PageLink page={target.page} params={target.params} className="engine-figure-grid-link">
      {text}
    </PageLink>
  );
}
