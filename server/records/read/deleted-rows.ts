import { isGranted, verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { apiBase } from '../../../engine/model/naming/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { refuseUnlisted } from '../policy/page-operations.ts';

/** Which rows a reading call is about: with `deleted: true` those marked deleted, for who may restore them. */
export function rowsAsked({ document }: EntityModel, body: Values, context: CallContext): RowState {
  const { deleted } = body;
  if (deleted === undefined || deleted === null || deleted === false) return 'live';
  if (deleted !== true)
    throw wrongInput('/deleted', queryText('query.deleted'), queryText('query.trueOrFalse'), typeof deleted);
  const key = `${document.name}:${verbPermissions.restore}`;
  if (!document.operations.includes('restore') || !isGranted(context.caller.grants, key))
    throw refuse('E_NO_PERMISSION', { expected: key });
  refuseUnlisted(`${apiBase(document)}/restore`, context);
  return 'deleted';
}
