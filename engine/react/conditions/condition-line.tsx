import { CloseOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ConditionOperator } from '../../model/wire/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { useText } from '../host/engine-context.tsx';
import { type DraftCondition, firstOperator, offeredOperators, withOperator } from './advanced-draft.ts';
import { ConditionValue } from './condition-value.tsx';
import type { GroupTools } from './group-tools.ts';
import { operatorText } from './operators.ts';

type ConditionLineProps = {
  readonly condition: DraftCondition;
  /** Its place in the group, for its names. */
  readonly place: number;
  readonly tools: GroupTools;
};

/** One condition: a field, what is asked of it, and with what value. */
export function ConditionLine({ condition, place, tools }: ConditionLineProps) {
  const t = useText();
  const { id, field, value } = condition;
  const filter = tools.fields.find((each) => each.path === field);
  const change = (next: { readonly field?: string; readonly value: FilterValue }) =>
    tools.change(id, () => ({ ...condition, ...next }));
  const isPeriod = value.op === 'between' && filter !== undefined && offeredOperators(filter).includes('within');
  const isFaulty = tools.faulty.has(id);
  return (
    <div className={isFaulty ? 'engine-condition engine-condition-faulty' : 'engine-condition'}>
      <Select
        aria-label={t('engine.advanced.field', { place })}
        value={field}
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        options={tools.fields.map((each) => ({ value: each.path, label: each.title }))}
        onChange={(path: string) => {
          const next = tools.fields.find((each) => each.path === path);
          if (next !== undefined) change({ field: path, value: { op: firstOperator(next) } });
        }}
      />
      <Select<ConditionOperator>
        aria-label={t('engine.advanced.operator', { place })}
        value={isPeriod ? 'within' : value.op}
        popupMatchSelectWidth={false}
        options={(filter === undefined ? [] : offeredOperators(filter)).map((op) => ({
          value: op,
          label: t(operatorText(op, filter?.field)),
        }))}
        onChange={(op) => change({ value: withOperator(value, op) })}
      />
      <div className="engine-condition-value">
        {filter === undefined ? null : (
          <ConditionValue filter={filter} value={value} place={place} onChange={(next) => change({ value: next })} />
        )}
        {isFaulty ? <span className="engine-condition-fault">{t('engine.advanced.fillIn')}</span> : null}
      </div>
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t('engine.advanced.removeCondition', { place })}
        onClick={() => tools.change(id, () => undefined)}
      />
    </div>
  );
}
