import type { UseQueryResult } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { RowsSkeleton } from '../../page/list-skeleton.tsx';
import { useSightMark } from '../rows/use-navigation-mark.ts';
import type { CalendarMode, ListState } from '../state/list-state.ts';
import { ListHead } from '../toolbar/list-head.tsx';
import { CalendarHead } from './calendar-head.tsx';
import type { CalendarSpan } from './calendar-span.ts';

type CalendarFrameProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly span: CalendarSpan;
  readonly today: string;
  readonly modes: readonly CalendarMode[];
  readonly query: UseQueryResult<QueryAnswer>;
  /** What is not drawn, in words. */
  readonly notes: readonly string[];
  /** Further choices in the head. */
  readonly choices?: ReactNode;
  readonly children: (data: QueryAnswer) => ReactNode;
};

/** What stands around every calendar: the head of the list, the way to other days, what is missing, loading and faults. */
export function CalendarFrame(props: CalendarFrameProps) {
  const { view, state, setState, span, today, modes, query, notes, choices, children } = props;
  const t = useText();
  const { data } = query;
  useSightMark(view, query.isPlaceholderData ? undefined : data?.list);
  const goTo = (day: string) => setState({ ...state, day });
  return (
    <>
      <ListHead view={view} state={state} setState={setState} />
      <CalendarHead
        span={span}
        day={state.day ?? today}
        modes={modes}
        onDay={goTo}
        onToday={() => goTo(today)}
        onMode={(chosen) => setState({ ...state, span: chosen })}
      >
        {choices}
      </CalendarHead>
      {notes.map((note) => (
        <Alert key={note} type="warning" showIcon className="engine-list-note" message={note} />
      ))}
      {query.error !== null ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} size="page" />
      ) : data === undefined ? (
        <RowsSkeleton columns={7} rows={8} label={t('engine.loading')} />
      ) : (
        children(data)
      )}
    </>
  );
}
