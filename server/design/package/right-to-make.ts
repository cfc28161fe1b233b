import { fieldKey } from '../../../contract/design/custom-fields.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** Whether somebody may make fields and change dictionaries. */
export function mayMake({ caller }: Pick<CallContext, 'caller'>): boolean {
  return isGranted(caller.grants, fieldKey);
}

/** The fault of a part that he may not bring who brings it. */
export function rightFaults(context: Pick<CallContext, 'caller'>): readonly Fault[] {
  const expected = `没有修改自定义字段与字典的权限（${fieldKey}）`;
  return mayMake(context) ? [] : [{ code: 'E_INPUT_RULE', pointer: '', expected }];
}
