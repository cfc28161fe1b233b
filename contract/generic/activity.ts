import type { ActivityAnswer, ActivityRequest, WireRecord } from '../../engine/model/wire/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  answering,
  either,
  id,
  integer,
  json,
  list,
  nullable,
  object,
  optional,
  taking,
  text,
} from '../definition/schema.ts';
import { historyEntry } from './history.ts';
import { fields } from './query.ts';

/** Sources a timeline may have, and how much of it is told at a time. */
export const maxActivitySources = 16;
export const maxActivitySize = 100;

const input = taking<ActivityRequest>()(
  object({
    page: text({ maxLength: 64, title: '页面名称' }),
    tab: text({ maxLength: 64, title: '动态标签页', description: '那个页面的 activity 标签页的键。' }),
    id: id({ title: '记录' }),
    sources: list(
      object(
        { key: text({ maxLength: 64, title: '来源' }), fields: optional(fields) },
        { title: '来源与要回答的字段' },
      ),
      { minItems: 1, maxItems: maxActivitySources, title: '要哪些来源' },
    ),
    size: optional(integer({ minimum: 1, maximum: maxActivitySize, title: '每页条数', description: '缺省为 20。' })),
    cursor: optional(text({ title: '翻页位置', description: '上次回答的 next。' })),
  }),
);

const told = { source: text({ title: '来源' }), at: text({ format: 'date-time', title: '时间' }) };

const output = answering<ActivityAnswer>()(
  object({
    list: list(
      either([
        object({ ...told, record: json<WireRecord>({ type: 'object', title: '来源的一行' }) }),
        object({ ...told, change: historyEntry }),
      ]),
      { title: '新的在前' },
    ),
    next: nullable(text(), { title: '下一页的位置' }),
  }),
);

export const queryActivity = defineOperation({
  access: { kind: 'signedIn' },
  scope: null,
  idempotency: 'none',
  audit: 'read',
  path: '/v1/sys/page/activity',
  title: '一条记录的动态',
  description:
    '页面的动态标签页：几个来源按时间合成一条时间线；每个来源须有其标签页的权限，行、字段与遮盖都照调用人的。',
  input,
  output,
});
