import { InputNumber, Space } from 'antd';
import type { EntityField } from '../../../model/documents/index.ts';
import { unitSign } from '../../../model/entity/index.ts';
import { type NumberType, numberOf, storedNumber } from '../../../model/fields/index.ts';
import { formatMeasure, formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { valueAt } from '../../record/record-path.ts';
import {
  emptyText,
  type FieldRenderer,
  type FilterProps,
  type FilterTextProps,
  type InputProps,
  type ValueProps,
} from '../renderer/field-renderer.ts';
import { inDigits } from './in-digits.tsx';

/** Between what is stored and what people write: money is stored in cents and written in yuan. */
type Scale = Pick<NumberType, 'scale' | 'precision'> & { readonly unit?: string };

function scaleOf(field: EntityField): Scale {
  const unit = unitSign(field);
  const { scale = 1, precision } = numberOf(field) ?? {};
  return { scale, ...(precision === undefined ? {} : { precision }), ...(unit === undefined ? {} : { unit }) };
}

function toShown(stored: unknown, { scale }: Scale): number | null {
  return typeof stored === 'number' ? stored / scale : null;
}

function toStored(shown: number | string | null, scale: Scale): number | null {
  return shown === null || shown === '' ? null : storedNumber(Number(shown), scale);
}

function plainText({ field, path, record }: ValueProps): string {
  const value = valueAt(record, path);
  if (typeof value !== 'number') return emptyText;
  if (field.unit === 'percent') return `${formatNumber(Math.round(value * 100) / 100)}%`;
  if (field.unit !== undefined) return formatMeasure(value, field.unit);
  return field.grouping === false ? String(value) : formatNumber(value);
}

function boundsOf(value: unknown): readonly [unknown, unknown] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return [list[0] ?? null, list[1] ?? null];
}

function NumberFilter({ id, title, field, value, onChange }: FilterProps) {
  const t = useText();
  const scale = scaleOf(field);
  const [low, high] = boundsOf(value?.value);
  const change = (bounds: readonly [unknown, unknown]) =>
    onChange(bounds[0] === null && bounds[1] === null ? undefined : { op: 'between', value: bounds });
  return (
    <Space.Compact block>
      <InputNumber
        id={id}
        className="engine-half"
        aria-label={`${title} ${t('engine.filter.from')}`}
        placeholder={t('engine.filter.from')}
        value={toShown(low, scale)}
        suffix={scale.unit}
        onChange={(typed) => change([toStored(typed, scale), high])}
      />
      <InputNumber
        className="engine-half"
        aria-label={`${title} ${t('engine.filter.to')}`}
        placeholder={t('engine.filter.to')}
        value={toShown(high, scale)}
        suffix={scale.unit}
        onChange={(typed) => change([low, toStored(typed, scale)])}
      />
    </Space.Compact>
  );
}

function NumberFilterText({ field, value }: FilterTextProps) {
  const t = useText();
  const scale = scaleOf(field);
  const [low, high] = boundsOf(value.op === 'between' ? value.value : [value.value, value.value]).map((bound) =>
    toShown(bound, scale),
  );
  const unit = scale.unit ?? '';
  if (low === high) return `${low ?? ''}${unit}`;
  if (low === null) return t('engine.filter.atMost', { to: `${high}${unit}` });
  return high === null ? t('engine.filter.atLeast', { from: `${low}${unit}` }) : `${low} ~ ${high}${unit}`;
}

/** A number, in the unit people write. */
export function NumberInput(props: InputProps) {
  const scale = scaleOf(props.field);
  return (
    <InputNumber
      id={props.id}
      className="engine-wide"
      value={toShown(props.value, scale)}
      onChange={(typed) => props.onChange(toStored(typed, scale))}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder ?? ''}
      {...(scale.precision === undefined ? {} : { precision: scale.precision })}
      {...(scale.unit === undefined ? {} : { suffix: scale.unit })}
      changeOnWheel={false}
    />
  );
}

/** Numbers on the right; `format` tells the stored number where its type has a way of its own. */
export function numberRenderer(format?: (value: number) => string): FieldRenderer {
  const told = (value: unknown) => (typeof value === 'number' ? format?.(value) : undefined);
  const text = (props: ValueProps) => told(valueAt(props.record, props.path)) ?? plainText(props);
  return {
    told,
    text,
    Cell: (props) => inDigits(text(props)),
    plain: inDigits,
    Filter: NumberFilter,
    FilterText: NumberFilterText,
    align: 'right',
    width: 110,
  };
}
