import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { GroupAnswer, GroupRequest, QueryAnswer } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { totalledColumns } from '../state/list-group.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { GroupSum } from './group-line.tsx';

type Props = { readonly view: ListView; readonly state: ListState; readonly answer: QueryAnswer };

/**
 * What the columns with a total add up to over all rows that the conditions find, on whatever page they are; of more than
 * a thousand rows when somebody asks. Nothing where no column has a total or the entity opens no sums.
 */
export function ListSums({ view, state, answer }: Props) {
  const t = useText();
  const page = usePageRuntime();
  const columns = totalledColumns(view.columns);
  const { groupApi: api = '' } = view;
  const where = whereOf(state, view);
  const body: GroupRequest = {
    sums: [...new Set(columns.map(({ path }) => path))],
    ...(where === undefined ? {} : { where }),
  };
  const conditions = JSON.stringify(where);
  const [wanted, setWanted] = useState<string>();
  const isWanted = !answer.totalIsCapped || wanted === (conditions ?? '');
  const query = useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, api, body),
    queryFn: ({ signal }) => page.call<GroupAnswer>(api, body, { signal }),
    enabled: api !== '' && columns.length > 0 && isWanted,
  });
  if (api === '' || columns.length === 0) return null;
  const { data, isFetching, isError, refetch } = query;
  return (
    <section className="engine-list-sums" aria-label={t('engine.list.sums')}>
      <span className="engine-quiet">{t('engine.list.sums')}</span>
      {data === undefined ? (
        isWanted && !isError ? (
          <span className="engine-quiet">…</span>
        ) : (
          <Button
            type="link"
            size="small"
            loading={isFetching}
            onClick={() => (isError ? void refetch() : setWanted(conditions ?? ''))}
          >
            {isError ? t('engine.list.sumsFailed') : t('engine.list.sumsAsk')}
          </Button>
        )
      ) : (
        columns.map((column) => (
          <span key={column.key}>
            {column.title} <GroupSum column={column} figures={data.total} />
          </span>
        ))
      )}
    </section>
  );
}
