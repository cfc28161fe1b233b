import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { GroupAnswer, QueryAnswer } from '../../../model/wire/index.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { useIsNarrow } from '../../theme/use-media.ts';
import { foundOf, ListFrame } from '../frame/list-frame.tsx';
import { useRowFocus } from '../keys/use-row-focus.ts';
import { useTableCommands } from '../keys/use-table-commands.ts';
import { useListLayout } from '../layout/use-list-layout.ts';
import { useSightMark } from '../rows/use-navigation-mark.ts';
import { useRowStore } from '../rows/use-row-store.ts';
import { useRowsAbout } from '../rows/use-rows-about.ts';
import { type GroupChoice, writeGroup } from '../state/list-group.ts';
import type { ListState } from '../state/list-state.ts';
import { ListTable } from '../table/list-table.tsx';
import { grouped } from '../toolbar/group-menu.tsx';
import { GroupCards } from './group-cards.tsx';
import { linesOf } from './group-lines.tsx';
import { type Groups, useGroups } from './use-groups.ts';

type GroupedDisplayProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly choice: GroupChoice;
};

/** The rows of a list in groups that open, with the sums of each and of all. */
export function GroupedDisplay({ view, state, setState, choice }: GroupedDisplayProps) {
  const isNarrow = useIsNarrow();
  const layout = useListLayout(view);
  const groups = useGroups(view, state, choice);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = groups.summary;
  const root = useRef<HTMLDivElement>(null);
  const store = useRowStore();
  const column = view.columns.find(({ key }) => key === choice.column);
  const lines = data === undefined ? undefined : linesOf(data, groups, column);
  const { records, stops } = useStops(lines ?? []);
  useSightMark(view, records);
  const focus = useRowFocus(root, store, records, useRowsAbout(view, state), stops);
  const answer = useMemo(() => (data === undefined ? undefined : answerOf(data, records)), [data, records]);
  const commands = { view, state, setState, store, focus, answer };
  useTableCommands({ ...commands, isPaged: false, hasLines: stops.length > 0 });
  return (
    <ListFrame
      view={view}
      state={state}
      setState={setState}
      layout={layout}
      store={store}
      answer={answer}
      summary={
        <GroupTools
          title={column?.title ?? ''}
          answer={data}
          groups={groups}
          onEnd={() => setState(grouped(state, undefined))}
        />
      }
      found={foundOf(data?.groups)}
      error={error}
      onRetry={() => void refetch()}
      root={root}
    >
      {isNarrow ? (
        <GroupCards {...{ view, layout, store, groups, column }} answer={data} askedAt={dataUpdatedAt} />
      ) : (
        <ListTable
          key={writeGroup(choice)}
          view={view}
          state={state}
          setState={setState}
          layout={layout}
          store={store}
          rows={lines}
          askedAt={dataUpdatedAt}
          isStale={isPlaceholderData}
        />
      )}
    </ListFrame>
  );
}

/** The records in sight, and every line the keyboard comes to; the same objects until they change. */
function useStops(lines: ReturnType<typeof linesOf>) {
  const records = lines.flatMap((line) => ('draw' in line ? [] : [line.record]));
  const stops = lines.flatMap((line) => {
    if (!('draw' in line)) return [line.record.id];
    return line.id === 'group' || (line.id.startsWith('group:') && !line.id.endsWith('/more')) ? [line.id] : [];
  });
  const [kept, setKept] = useState({ records, stops });
  if (isSame(kept.records, records) && isSame(kept.stops, stops)) return kept;
  const next = { records, stops };
  setKept(next);
  return next;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** The rows in sight as a list answers them. */
function answerOf({ total }: GroupAnswer, list: QueryAnswer['list']): QueryAnswer {
  return { list, next: null, previous: null, total: total.count, totalIsCapped: false };
}

/** Most groups that are opened at once: each asks for its rows. */
const maxOpened = 30;

type GroupToolsProps = {
  readonly title: string;
  readonly answer: GroupAnswer | undefined;
  readonly groups: Groups;
  readonly onEnd: () => void;
};

/** By what the list is grouped, into how many groups, and what can be done with all of them. */
function GroupTools({ title, answer, groups, onEnd }: GroupToolsProps) {
  const t = useText();
  const count = answer?.groups.length ?? 0;
  return (
    <span className="engine-group-tools">
      <span className="engine-total">
        {t('engine.group.by', {
          title,
          groups: answer === undefined ? emptyText : formatNumber(count),
          count: answer === undefined ? emptyText : formatNumber(answer.total.count),
        })}
      </span>
      <Button
        size="small"
        disabled={count === 0 || count > maxOpened}
        {...(count > maxOpened ? { title: t('engine.group.tooMany', { count: maxOpened }) } : {})}
        onClick={groups.openAll}
      >
        {t('engine.list.tree.expandAll')}
      </Button>
      <Button size="small" disabled={groups.opened.size === 0} onClick={groups.closeAll}>
        {t('engine.list.tree.collapseAll')}
      </Button>
      <Button type="link" size="small" onClick={onEnd}>
        {t('engine.group.end')}
      </Button>
    </span>
  );
}
