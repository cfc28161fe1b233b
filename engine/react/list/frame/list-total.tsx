import { Button } from 'antd';
import { useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { type ListState, numberedRows } from '../state/list-state.ts';
import { useExactCount } from '../state/use-list-query.ts';

/** How many rows there are; beyond a thousand they are counted when somebody asks. */
export function ListTotal({
  view,
  state,
  answer,
}: {
  readonly view: ListView;
  readonly state: ListState;
  readonly answer: QueryAnswer;
}) {
  const t = useText();
  const [wanted, setWanted] = useState(false);
  const exact = useExactCount(view, state, wanted && answer.totalIsCapped);
  if (!answer.totalIsCapped)
    return <span className="engine-total">{t('engine.pager.total', { total: formatNumber(answer.total ?? 0) })}</span>;
  const counted = exact.data?.total;
  if (typeof counted === 'number')
    return <span className="engine-total">{t('engine.pager.total', { total: formatNumber(counted) })}</span>;
  return (
    <span className="engine-total">
      {t('engine.pager.total', { total: `${formatNumber(answer.total ?? numberedRows)}+` })}
      <Button
        type="link"
        size="small"
        loading={exact.isFetching}
        onClick={() => (exact.isError ? void exact.refetch() : setWanted(true))}
      >
        {exact.isError ? t('engine.pager.countFailed') : t('engine.pager.count')}
      </Button>
    </span>
  );
}
