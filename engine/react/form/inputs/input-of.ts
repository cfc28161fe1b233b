import type { ComponentType } from 'react';
import type { FormFieldView } from '../../../model/index.ts';
import { EnumInput } from '../../fields/plain/enum-renderer.tsx';
import { AreaInput } from '../../fields/plain/text-renderer.tsx';
import { RefInput } from '../../fields/ref-renderer.tsx';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { typeInputs } from '../../fields/type-inputs.ts';
import { BoolSelectInput, CheckboxesInput, RadioInput } from './choice-inputs.tsx';
import { ConditionsInput } from './conditions-input.tsx';
import { MentionInput } from './mention-input.tsx';
import { RateInput, SliderInput } from './scale-inputs.tsx';
import { TransferInput } from './transfer-input.tsx';

type FieldType = FormFieldView['field']['type'];
type Kind = NonNullable<FormFieldView['input']>;
type InputsByType = Partial<Record<FieldType, ComponentType<InputProps>>>;

/** Ways of filling in that a form may ask for, by the types they fit. */
const inputs: Readonly<Record<Kind, InputsByType>> = {
  radio: { enum: RadioInput, bool: RadioInput },
  select: { enum: EnumInput, bool: BoolSelectInput, ref: RefInput, refs: RefInput },
  checkboxes: { refs: CheckboxesInput, json: CheckboxesInput },
  transfer: { refs: TransferInput },
  textarea: { string: AreaInput, text: AreaInput },
  slider: { int: SliderInput, decimal: SliderInput },
  rate: { int: RateInput, decimal: RateInput },
};

/** The input of a field: the one its form asks for, else one that puts conditions together or offers whom to mention where it may, else that of its type; undefined for one that does not fit. */
export function inputOf({ input, field }: FormFieldView): ComponentType<InputProps> | undefined {
  if (input !== undefined) return inputs[input][field.type];
  if (field.conditions !== undefined) return ConditionsInput;
  return field.mentions === undefined ? typeInputs[field.type] : MentionInput;
}
