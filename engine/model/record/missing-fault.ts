import type { Fault, MissingAct } from '../faults/fault.ts';
import { pointer } from '../faults/fault.ts';
import type { FieldTypeName } from '../fields/kind/field-type.ts';
import { fileTypeOf, isTime, kindOfValue } from '../fields/type-groups.ts';

type Missing = { readonly key: string; readonly title: string; readonly type: FieldTypeName };

/** That a field is empty though it must not be, in the words of its type: 请填写姓名, 请选择部门, 请上传证件. */
export function missingFault(field: Missing, at: string = pointer(field.key)): Fault {
  const act = actOf(field.type);
  const fault = { code: 'E_INPUT_REQUIRED', pointer: at, title: field.title } as const;
  return act === undefined ? fault : { ...fault, act };
}

function actOf(type: FieldTypeName): MissingAct | undefined {
  if (fileTypeOf(type) !== undefined) return 'upload';
  const kind = kindOfValue({ type });
  const isChosen = kind === 'choice' || kind === 'reference' || kind === 'references' || isTime({ type });
  return isChosen ? 'choose' : undefined;
}
