import { Input, Select, Space } from 'antd';
import { Suspense } from 'react';
import { isMonth } from '../../../model/fields/index.ts';
import { relativePeriods } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { FilterProps } from '../renderer/field-renderer.ts';

// Most periods are chosen by name.
const DaySpan = lazyPart(async () => (await import('./day-span.tsx')).DaySpan);

const custom = 'custom';

/** Periods of whole months: any other finds a month on its first day alone. */
const ofMonths: ReadonlySet<(typeof relativePeriods)[number]> = new Set([
  ...(['thisMonth', 'lastMonth', 'nextMonth'] as const),
  ...(['thisQuarter', 'lastQuarter', 'thisYear', 'lastYear'] as const),
]);

/** A period by name (today, this week, overdue …) or from day to day; of a month, one of whole months. */
export function PeriodFilter({ id, title, field, value, onChange }: FilterProps) {
  const t = useText();
  const days: readonly unknown[] = value?.op === 'between' && Array.isArray(value.value) ? value.value : [];
  const isCustom = value?.op === 'between';
  const inMonths = isMonth(field);
  const periods = inMonths ? relativePeriods.filter((period) => ofMonths.has(period)) : relativePeriods;
  const options = [
    ...periods.map((period) => ({ value: period as string, label: t(`engine.period.${period}`) })),
    { value: custom, label: t('engine.period.custom') },
  ];
  const choose = (chosen: string | undefined) => {
    if (chosen === undefined) onChange(undefined);
    else onChange(chosen === custom ? { op: 'between', value: [null, null] } : { op: 'within', value: chosen });
  };
  const select = (
    <Select<string>
      id={id}
      className={isCustom ? 'engine-period-kind' : 'engine-wide'}
      allowClear
      placeholder={t('engine.filter.any')}
      value={isCustom ? custom : typeof value?.value === 'string' ? value.value : null}
      onChange={choose}
      options={options}
      popupMatchSelectWidth={false}
    />
  );
  if (!isCustom) return select;
  return (
    <Space.Compact block>
      {select}
      <Suspense fallback={<Input className="engine-wide" disabled aria-label={title} />}>
        <DaySpan
          title={title}
          days={days}
          inMonths={inMonths}
          onChange={(span) => onChange({ op: 'between', value: span })}
        />
      </Suspense>
    </Space.Compact>
  );
}
