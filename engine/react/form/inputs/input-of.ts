import type { ComponentType } from 'react';
import { fieldTypes, kindOfValue, type ValueKind } from '../../../model/fields/index.ts';
import type { FormFieldView } from '../../../model/view/index.ts';
import { EnumInput } from '../../fields/plain/enum-renderer.tsx';
import { AreaInput } from '../../fields/plain/text-renderer.tsx';
import { RefInput } from '../../fields/ref-renderer.tsx';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { typeInputs } from '../../fields/type-inputs.ts';
import { BoolSelectInput, CheckboxesInput, RadioInput } from './choice-inputs.tsx';
import { ConditionsInput } from './conditions-input.tsx';
import { MentionInput } from './mention-input.tsx';
import { RateInput, SliderInput } from './scale-inputs.tsx';
import { ShapeInput } from './shape-input.tsx';
import { TransferInput } from './transfer-input.tsx';

type Way = NonNullable<FormFieldView['input']>;
type InputsByKind = Partial<Record<ValueKind, ComponentType<InputProps>>>;

/** Ways of filling in that a form may ask for, by the kind of value; each type says which of them it takes. */
const inputs: Readonly<Record<Way, InputsByKind>> = {
  radio: { choice: RadioInput, bool: RadioInput },
  select: { choice: EnumInput, bool: BoolSelectInput, reference: RefInput, references: RefInput },
  checkboxes: { references: CheckboxesInput, json: CheckboxesInput },
  transfer: { references: TransferInput },
  textarea: { text: AreaInput },
  slider: { whole: SliderInput, fraction: SliderInput },
  rate: { whole: RateInput, fraction: RateInput },
};

/** The input of a field: the one its form asks for, else one that puts conditions together, takes the keys of a shape or offers whom to mention where it may, else that of its type; undefined for one that does not fit. */
export function inputOf({ input, field }: FormFieldView): ComponentType<InputProps> | undefined {
  if (input !== undefined)
    return fieldTypes[field.type].inputs?.includes(input) === true ? inputs[input][kindOfValue(field)] : undefined;
  if (field.conditions !== undefined) return ConditionsInput;
  if (field.shape !== undefined) return ShapeInput;
  return field.mentions === undefined ? typeInputs[field.type] : MentionInput;
}
