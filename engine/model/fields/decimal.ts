import type { FieldType } from './kind/field-type.ts';
import { numberType } from './kind/number-value.ts';

/** A number with a fraction. */
export const decimal: FieldType = {
  ...numberType('fraction', { scale: 1, units: ['percent'] }),
  inputs: ['slider', 'rate'],
};
