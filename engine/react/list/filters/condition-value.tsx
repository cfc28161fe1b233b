import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import type { FilterView } from '../../../model/index.ts';
import { useText } from '../../engine-context.tsx';
import type { FilterValue } from '../../faces/face.ts';
import { faces } from '../../faces/faces.ts';
import { isBare, isNumeric } from './operators.ts';
import { ValuesArea } from './values-area.tsx';

type ConditionValueProps = {
  readonly filter: FilterView;
  readonly value: FilterValue;
  readonly place: number;
  readonly onChange: (value: FilterValue) => void;
};

/** The value of a condition, as the field and the operator want it. */
export function ConditionValue({ filter, value, place, onChange }: ConditionValueProps) {
  const t = useText();
  const id = useId();
  const { field } = filter;
  const { op } = value;
  if (isBare(op)) return null;
  const title = t('engine.advanced.value', { place });
  const isList = op === 'in' || op === 'notIn';
  const isChoice = field.type === 'enum' || field.type === 'ref' || field.type === 'refs';
  if (isList && !isChoice) {
    const list: readonly unknown[] = Array.isArray(value.value) ? value.value : [];
    return (
      <ValuesArea
        title={title}
        field={field}
        values={list}
        rows={3}
        onChange={(values) => onChange({ op, value: values })}
      />
    );
  }
  const { Filter } = faces[field.type];
  if ((isList || op === 'between' || op === 'within') && Filter !== undefined) {
    // Of a choice the operator is chosen beside it; of a period it says whether it has a name.
    return (
      <>
        <label className="engine-said" htmlFor={id}>
          {title}
        </label>
        <Filter
          id={id}
          title={title}
          field={field}
          value={value.value === undefined ? undefined : { op: isList ? 'in' : op, value: value.value }}
          onChange={(next) => onChange(next === undefined ? { op } : isList ? { ...next, op } : next)}
        />
      </>
    );
  }
  return <OneValue filter={filter} value={value} title={title} onChange={onChange} />;
}

type OneValueProps = Omit<ConditionValueProps, 'place'> & { readonly title: string };

function OneValue({ filter: { field }, value: { op, value }, title, onChange }: OneValueProps) {
  const t = useText();
  const set = (next: unknown) => onChange(next === null || next === '' ? { op } : { op, value: next });
  if (isNumeric(field)) {
    const factor = field.type === 'money' ? 100 : 1;
    return (
      <InputNumber
        className="engine-wide"
        aria-label={title}
        value={typeof value === 'number' ? value / factor : null}
        {...(field.type === 'int' ? { precision: 0 } : field.type === 'money' ? { precision: 2, suffix: '元' } : {})}
        onChange={(typed) => set(typed === null ? null : factor === 1 ? typed : Math.round(typed * factor))}
      />
    );
  }
  if (field.type === 'bool')
    return (
      <Select
        className="engine-wide"
        aria-label={title}
        placeholder={t('engine.advanced.choose')}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(chosen: string) => set(chosen === 'true')}
        options={[
          { value: 'true', label: t('engine.yes') },
          { value: 'false', label: t('engine.no') },
        ]}
      />
    );
  if (field.type === 'date' || field.type === 'datetime')
    return (
      <DatePicker
        className="engine-wide"
        aria-label={title}
        value={typeof value === 'string' ? dayjs(value) : null}
        onChange={(picked) => set(picked === null ? null : picked.format('YYYY-MM-DD'))}
      />
    );
  return (
    <Input
      aria-label={title}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.target.value)}
    />
  );
}
