import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { EntityField } from '../../model/documents/index.ts';
import { isMonth, kindOfValue, type NumberType, numberOf, storedNumber } from '../../model/fields/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { formats } from '../formats/formats.ts';
import { monthFormats, pickedDay, pickedMonth } from '../formats/time.ts';
import { useText } from '../host/engine-context.tsx';

type OneValueProps = {
  readonly field: EntityField;
  readonly value: FilterValue;
  readonly title: string;
  readonly onChange: (value: FilterValue) => void;
};

/** One value to compare with, in the way its type is written. */
export function OneValue({ field, value: { op, value }, title, onChange }: OneValueProps) {
  const set = (next: unknown) => onChange(next === null || next === '' ? { op } : { op, value: next });
  switch (kindOfValue(field)) {
    case 'whole':
    case 'fraction':
      return <NumberValue field={field} title={title} value={value} onChange={set} />;
    case 'bool':
      return <BoolValue title={title} value={value} onChange={set} />;
    case 'day':
    case 'moment':
      if (isMonth(field)) return <MonthValue title={title} value={value} onChange={set} />;
      return (
        <DatePicker
          className="engine-wide"
          aria-label={title}
          value={typeof value === 'string' ? dayjs(value) : null}
          format={formats().day}
          onChange={(picked) => set(pickedDay(picked))}
        />
      );
    default:
      return (
        <Input
          aria-label={title}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.target.value)}
        />
      );
  }
}

type ScalarProps = {
  readonly title: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** Written in the unit people use: money is stored in cents and written in yuan. */
function NumberValue({ field, title, value, onChange }: ScalarProps & { readonly field: EntityField }) {
  const number: Pick<NumberType, 'scale' | 'precision' | 'symbol'> = numberOf(field) ?? { scale: 1 };
  return (
    <InputNumber
      className="engine-wide"
      aria-label={title}
      value={typeof value === 'number' ? value / number.scale : null}
      onChange={(typed) => onChange(typed === null ? null : storedNumber(typed, number))}
      {...(number.precision === undefined ? {} : { precision: number.precision })}
      {...(number.symbol === undefined ? {} : { suffix: number.symbol })}
    />
  );
}

function MonthValue({ title, value, onChange }: ScalarProps) {
  return (
    <DatePicker
      className="engine-wide"
      picker="month"
      aria-label={title}
      value={typeof value === 'string' ? dayjs(value) : null}
      format={monthFormats()}
      onChange={(picked) => onChange(pickedMonth(picked))}
    />
  );
}

function BoolValue({ title, value, onChange }: ScalarProps) {
  const t = useText();
  return (
    <Select
      className="engine-wide"
      aria-label={title}
      placeholder={t('engine.advanced.choose')}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen: string) => onChange(chosen === 'true')}
      options={[
        { value: 'true', label: t('engine.yes') },
        { value: 'false', label: t('engine.no') },
      ]}
    />
  );
}
