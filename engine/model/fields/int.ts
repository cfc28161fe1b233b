import type { FieldType } from './kind/field-type.ts';
import { numberType } from './kind/number-value.ts';

/** A whole number. */
export const int: FieldType = {
  ...numberType('whole', {
    scale: 1,
    precision: 0,
    units: ['seconds', 'minutes', 'percent'],
    // What an integer of the database holds.
    most: 2_147_483_647,
  }),
  inputs: ['slider', 'rate'],
};
