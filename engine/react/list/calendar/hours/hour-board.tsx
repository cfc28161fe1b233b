import { Segmented } from 'antd';
import { useMemo } from 'react';
import { dayOf } from '../../../../model/time/index.ts';
import type { CalendarDisplay, HourGrid, ListView } from '../../../../model/view/index.ts';
import { pickerSize } from '../../../fields/use-picker.ts';
import { useText } from '../../../host/engine-context.tsx';
import { useIsNarrow } from '../../../theme/use-media.ts';
import type { CalendarMode, ListState } from '../../state/list-state.ts';
import { CalendarFrame } from '../calendar-frame.tsx';
import { spanOf } from '../calendar-span.ts';
import { calendarLimit, isCut, useCalendar } from '../use-calendar.ts';
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
  const { query, rows } = useCalendar(view, state, display, span);
  const records = useMemo(() => query.data?.list ?? [], [query.data]);
  const by = hours.by.find(({ path }) => path === state.by);
  const { owners, hasMore, hasFailed } = useColumnOwners({ view, state, records, by, isDay: mode === 'day' });
  const columns = hourColumns(span.days, owners);
  const blocks = blocksOf(records, display, columns, by?.path);
  const moves = useHourMoves({ display, hours, rows, records, by: by?.path });
  const notes = [
    ...(isCut(query.data) ? [t('engine.list.hours.bounded', { count: calendarLimit })] : []),
    ...(hasMore && by !== undefined ? [t('engine.list.hours.more', { count: pickerSize, title: by.title })] : []),
    ...(hasFailed && by !== undefined ? [t('engine.list.hours.failed', { title: by.title })] : []),
  ];
  return (
    <CalendarFrame
      {...{ view, state, setState, span, today, modes, query, notes }}
      choices={<SplitBy hours={hours} chosen={by?.path} onChange={(path) => setState(splitBy(state, path))} />}
    >
      {() => (
        <HourSheetView
          {...{ view, display, columns, blocks, moves, today }}
          days={span.days}
          sheet={{ columns, range: hoursAround(blocks, hours), isCrossing: by?.isMovable === true }}
          by={by?.path}
          isStale={query.isPlaceholderData}
          onDay={(next) => setState({ ...state, day: next, span: 'day' })}
          onMoved={(next) => setState({ ...state, day: next })}
        />
      )}
    </CalendarFrame>
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
