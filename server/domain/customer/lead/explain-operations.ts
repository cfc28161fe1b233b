import { explanationsOf, maxExplained } from '../../../../contract/explanations.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../../kernel/operation/operation.ts';
import { queryRows } from '../../../records/read/query.ts';

/** What colleagues note about a customer, for the top of his panorama. */
export const explainOperations: readonly CallerOperation[] = [
  implement(explanationsOf, async ({ userId }, context) => {
    const where = { field: 'userId', op: 'eq', value: userId };
    const body = { where, sort: ['-top', '-createdAt'], size: maxExplained, count: 'none' };
    return (await queryRows(modelOf(context.documents, 'user_explain'), body, context)).list;
  }),
];
