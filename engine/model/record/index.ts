// Records: validated, normalised, compared.

export { isCellField, isWritten } from './cell-field.ts';
export { demoTarget, demoValue } from './demo-rows.ts';
export { cardWhere, matchWhere } from './fixed-where.ts';
export { heldFor } from './held-for.ts';
export { boundedField, boundFaults, withStartValues } from './input-bounds.ts';
export { missingFault } from './missing-fault.ts';
export {
  type NewPasswordFault,
  newPasswordFault,
  type OldPasswordFault,
  oldPasswordFault,
  passwordLength,
  repeatedPasswordFault,
} from './password-rules.ts';
export { printedPaths } from './printed-paths.ts';
export { valueAt } from './record-path.ts';
export { branchesOf, targetState, targetStates } from './target-state.ts';
export {
  checkInput,
  checkValue,
  type InputField,
  inputFields,
  valueFaults,
} from './validate-record.ts';
export { isAllowed, whoFor } from './who.ts';
