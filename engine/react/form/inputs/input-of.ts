import type { ComponentType } from 'react';
import type { FormFieldView } from '../../../model/index.ts';
import type { InputProps } from '../../faces/face.ts';
import { faces } from '../../faces/faces.ts';
import { BoolSelectInput, CheckboxesInput, RadioInput } from './choice-inputs.tsx';
import { RateInput, SliderInput } from './scale-inputs.tsx';
import { TransferInput } from './transfer-input.tsx';

type FieldType = FormFieldView['field']['type'];
type Kind = NonNullable<FormFieldView['input']>;
type InputsByType = Partial<Record<FieldType, ComponentType<InputProps>>>;

/** Ways of filling in that a form may ask for, by the types they fit. */
const inputs: Readonly<Record<Kind, InputsByType>> = {
  radio: { enum: RadioInput, bool: RadioInput },
  select: { enum: faces.enum.Input, bool: BoolSelectInput, ref: faces.ref.Input, refs: faces.refs.Input },
  checkboxes: { refs: CheckboxesInput, json: CheckboxesInput },
  transfer: { refs: TransferInput },
  textarea: { string: faces.text.Input, text: faces.text.Input },
  slider: { int: SliderInput, decimal: SliderInput },
  rate: { int: RateInput, decimal: RateInput },
};

/** The input of a field: the one its form asks for, else that of its type; undefined for one that does not fit. */
export function inputOf({ input, field }: FormFieldView): ComponentType<InputProps> | undefined {
  return input === undefined ? faces[field.type].Input : inputs[input][field.type];
}
