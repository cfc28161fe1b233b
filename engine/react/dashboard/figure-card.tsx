import { QuestionCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { ApiRefusal } from '../../client/index.ts';
import type { DatasetDocument, FigureCard } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { formatMeasure } from '../format.ts';
import { PageLink } from '../page/page-link.tsx';
import { drillParams, type Period } from './period.ts';
import { useDataset } from './use-dataset.ts';

/** One number; a click opens exactly the rows behind it. */
export function FigureCardView({
  card,
  dataset,
  period,
}: {
  readonly card: FigureCard;
  readonly dataset: DatasetDocument;
  readonly period: Period;
}) {
  const t = useText();
  const query = useDataset(dataset, period);
  const unit = dataset.measures.find((measure) => measure.key === card.measure)?.unit ?? 'count';
  const value = query.data === undefined ? undefined : formatMeasure(query.data.total[card.measure], unit);
  const number = (
    <span className={query.isPlaceholderData ? 'engine-figure engine-stale' : 'engine-figure'}>{value}</span>
  );
  return (
    <section className="engine-card engine-figure-card" aria-label={card.title}>
      <h2>
        {card.title}
        {card.help === undefined ? null : (
          <Tooltip title={card.help}>
            <QuestionCircleOutlined tabIndex={0} aria-label={card.help} />
          </Tooltip>
        )}
      </h2>
      {query.error !== null ? (
        <FigureFault error={query.error} retry={() => void query.refetch()} />
      ) : value === undefined ? (
        <span className="engine-skeleton-bar engine-skeleton-figure" role="status" aria-label={t('engine.loading')} />
      ) : card.link === undefined ? (
        number
      ) : (
        <PageLink page={card.link.page} params={drillParams(card.link, period)} className="engine-figure-link">
          {number}
          <RightOutlined aria-hidden="true" />
        </PageLink>
      )}
    </section>
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
