import type { InputField } from '../../../engine/model/record/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

/** Values whose references are to be checked; `at` is the pointer of the row they stand in, `''` for the body itself. */
export type Referring = {
  readonly values: Values;
  readonly fields: ReadonlyMap<string, InputField>;
  readonly at: string;
};
