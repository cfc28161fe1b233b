import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { DatasetComparison } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';

/** A change in percent with its sign: `+12%`, `-3.5%`, `0%`; a dash where there is none. */
export function formatChange(change: number | null | undefined): string {
  if (change === null || change === undefined) return '—';
  const rounded = Math.round(change * 10) / 10;
  return `${rounded > 0 ? '+' : ''}${formatNumber(rounded)}%`;
}

type ChangeMarkProps = {
  readonly change: number | null | undefined;
  /** Where said, what it is compared with stands in front. */
  readonly since?: DatasetComparison;
  /** What there was then. */
  readonly before?: ReactNode;
};

/** The change since another period: an arrow, words and a sign, so that no colour is needed to read it. */
export function ChangeMark({ change, since, before }: ChangeMarkProps) {
  const t = useText();
  return (
    <span className="engine-change">
      {since === undefined ? null : <span className="engine-quiet">{t(`engine.dashboard.since.${since}`)} </span>}
      {before === undefined ? null : <>{before} </>}
      <span className="engine-number">
        {change !== null && change !== undefined && change > 0 ? (
          <ArrowUpOutlined className="engine-change-arrow" aria-hidden="true" />
        ) : null}
        {change !== null && change !== undefined && change < 0 ? (
          <ArrowDownOutlined className="engine-change-arrow" aria-hidden="true" />
        ) : null}
        {formatChange(change)}
      </span>
    </span>
  );
}
