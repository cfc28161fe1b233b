import type { Scope } from '../../../model/expression/index.ts';
import type { FormFieldView } from '../../../model/view/index.ts';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';

/** What every input in a form is given, whether it stands alone or in a row. */
export type FieldInputProps = {
  readonly view: FormFieldView;
  /** Id of the element that takes the keyboard. */
  readonly own: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly disabled: boolean;
  /** What expressions read where the input stands. */
  readonly scope: () => Scope;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly placeholder?: string | undefined;
  readonly record?: InputProps['record'] | undefined;
};
