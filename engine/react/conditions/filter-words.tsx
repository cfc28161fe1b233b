import type { ReactNode } from 'react';
import type { EntityField } from '../../model/documents/index.ts';
import { isNumber, isTime } from '../../model/fields/index.ts';
import type { ConditionOperator } from '../../model/wire/index.ts';
import { fieldRenderers } from '../fields/field-renderers.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { formatNumber } from '../formats/format.ts';
import { listed } from '../formats/listed.ts';
import { useText } from '../host/engine-context.tsx';
import { isChosen, operatorText } from './operators.ts';
import { writtenValue } from './pasted-values.ts';

/** Values of a pasted list that are told; of the others only how many. */
const maxTold = 3;

type FilterWordsProps = {
  /** Absent when the field is not of this page. */
  readonly field: EntityField | undefined;
  readonly value: FilterValue;
  /** With the operator in words even where it is the usual one: 包含“海国”. */
  readonly isFull?: boolean;
};

/** What a condition asks, in plain words. */
export function FilterWords({ field, value, isFull = false }: FilterWordsProps) {
  const t = useText();
  const { op } = value;
  if (op === 'isNull') return t('engine.filter.empty');
  if (op === 'notNull') return t('engine.filter.notEmpty');
  if (op === 'reached') return t('engine.op.reached');
  const words = <ValueWords field={field} value={value} />;
  const isOpen = field !== undefined && isOpenEnded(op, field);
  if (isOpen || (!isFull && plainOperators.has(op))) return words;
  if (!isFull && (op === 'ne' || op === 'notIn')) return <Told operator={t('engine.filter.not')}>{words}</Told>;
  return <Told operator={t(operatorText(op, field))}>{words}</Told>;
}

/** Operators that go without saying beside the name of the field. */
const plainOperators: ReadonlySet<ConditionOperator> = new Set(['eq', 'in', 'contains', 'between', 'within']);

function Told({ operator, children }: { readonly operator: string; readonly children: ReactNode }) {
  return (
    <>
      {operator} {children}
    </>
  );
}

/** On or after, up to: told behind the value. */
function isOpenEnded(op: ConditionOperator, field: EntityField): boolean {
  return (op === 'gte' || op === 'lte') && (isNumber(field) || isTime(field));
}

function ValueWords({ field, value }: Omit<FilterWordsProps, 'isFull'>) {
  const t = useText();
  if (field === undefined) return String(value.value ?? '');
  const { FilterText } = fieldRenderers[field.type];
  if (Array.isArray(value.value) && value.op !== 'between' && !isChosen(field)) {
    const list: readonly unknown[] = value.value;
    const told = listed(list.slice(0, maxTold).map((item) => writtenValue(item, field)));
    return list.length > maxTold ? t('engine.filter.andMore', { told, count: formatNumber(list.length) }) : told;
  }
  if (FilterText === undefined) return String(value.value ?? '');
  return <FilterText field={field} value={isOpenEnded(value.op, field) ? asBounds(value) : value} />;
}

function asBounds({ op, value }: FilterValue): FilterValue {
  return { op: 'between', value: op === 'gte' ? [value, null] : [null, value] };
}
