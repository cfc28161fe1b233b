import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import { fieldsToAsk, type ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where, WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { labelOfRecord } from '../../calls/record-label.ts';
import { Cell } from '../../data-table/list-columns.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { InList, rowActionsOf } from './in-list.tsx';
import './page-rows.css';

/** How many rows wait, and whether more of the list were not looked at; not known yet, or not to be had. */
export type WaitingCount = { readonly count: number; readonly isCapped: boolean } | 'failed' | undefined;

/** Rows of a list that wait for the reader: which ones, what is shown of them, and what he can do with them in place. */
export type PageRowsProps = {
  /** Name of the list. */
  readonly page: string;
  /** What such a row is called. */
  readonly title: string;
  readonly where?: readonly Where[];
  readonly sort?: readonly string[];
  /** Keys of columns of the list: the name, which opens the record where it does so there, and further facts. */
  readonly name: string;
  readonly facts: readonly string[];
  /** Keys of what can be done with a row there. */
  readonly row: readonly string[];
  readonly size?: number;
  /** Told how many rows wait; undefined while that is not known, and whether it could not be found out. */
  readonly onCount?: (page: string, count: WaitingCount) => void;
};

/** The rows of a list the reader can do something with, as lines of a list, in the name of that page. */
export function PageRows(props: PageRowsProps) {
  const { page, onCount } = props;
  const onFault = useCallback(
    (hasFailed: boolean) => {
      if (hasFailed) onCount?.(page, 'failed');
    },
    [page, onCount],
  );
  return (
    <InList page={page} fallback={null} onFault={onFault}>
      {(view) => <Lines {...props} view={view} />}
    </InList>
  );
}

function Lines({ view, page: name, where = [], sort, row, size = 20, onCount, ...shown }: LinesProps) {
  const page = usePageRuntime();
  const actions = useMemo(() => rowActionsOf(view, row), [view, row]);
  const columns = view.columns.filter(({ key }) => key === shown.name || shown.facts.includes(key));
  const entity = view.entity.document.name;
  const body: QueryRequest = {
    where: { and: [...where] },
    fields: fieldsToAsk(view.entity, columns, actions),
    ...{ size, count: 'none', ...(sort === undefined ? {} : { sort }) },
  };
  const query = useQuery({
    queryKey: queryKeys.rows(entity, page.name, view.page.api.query, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(view.page.api.query, body, { signal }),
  });
  // Whoever can do nothing with a row has nothing to decide about it.
  const waiting = query.data?.list.filter((record) => {
    const scope = page.scope(record);
    return actions.some((action) => action.isPossible(scope) && action.isEnabled(scope));
  });
  const count = query.error === null ? waiting?.length : 'failed';
  const isCapped = typeof query.data?.next === 'string';
  useEffect(
    () => onCount?.(name, typeof count === 'number' ? { count, isCapped } : count),
    [onCount, name, count, isCapped],
  );
  if (query.error !== null) return <FaultBlock error={query.error} onRetry={() => void query.refetch()} />;
  return (waiting ?? []).map((record) => (
    <Line key={record.id} {...shown} view={view} record={record} actions={actions} />
  ));
}

type LinesProps = PageRowsProps & { readonly view: ListView };

type LineProps = Pick<PageRowsProps, 'title' | 'name' | 'facts'> & {
  readonly view: ListView;
  readonly record: WireRecord;
  readonly actions: ReturnType<typeof rowActionsOf>;
};

function Line({ title, name, facts, view, record, actions }: LineProps) {
  const { bundle } = usePageRuntime();
  const label = labelOfRecord(record, bundle);
  const column = (key: string) => view.columns.find((one) => one.key === key);
  const main = column(name);
  return (
    <li className="engine-row-line" aria-label={`${title} ${label}`}>
      <Tag className="engine-row-line-kind">{title}</Tag>
      <span className="engine-row-line-name">
        {main === undefined ? label : <Cell column={main} record={record} />}
      </span>
      <span className="engine-row-line-facts">
        {facts.map((key) => {
          const fact = column(key);
          return fact === undefined ? null : (
            <span key={key}>
              <span className="engine-quiet">{fact.title} </span>
              <Cell column={fact} record={record} />
            </span>
          );
        })}
      </span>
      <RowActions actions={actions} record={record} name={label} />
    </li>
  );
}
