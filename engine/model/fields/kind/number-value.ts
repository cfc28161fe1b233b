import type { EntityField } from '../../generated/documents.ts';
import { modelText } from '../../texts/model-text.ts';
import { faulty } from './check-outcome.ts';
import type { CheckOutcome, FieldType, NumberType, ValueCheck } from './field-type.ts';
import { numberOperators } from './operators.ts';

/** What all types of numbers have in common. */
export function numberType(kind: 'whole' | 'fraction', number: NumberType) {
  return {
    kind,
    number,
    check: numberCheck(kind, number),
    operators: numberOperators,
    takesPastedList: true,
    isComputable: true,
    isRanked: true,
    fitsLabel: true,
    fitsCell: true,
  } as const satisfies FieldType;
}

function numberCheck(kind: 'whole' | 'fraction', number: NumberType): ValueCheck {
  const fits = kind === 'whole' ? Number.isSafeInteger : Number.isFinite;
  const expected = modelText(kind === 'whole' ? 'model.value.whole' : 'model.value.number');
  return (raw, field) =>
    typeof raw === 'number' && fits(raw) ? checkRange(field, raw, number) : faulty('E_INPUT_TYPE', expected, raw);
}

function checkRange(field: EntityField, value: number, number: NumberType): CheckOutcome {
  const low = field.min ?? Number.NEGATIVE_INFINITY;
  const high = field.max ?? number.most ?? Number.POSITIVE_INFINITY;
  if (value >= low && value <= high) return { value };
  const shown = (bound: number) =>
    Number.isFinite(bound) ? written(bound, number) : modelText('model.value.unbounded');
  return faulty(
    'E_INPUT_RANGE',
    modelText('model.value.range', { low: shown(low), high: shown(high) }),
    written(value, number),
  );
}

/** A stored number as people write it: `12.50` for 1250 cents. */
function written(value: number, { scale, precision }: NumberType): string {
  return scale === 1 ? String(value) : (value / scale).toFixed(precision);
}

/** What people wrote as it is stored: 1250 for 12.5 yuan. */
export function storedNumber(value: number, { scale }: Pick<NumberType, 'scale'>): number {
  return scale === 1 ? value : Math.round(value * scale);
}
