import { isGranted } from '../../../engine/model/access/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';

/** Who may read the log may see what others deleted; everybody else sees his own. */
export function seesOthersDeleted({ grants }: Pick<Caller, 'grants'>): boolean {
  return isGranted(grants, 'operation_log:query');
}
