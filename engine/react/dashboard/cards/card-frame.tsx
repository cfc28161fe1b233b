import { BarChartOutlined, CalendarOutlined, FilterOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Notice } from '../../faults/fault-block.tsx';
import { QueryState } from '../../faults/query-state.tsx';
import { writtenDay } from '../../formats/formats.ts';
import { useText } from '../../host/engine-context.tsx';
import { type CountedCard, useIgnoredFilters } from '../data/dashboard-context.ts';
import './dashboard.css';
import { listed } from '../../formats/listed.ts';

type CardFrameProps = {
  readonly title: string;
  readonly help?: string | undefined;
  /** The card itself, of a dataset; one without knows none of the filters. */
  readonly of?: CountedCard | undefined;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a card: what it shows, tools for it, and which filters do not reach it. */
export function CardFrame({ title, help, of, tools, children }: CardFrameProps) {
  return (
    <section className="engine-card engine-chart-card" aria-label={title}>
      <header className="engine-card-head">
        <h2>
          {title}
          <CardHelp text={help} />
        </h2>
        {tools === undefined ? null : <div className="engine-card-tools">{tools}</div>}
      </header>
      <IgnoredFilters of={of} />
      {children}
    </section>
  );
}

/** What a card's number means, on a mark beside its title. */
export function CardHelp({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Tooltip title={text}>
      <QuestionCircleOutlined className="engine-card-help" tabIndex={0} aria-label={text} role="img" />
    </Tooltip>
  );
}

/** Says that chosen filters do not change this card, and which period it keeps to. */
export function IgnoredFilters({ of }: { readonly of: CountedCard | undefined }) {
  const t = useText();
  const ignored = useIgnoredFilters(of);
  const period = of?.period;
  return (
    <>
      {ignored.length === 0 ? null : (
        <p className="engine-card-note">
          <FilterOutlined aria-hidden="true" /> {t('engine.dashboard.ignores', { filters: listed(ignored) })}
        </p>
      )}
      {period === undefined ? null : (
        <p className="engine-card-note">
          <CalendarOutlined aria-hidden="true" />{' '}
          {typeof period === 'string'
            ? t(`engine.period.${period}`)
            : `${writtenDay(period.startDate)} ~ ${writtenDay(period.endDate)}`}
        </p>
      )}
    </>
  );
}

type CardBodyProps<Data> = {
  readonly query: UseQueryResult<Data>;
  readonly isEmpty: (data: Data) => boolean;
  readonly children: (data: Data) => ReactNode;
};

/** What a card shows once it has figures; until then, without any, or when they fail, that. */
export function CardBody<Data>({ query, isEmpty, children }: CardBodyProps<Data>) {
  const t = useText();
  return (
    <QueryState query={query}>
      {(data) =>
        isEmpty(data) ? (
          <Notice icon={<BarChartOutlined aria-hidden="true" />} title={t('engine.dashboard.empty')} />
        ) : (
          <div
            className={query.isPlaceholderData ? 'engine-card-body engine-stale' : 'engine-card-body'}
            aria-busy={query.isPlaceholderData}
          >
            {children(data)}
          </div>
        )
      }
    </QueryState>
  );
}
