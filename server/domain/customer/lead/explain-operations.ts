import { isId } from '../../../../engine/model/index.ts';
import { refuse } from '../../../kernel/errors/app-error.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import { idSchema, list, object, ref } from '../../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../../kernel/operation/operation.ts';
import { queryRows } from '../../../records/read/query.ts';

const maxExplained = 100;

/** What colleagues note about a customer, for the top of his panorama. */
export const explainOperations: readonly CallerOperation[] = [
  {
    path: '/v1/user/explain/user/id/query',
    title: '某位用户的说明',
    description: `置顶的在前，新的在前，至多 ${maxExplained} 条。`,
    access: { kind: 'permission', key: 'user_explain:query' },
    input: object({ userId: idSchema }),
    output: list(ref('user_explain.record'), { maxItems: maxExplained }),
    scope: 'user_explain',
    idempotency: 'none',
    audit: 'read',
    run: async ({ userId }, context) => {
      if (typeof userId !== 'string' || !isId(userId))
        throw refuse(
          'E_INPUT_INVALID',
          {},
          { faults: [{ code: 'E_INPUT_REQUIRED', pointer: '/userId', title: '用户' }] },
        );
      const where = { field: 'userId', op: 'eq', value: userId };
      const body = { where, sort: ['-top', '-createdAt'], size: maxExplained, count: 'none' };
      return (await queryRows(modelOf(context.documents, 'user_explain'), body, context)).list;
    },
  },
];
