import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../host/engine-context.tsx';
import type { CalendarMode } from '../state/list-state.ts';
import { type CalendarSpan, shifted } from './calendar-span.ts';
import { dayTitle, monthTitle, weekTitle } from './day-words.ts';

type HeadProps = {
  readonly span: CalendarSpan;
  readonly day: string;
  /** How much can be shown at once. */
  readonly modes: readonly CalendarMode[];
  readonly onDay: (day: string) => void;
  readonly onToday: () => void;
  readonly onMode: (mode: CalendarMode) => void;
  /** Further choices of the calendar. */
  readonly children?: ReactNode;
};

const previous = {
  month: 'engine.list.calendar.previousMonth',
  week: 'engine.list.calendar.previousWeek',
  day: 'engine.list.calendar.previousDay',
} as const;
const next = {
  month: 'engine.list.calendar.nextMonth',
  week: 'engine.list.calendar.nextWeek',
  day: 'engine.list.calendar.nextDay',
} as const;
const titles = {
  month: 'engine.list.calendar.month',
  week: 'engine.list.calendar.week',
  day: 'engine.list.calendar.oneDay',
} as const;

/** Which days a calendar shows, and the way to others. */
export function CalendarHead({ span, day, modes, onDay, onToday, onMode, children }: HeadProps) {
  const t = useText();
  const { mode } = span;
  return (
    <div className="engine-calendar-head">
      <Button size="small" onClick={onToday}>
        {t('engine.list.calendar.today')}
      </Button>
      <span>
        <Button
          type="text"
          size="small"
          icon={<LeftOutlined aria-hidden="true" />}
          aria-label={t(previous[mode])}
          onClick={() => onDay(shifted(mode, day, -1))}
        />
        <Button
          type="text"
          size="small"
          icon={<RightOutlined aria-hidden="true" />}
          aria-label={t(next[mode])}
          onClick={() => onDay(shifted(mode, day, 1))}
        />
      </span>
      <h2 aria-live="polite">{titleOf(span, day)}</h2>
      {children}
      <Segmented<CalendarMode>
        size="small"
        aria-label={t('engine.list.calendar.mode')}
        value={mode}
        onChange={onMode}
        options={modes.map((value) => ({ value, label: t(titles[value]) }))}
      />
    </div>
  );
}

function titleOf({ mode, days }: CalendarSpan, day: string): string {
  if (mode === 'month') return monthTitle(day);
  return mode === 'week' ? weekTitle(days) : dayTitle(day);
}
