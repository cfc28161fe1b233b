import { useId } from 'react';
import type { FilterView } from '../../model/view/index.ts';
import { fieldRenderers } from '../fields/field-renderers.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { useText } from '../host/engine-context.tsx';
import { OneValue } from './one-value.tsx';
import { isBare, isChosen } from './operators.ts';
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
  if (isList && !isChosen(field)) {
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
  const { Filter } = fieldRenderers[field.type];
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
  return <OneValue field={field} value={value} title={title} onChange={onChange} />;
}
