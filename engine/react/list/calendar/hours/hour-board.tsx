import { Alert, Segmented } from 'antd';
import { useMemo } from 'react';
import { dayOf } from '../../../../model/time/index.ts';
import type { CalendarDisplay, HourGrid, ListView } from '../../../../model/view/index.ts';
import { FaultBlock } from '../../../faults/fault-block.tsx';
import { useText } from '../../../host/engine-context.tsx';
import { RowsSkeleton } from '../../../page/list-skeleton.tsx';
import { useIsNarrow } from '../../../theme/use-media.ts';
import { useSightMark } from '../../rows/use-navigation-mark.ts';
import type { CalendarMode, ListState } from '../../state/list-state.ts';
import { ListHead } from '../../toolbar/list-head.tsx';
import { CalendarHead } from '../calendar-head.tsx';
import { spanOf } from '../calendar-span.ts';
import { calendarLimit, useCalendar } from '../use-calendar.ts';
import { HourSheetView } from './hour-sheet.tsx';
import { blocksOf, hourColumns, hoursAround } from './hour-span.ts';
import { useColumnOwners } from './use-column-owners.ts';
import { useHourMoves } from './use-hour-moves.ts';
import '../calendar.css';
import './hours.css';

type HourBoardProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly display: CalendarDisplay;
  readonly hours: HourGrid;
};

const modes: readonly CalendarMode[] = ['week', 'day'];

/** The rows of a list at their hours: a week or a day, its columns split by a reference where that is chosen. */
export function HourBoard(props: HourBoardProps) {
  const { view, state, setState, display, hours } = props;
  const t = useText();
  const isNarrow = useIsNarrow();
  const today = dayOf(new Date().toISOString());
  const day = state.day ?? today;
  // A month of hours is none; a phone has room for a day.
  const mode = state.span === 'day' || (isNarrow && state.span === 'month') ? 'day' : 'week';
  const span = useMemo(() => spanOf(mode, day), [mode, day]);
  const { query, queryKey } = useCalendar(view, state, display, span);
  const { data } = query;
  useSightMark(view, query.isPlaceholderData ? undefined : data?.list);
  const records = useMemo(() => data?.list ?? [], [data]);
  const by = hours.by.find(({ path }) => path === state.by);
  const { owners, hasMore } = useColumnOwners({ view, state, records, by, isDay: mode === 'day' });
  const columns = hourColumns(span.days, owners);
  const blocks = blocksOf(records, display, columns, by?.path);
  const moves = useHourMoves({ display, hours, queryKey, records, by: by?.path });
  const goTo = (next: string) => setState({ ...state, day: next });
  return (
    <>
      <ListHead view={view} state={state} setState={setState} />
      <CalendarHead
        span={span}
        day={day}
        modes={modes}
        onDay={goTo}
        onToday={() => goTo(today)}
        onMode={(chosen) => setState({ ...state, span: chosen })}
      >
        <SplitBy hours={hours} chosen={by?.path} onChange={(path) => setState(splitBy(state, path))} />
      </CalendarHead>
      <Bounds isCut={data !== undefined && data.next !== null} more={hasMore ? by?.title : undefined} />
      {query.error !== null ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} size="page" />
      ) : data === undefined ? (
        <RowsSkeleton columns={7} rows={8} label={t('engine.loading')} />
      ) : (
        <HourSheetView
          {...{ view, display, columns, blocks, moves, today }}
          days={span.days}
          sheet={{ columns, range: hoursAround(blocks, hours), isCrossing: by?.isMovable === true }}
          by={by?.path}
          isStale={query.isPlaceholderData}
          onDay={(next) => setState({ ...state, day: next, span: 'day' })}
          onMoved={goTo}
        />
      )}
    </>
  );
}

function splitBy(state: ListState, path: string): ListState {
  const { by: _, ...rest } = state;
  return path === '' ? rest : { ...rest, by: path };
}

type SplitByProps = {
  readonly hours: HourGrid;
  readonly chosen: string | undefined;
  readonly onChange: (path: string) => void;
};

function SplitBy({ hours, chosen, onChange }: SplitByProps) {
  const t = useText();
  if (hours.by.length === 0) return null;
  return (
    <Segmented<string>
      size="small"
      aria-label={t('engine.list.hours.by')}
      value={chosen ?? ''}
      onChange={onChange}
      options={[
        { value: '', label: t('engine.list.hours.plain') },
        ...hours.by.map(({ path, title }) => ({ value: path, label: t('engine.list.hours.splitBy', { title }) })),
      ]}
    />
  );
}

/** What is not drawn, where that is something. */
function Bounds({ isCut, more }: { readonly isCut: boolean; readonly more: string | undefined }) {
  const t = useText();
  const notes = [
    ...(isCut ? [t('engine.list.hours.bounded', { count: calendarLimit })] : []),
    ...(more === undefined ? [] : [t('engine.list.hours.more', { count: 20, title: more })]),
  ];
  return notes.map((note) => <Alert key={note} type="warning" showIcon className="engine-list-note" message={note} />);
}
