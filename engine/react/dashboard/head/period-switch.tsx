import { DatePicker, Segmented, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type CountedDays, daysOf } from '../../../model/drill/index.ts';
import type { NamedPeriod } from '../../../model/time/index.ts';
import { formats, writtenDay } from '../../formats/formats.ts';
import { pickedDay } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { isPeriod, maxDays } from '../data/period.ts';

type PeriodSwitchProps = {
  readonly periods: readonly (NamedPeriod | 'custom')[];
  readonly span: CountedDays;
  readonly onChange: (span: CountedDays) => void;
};

/** With more periods than these a row of them would not fit. */
const maxSegments = 6;

/** Chooses the period of a dashboard: by name, or from day to day. */
export function PeriodSwitch({ periods, span, onChange }: PeriodSwitchProps) {
  const t = useText();
  const days = daysOf(span, new Date().toISOString());
  const value = typeof span === 'string' ? span : 'custom';
  const options = periods.map((period) => ({ value: period, label: t(`engine.period.${period}`) }));
  // Choosing days begins with those shown.
  const choose = (chosen: NamedPeriod | 'custom') => onChange(chosen === 'custom' ? days : chosen);
  return (
    <div className="engine-period-switch">
      {options.length <= maxSegments ? (
        <Segmented<NamedPeriod | 'custom'>
          aria-label={t('engine.dashboard.period')}
          value={value}
          onChange={choose}
          options={options}
        />
      ) : (
        <Select<NamedPeriod | 'custom'>
          aria-label={t('engine.dashboard.period')}
          value={value}
          onChange={choose}
          options={options}
          popupMatchSelectWidth={false}
          className="engine-period-select"
        />
      )}
      {value === 'custom' ? (
        <DatePicker.RangePicker
          aria-label={t('engine.dashboard.days')}
          allowClear={false}
          value={[dayjs(days.startDate), dayjs(days.endDate)]}
          disabledDate={isTooFar}
          format={formats().day}
          onChange={(picked) => {
            const span = { startDate: pickedDay(picked?.[0]) ?? '', endDate: pickedDay(picked?.[1]) ?? '' };
            if (isPeriod(span)) onChange(span);
          }}
        />
      ) : (
        <span className="engine-period-days engine-quiet">
          {days.startDate === days.endDate
            ? writtenDay(days.startDate)
            : `${writtenDay(days.startDate)} ~ ${writtenDay(days.endDate)}`}
        </span>
      )}
    </div>
  );
}

/** Days further from the first one chosen than a dataset counts over. */
function isTooFar(day: Dayjs, { from }: { readonly from?: Dayjs | undefined }): boolean {
  return from !== undefined && Math.abs(day.startOf('day').diff(from.startOf('day'), 'day')) >= maxDays;
}
