import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { EntityField } from '../../model/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { formats } from '../formats/formats.ts';
import { pickedDay } from '../formats/time.ts';
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
  switch (field.type) {
    case 'int':
    case 'decimal':
    case 'money':
      return <NumberValue field={field} title={title} value={value} onChange={set} />;
    case 'bool':
      return <BoolValue title={title} value={value} onChange={set} />;
    case 'date':
    case 'datetime':
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

/** Money is stored in cents and written in yuan. */
function NumberValue({ field, title, value, onChange }: ScalarProps & { readonly field: EntityField }) {
  const factor = field.type === 'money' ? 100 : 1;
  const look = { int: { precision: 0 }, money: { precision: 2, suffix: '元' }, decimal: {} };
  return (
    <InputNumber
      className="engine-wide"
      aria-label={title}
      value={typeof value === 'number' ? value / factor : null}
      onChange={(typed) => onChange(typed === null || factor === 1 ? typed : Math.round(typed * factor))}
      {...(field.type === 'int' || field.type === 'money' ? look[field.type] : look.decimal)}
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
