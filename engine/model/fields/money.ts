import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import type { FieldType } from './kind/field-type.ts';
import { numberType } from './kind/number-value.ts';

/** An amount: whole cents, written in yuan. */
export const money: FieldType = numberType('whole', {
  scale: 100,
  precision: 2,
  get symbol() {
    return formatMessage(modelText('model.unit.yuan'));
  },
  marks: /^[¥￥]|元$/g,
  units: [],
  isPrice: true,
});
