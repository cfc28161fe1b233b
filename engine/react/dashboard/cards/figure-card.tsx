import { RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import { unitOfMeasure } from '../../../model/dataset/index.ts';
import type { DatasetDocument, FigureCard } from '../../../model/documents/index.ts';
import type { DrillTarget } from '../../../model/drill/index.ts';
import { formatMeasure } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { PageLink } from '../../page/page-link.tsx';
import { type DrillTo, useDrill } from '../data/dashboard-context.ts';
import { type CardScope, cardScope, useDataset } from '../data/use-dataset.ts';
import { CardHelp, IgnoredFilters } from './card-frame.tsx';
import { ChangeMark } from './change-mark.tsx';

type FigureCardProps = CardScope & {
  readonly card: FigureCard;
  readonly dataset: DatasetDocument;
  /** Which time the number is of, where nothing else on the page says so. */
  readonly time?: string;
  /** Where its link leads, seen from the page it stands on. */
  readonly lead?: (target: DrillTarget) => DrillTarget;
};

/** One number, compared where asked; a click opens exactly the rows behind it. */
export function FigureCardView({ card, dataset, time, lead = asItIs, ...around }: FigureCardProps) {
  const t = useText();
  const scope = cardScope(card, around);
  const query = useDataset(dataset, scope, { dimensions: [], compare: card.compare });
  const drillTo = useDrill(card.link, dataset, scope);
  const drill: DrillTo = (each) => {
    const target = drillTo(each);
    return target === undefined ? undefined : lead(target);
  };
  const figure = { measure: card.measure, keys: {} };
  const { data } = query;
  const compared = data?.comparisons?.find((one) => one.key === card.compare);
  return (
    <section className="engine-card engine-figure-card" aria-label={card.title} aria-busy={query.isPlaceholderData}>
      <h2>
        {card.title}
        {time === undefined ? null : <span className="engine-quiet engine-figure-time">{time}</span>}
        <CardHelp text={card.help} />
      </h2>
      {query.error !== null ? (
        <FigureFault error={query.error} retry={() => void query.refetch()} />
      ) : data === undefined ? (
        <span className="engine-skeleton-bar engine-skeleton-figure" role="status" aria-label={t('engine.loading')} />
      ) : (
        <>
          <FigureLink target={drill(figure)}>
            <span className={query.isPlaceholderData ? 'engine-figure engine-stale' : 'engine-figure'}>
              {formatMeasure(data.total[card.measure], unitOf(card.measure, dataset))}
            </span>
          </FigureLink>
          {card.compare === undefined || scope.period === undefined ? null : (
            <ChangeMark
              change={compared?.change[card.measure]}
              since={card.compare}
              before={
                <Before
                  value={compared?.total[card.measure] ?? null}
                  unit={unitOf(card.measure, dataset)}
                  target={drill({ ...figure, compared: card.compare })}
                />
              }
            />
          )}
        </>
      )}
      <IgnoredFilters of={card} />
    </section>
  );
}

function asItIs(target: DrillTarget): DrillTarget {
  return target;
}

/** The unit of a measure by its key. */
export function unitOf(key: string, dataset: DatasetDocument): string {
  const measure = dataset.measures.find((known) => known.key === key);
  return measure === undefined ? 'count' : unitOfMeasure(measure, dataset);
}

type FigureLinkProps = { readonly target: DrillTarget | undefined; readonly children: ReactNode };

function FigureLink({ target, children }: FigureLinkProps) {
  if (target === undefined) return children;
  return (
    <PageLink page={target.page} params={target.params} className="engine-figure-link">
      {children}
      <RightOutlined className="engine-figure-more" aria-hidden="true" />
    </PageLink>
  );
}

type BeforeProps = {
  readonly value: number | null;
  readonly unit: string;
  readonly target: DrillTarget | undefined;
};

/** The number it is compared with, and the way to its rows. */
function Before({ value, unit, target }: BeforeProps) {
  const text = formatMeasure(value, unit);
  if (target === undefined || value === null) return <span className="engine-number">{text}</span>;
  return (
    <PageLink page={target.page} params={target.params} className="engine-figure-before">
      {text}
    </PageLink>
  );
}

function FigureFault({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const t = useText();
  const text = error instanceof ApiRefusal ? error.message : t('engine.fault.draw');
  return (
    <span className="engine-figure-fault" role="alert">
      {text}
      <Button type="link" size="small" onClick={retry}>
        {t('engine.fault.retry')}
      </Button>
    </span>
  );
}
