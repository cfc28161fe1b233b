import type { WireRecord } from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { id, list, object, ref } from './definition/schema.ts';

/** Most explanations of one answer. */
export const maxExplained = 100;

/** What colleagues note about a customer, for the top of his panorama. */
export const explanationsOf = defineOperation({
  path: '/v1/user/explain/user/id/query',
  title: '某位用户的说明',
  description: `置顶的在前，新的在前，至多 ${maxExplained} 条。`,
  access: { kind: 'permission', key: 'user_explain:query' },
  input: object({ userId: id({ title: '用户' }) }),
  output: list(ref<WireRecord>('user_explain.record'), { maxItems: maxExplained }),
  scope: 'user_explain',
  idempotency: 'none',
  audit: 'read',
});
