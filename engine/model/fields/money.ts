import { modelText } from '../texts/model-text.ts';
import { say } from '../texts/said.ts';
import type { FieldType } from './kind/field-type.ts';
import { numberType } from './kind/number-value.ts';

/** An amount: whole cents, written in yuan. */
export const money: FieldType = numberType('whole', {
  scale: 100,
  precision: 2,
  get symbol() {
    return say(modelText('model.unit.yuan'));
  },
  marks: /^[¥￥]|元$/g,
  units: [],
  isPrice: true,
});
