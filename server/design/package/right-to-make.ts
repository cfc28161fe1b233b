import { fieldKey } from '../../../contract/design/custom-fields.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { packageText } from '../../texts/design/package-text.ts';

/** Whether somebody may make fields and change dictionaries. */
export function mayMake({ caller }: Pick<CallContext, 'caller'>): boolean {
  return isGranted(caller.grants, fieldKey);
}

/** The permission to change the menu. */
const menuKey = 'menu:edit';

/** Whether somebody may change the menu. */
export function mayArrange({ caller }: Pick<CallContext, 'caller'>): boolean {
  return isGranted(caller.grants, menuKey);
}

/** The fault of a field or dictionary that he may not bring who brings it. */
export function rightFaults(context: Pick<CallContext, 'caller'>): readonly Fault[] {
  return mayMake(context) ? [] : lacking(packageText('package.noFields', { fieldKey }));
}

/** The fault of a change of the menu that he may not bring who brings it. */
export function menuRightFaults(context: Pick<CallContext, 'caller'>): readonly Fault[] {
  return mayArrange(context) ? [] : lacking(packageText('package.noMenu', { menuKey }));
}

function lacking(expected: Message): readonly Fault[] {
  return [{ code: 'E_INPUT_RULE', pointer: '', expected: formatMessage(expected) }];
}
