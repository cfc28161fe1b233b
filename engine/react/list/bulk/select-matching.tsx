import { App, Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import type { RowStore } from '../rows/row-store.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { useCountNow } from '../state/use-list-query.ts';

type SelectMatchingProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly store: RowStore;
  readonly answer: QueryAnswer;
  /** How many rows are selected one by one. */
  readonly selected: number;
};

/** Selects all rows that match, on whatever page; counted exactly just now, since that number is what is confirmed. */
export function SelectMatching({ view, state, store, answer, selected }: SelectMatchingProps) {
  const t = useText();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const countNow = useCountNow(view, state);
  const total = answer.total ?? 0;
  const isUseful = (total > selected || answer.totalIsCapped) && view.bulk.some((action) => action.bulk);
  if (!isUseful) return null;
  const select = async () => {
    setBusy(true);
    try {
      store.selectMatching({ where: whereOf(state, view), count: await countNow() });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="link" size="small" loading={busy} onClick={() => void select()}>
      {t('engine.bulk.selectMatching', { count: `${formatNumber(total)}${answer.totalIsCapped ? '+' : ''}` })}
    </Button>
  );
}
