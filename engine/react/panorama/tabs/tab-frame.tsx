import { InboxOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { FaultBlock, Notice } from '../../faults/fault-block.tsx';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { isNarrowed, type TabNarrowing } from './tab-narrowing.ts';
import { TabTools } from './tab-tools.tsx';
import type { useTabRows } from './use-tab-rows.ts';

/** With more rows than this there is a way to look for some of them. */
const fewRows = 5;

type TabFrameProps = {
  readonly view: RowsTabView;
  /** The record of the page: the tab's toolbar acts on it. */
  readonly record: WireRecord;
  readonly query: ReturnType<typeof useTabRows>;
  /** How many rows there are; as the query says, unless something else is drawn. */
  readonly count?: Pick<ReturnType<typeof useTabRows>, 'total' | 'totalIsCapped'>;
  readonly narrowing: TabNarrowing;
  readonly onNarrow: (narrowing: TabNarrowing) => void;
  /** Drawn in place of the rows of the query, with states of its own. */
  readonly instead?: ReactNode;
  readonly children: (rows: readonly WireRecord[]) => ReactNode;
};

/** What every tab has around its rows: toolbar, count, and the states of loading, empty and failed. */
export function TabFrame(props: TabFrameProps) {
  const { view, record, query, count = query, narrowing, onNarrow, instead } = props;
  const { total, totalIsCapped } = count;
  const isLess = isNarrowed(narrowing);
  return (
    <div className="engine-tab" aria-busy={query.isPlaceholderData}>
      <div className="engine-tab-head">
        <ActionBar actions={view.toolbar} slot="toolbar" record={record} size="small" />
        <RowCount total={total} isCapped={totalIsCapped} />
      </div>
      {isLess || (total ?? 0) > fewRows ? <TabTools view={view} value={narrowing} onChange={onNarrow} /> : null}
      {instead === undefined ? <QueriedRows {...props} /> : instead}
    </div>
  );
}

/** The rows of the query, or the state it is in. */
function QueriedRows({ view, query, narrowing, children }: TabFrameProps) {
  const t = useText();
  const { rows } = query;
  const isLess = isNarrowed(narrowing);
  return (
    <>
      {query.error !== null && rows === undefined ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : null}
      {rows?.length === 0 ? (
        <Notice
          icon={<InboxOutlined aria-hidden="true" />}
          title={t(isLess ? 'engine.list.emptyFiltered' : 'engine.list.empty')}
          detail={isLess ? t('engine.list.emptyFilteredHint') : view.tab.empty}
        />
      ) : null}
      {rows === undefined || rows.length === 0 ? null : children(rows)}
      <LoadMore query={query} />
    </>
  );
}

function RowCount({ total, isCapped }: { readonly total: number | null; readonly isCapped: boolean }) {
  const t = useText();
  if (total === null || total === 0) return null;
  const count = `${formatNumber(total)}${isCapped ? '+' : ''}`;
  return <span className="engine-quiet">{t('engine.pager.total', { total: count })}</span>;
}
