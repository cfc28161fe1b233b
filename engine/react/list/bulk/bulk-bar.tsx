import { Button } from 'antd';
import { useEffect, useMemo } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode } from '../../host/page-design.tsx';
import { useAnnounce } from '../../page/announcements.tsx';
import { useFollowTask } from '../../tasks/use-tasks.ts';
import type { MatchingRows, RowStore } from '../rows/row-store.ts';
import type { ListState } from '../state/list-state.ts';
import { BulkButton } from './bulk-button.tsx';
import { SelectMatching } from './select-matching.tsx';

type BulkBarProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly store: RowStore;
  readonly answer: QueryAnswer | undefined;
  readonly selected: readonly WireRecord[];
  readonly matching: MatchingRows | undefined;
};

/** What can be done with the selected rows, or with all that match; it says how many those are. */
export function BulkBar({ view, state, store, answer, selected, matching }: BulkBarProps) {
  const t = useText();
  const say = useAnnounce();
  const isAll = matching !== undefined;
  const told = { count: formatNumber(matching?.count ?? selected.length) };
  const said = t(isAll ? 'engine.bulk.saidAll' : 'engine.bulk.said', told);
  const rows = useMatchingSelection(store);
  // The bar comes and goes with the selection; what says the number must have been there before.
  useEffect(() => say(said), [say, said]);
  useEffect(() => () => say(t('engine.bulk.cleared')), [say, t]);
  const clear = () => store.clear();
  return (
    <section className="engine-bulk" aria-label={t('engine.bulk.bar')}>
      <span>{t(isAll ? 'engine.bulk.selectedAll' : 'engine.bulk.selected', told)}</span>
      {answer === undefined || matching !== undefined ? null : (
        <SelectMatching view={view} state={state} store={store} answer={answer} selected={selected.length} />
      )}
      <Button type="link" size="small" onClick={clear}>
        {t('engine.bulk.clear')}
      </Button>
      {view.bulk.map((action) => (
        <DesignNode key={action.key} at={['bulk', action.key]}>
          <BulkButton
            action={action}
            target={matching === undefined ? { kind: 'rows', records: selected } : { kind: 'matching', rows }}
            onDone={clear}
          />
        </DesignNode>
      ))}
    </section>
  );
}

/** All rows that match as the store has them when they are needed; work on them is followed. */
function useMatchingSelection(store: RowStore) {
  const follow = useFollowTask();
  return useMemo(
    () => ({
      get matching() {
        return store.matching;
      },
      recount: (count: number) => store.selectMatching({ where: store.matching?.where, count }),
      started: ({ jobId }: { readonly jobId: string }) => follow(jobId),
    }),
    [store, follow],
  );
}
