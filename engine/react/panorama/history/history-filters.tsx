import { Button, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import type { HistoryChoices } from '../../../model/wire/index.ts';
import { formats } from '../../formats/formats.ts';
import { pickedDay } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import type { HistoryNarrowing } from './use-history.ts';

type HistoryFiltersProps = {
  readonly choices: HistoryChoices;
  readonly value: HistoryNarrowing;
  readonly onChange: (value: HistoryNarrowing) => void;
};

const parts = ['kinds', 'fields', 'people'] as const;

/** Narrows a history to kinds of change, fields, people and days; only those that occur in it are offered. */
export function HistoryFilters({ choices, value, onChange }: HistoryFiltersProps) {
  const t = useText();
  const { startDate, endDate } = value;
  return (
    <search className="engine-history-filters" aria-label={t('engine.history.filters')}>
      {parts.map((part) => (
        <Select<string[]>
          key={part}
          mode="multiple"
          size="small"
          allowClear
          maxTagCount={1}
          aria-label={t(`engine.history.${part}`)}
          placeholder={t(`engine.history.${part}`)}
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={[...(value[part] ?? [])]}
          options={choices[part].map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(chosen) => onChange(withPart(value, part, chosen))}
        />
      ))}
      <DatePicker.RangePicker
        size="small"
        allowEmpty={[true, true]}
        aria-label={t('engine.history.days')}
        placeholder={[t('engine.history.from'), t('engine.history.to')]}
        value={[dayIn(startDate), dayIn(endDate)]}
        format={formats().day}
        onChange={(picked) => {
          const [from, to] = [pickedDay(picked?.[0]), pickedDay(picked?.[1])];
          const { startDate: _, endDate: __, ...rest } = value;
          onChange({ ...rest, ...(from === null ? {} : { startDate: from }), ...(to === null ? {} : { endDate: to }) });
        }}
      />
      {Object.keys(value).length === 0 ? null : (
        <Button size="small" type="link" onClick={() => onChange({})}>
          {t('engine.filter.clear')}
        </Button>
      )}
    </search>
  );
}

function withPart(value: HistoryNarrowing, part: (typeof parts)[number], chosen: readonly string[]): HistoryNarrowing {
  const { [part]: _, ...rest } = value;
  return chosen.length === 0 ? rest : { ...rest, [part]: chosen };
}

function dayIn(day: string | undefined) {
  return day === undefined ? null : dayjs(day);
}
