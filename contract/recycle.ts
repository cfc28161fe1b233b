import type { BulkAnswer } from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { bool, id, integer, list, nullable, object, optional, ref, text, type Value } from './definition/schema.ts';

/** Most deleted records that one call restores. */
export const maxRestored = 200;

const entity = text({ maxLength: 64, title: '种类（实体）' });
const own = { access: { kind: 'signedIn' }, scope: null } as const;

const row = object({
  entity,
  id: id(),
  label: text({ title: '名称' }),
  deletedAt: text({ title: '删除时间' }),
  deletedBy: nullable(text({ title: '删除人' })),
  with: list(object({ title: text(), count: integer() }), { title: '一起删除、也会一起恢复的明细' }),
});

const answer = object({
  kinds: list(object({ entity, title: text(), count: integer() })),
  people: bool({ title: '是否看得到别人删除的' }),
  total: integer(),
  list: list(row),
});

/** What of what was deleted is shown. */
export type RecycledAnswer = Value<typeof answer>;

export const queryRecycled = defineOperation({
  ...own,
  path: '/v1/recycle/query',
  title: '回收站',
  description: '可以恢复的已删除数据，新的在前：本人有删除权限的种类、数据范围之内的。别人删除的，须能查看操作日志。',
  input: object({
    entity: optional(nullable(entity)),
    search: optional(nullable(text({ maxLength: 100, title: '名称' }))),
    by: optional(nullable(id({ title: '删除人' }))),
    mine: optional(bool({ title: '只看本人删除的' })),
    from: optional(nullable(text({ maxLength: 40, title: '不早于' }))),
    to: optional(nullable(text({ maxLength: 40, title: '早于' }))),
    size: optional(integer({ minimum: 1, maximum: 100 })),
    page: optional(integer({ minimum: 1, maximum: 100 })),
  }),
  output: answer,
  idempotency: 'none',
  audit: 'read',
});

export const restoreRecycled = defineOperation({
  ...own,
  path: '/v1/recycle/restore',
  title: '从回收站恢复',
  description: '逐条恢复，连同一起删除的明细；不能恢复的逐条说明，例如编号又被占用、所属的数据已删除。',
  input: object({ rows: list(object({ entity, id: id() }), { minItems: 1, maxItems: maxRestored }) }),
  output: ref<BulkAnswer>('BulkAnswer'),
  idempotency: 'accepted',
  audit: 'change',
});
