import { apiBase, type EntityModel, isGranted, verbPermissions } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { refuseUnlisted } from '../policy/page-operations.ts';

/** Which rows a reading call is about: with `deleted: true` those marked deleted, for who may restore them. */
export function rowsAsked({ document }: EntityModel, body: Values, context: CallContext): RowState {
  const { deleted } = body;
  if (deleted === undefined || deleted === null || deleted === false) return 'live';
  const fault = { pointer: '/deleted', title: '已删除的数据', expected: 'true 或 false', got: typeof deleted };
  if (deleted !== true) throw invalidInput([{ code: 'E_INPUT_TYPE', ...fault }]);
  const key = `${document.name}:${verbPermissions.restore}`;
  if (!document.operations.includes('restore') || !isGranted(context.caller.grants, key))
    throw refuse('E_NO_PERMISSION', { expected: key });
  refuseUnlisted(`${apiBase(document)}/restore`, context);
  return 'deleted';
}
