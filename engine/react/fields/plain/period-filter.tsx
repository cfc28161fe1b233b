import { Input, Select, Space } from 'antd';
import { Suspense } from 'react';
import { relativePeriods } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { FilterProps } from '../renderer/field-renderer.ts';

// Most periods are chosen by name.
const DaySpan = lazyPart(async () => (await import('./day-span.tsx')).DaySpan);

const custom = 'custom';

/** A period by name (today, this week, overdue …) or from day to day. */
export function PeriodFilter({ id, title, value, onChange }: FilterProps) {
  const t = useText();
  const days: readonly unknown[] = value?.op === 'between' && Array.isArray(value.value) ? value.value : [];
  const isCustom = value?.op === 'between';
  const options = [
    ...relativePeriods.map((period) => ({ value: period as string, label: t(`engine.period.${period}`) })),
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
        <DaySpan title={title} days={days} onChange={(span) => onChange({ op: 'between', value: span })} />
      </Suspense>
    </Space.Compact>
  );
}
