import type { HistoryEntry } from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { either, id, json, list, noData, object, optional, text, type Value } from './definition/schema.ts';

/** Category of what the browser tells of its use, as the specification has it. */
export const useCatalog = '1000';

/** Most entries of one call: what a person does in a while, told at once. */
export const maxEntries = 50;

const entry = object({
  catalog: json<string | number>({
    type: ['string', 'integer'],
    enum: [useCatalog, Number(useCatalog)],
    title: '分类',
  }),
  action: text({ minLength: 1, maxLength: 64, title: '动作' }),
  value: optional(text({ maxLength: 2000, title: '内容' })),
});

/** What somebody did in the browser. */
export type UseEntry = Value<typeof entry>;

export const logUse = defineOperation({
  path: '/v1/web/operation/log/create',
  title: '上报使用记录',
  description: '打开的页面与使用的操作，记在本人名下；一次一条，或以 entries 成批。',
  access: { kind: 'signedIn' },
  input: either([entry, object({ entries: list(entry, { minItems: 1, maxItems: maxEntries, title: '条数' }) })]),
  output: noData,
  scope: null,
  idempotency: 'accepted',
  audit: 'change',
});

export const loggedChanges = defineOperation({
  path: '/v1/web/operation/log/changes/view',
  title: '一条日志改了什么',
  description: '逐个字段的前后值；不是数据变更的为空。遮盖与看得到的字段同该数据的变更记录。',
  access: { kind: 'permission', key: 'operation_log:get' },
  input: object({ id: id() }),
  output: json<HistoryEntry | null>({ type: ['object', 'null'] }),
  scope: 'operation_log',
  idempotency: 'none',
  audit: 'read',
});
