import { idSchema, type JsonSchema, list, noData, object } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import { loggedChange } from '../operations/history/logged-change.ts';
import { entryLength, logUse, maxEntries, useCatalog } from './use-log.ts';

const entry: Readonly<Record<string, JsonSchema>> = {
  catalog: { type: ['string', 'integer'], enum: [useCatalog, Number(useCatalog)], title: '分类' },
  action: { type: 'string', minLength: 1, maxLength: entryLength.action, title: '动作' },
  value: { type: 'string', maxLength: entryLength.value, title: '内容' },
};
const needed = ['catalog', 'action'];

/** What the browser tells of its use. */
export const logOperations: readonly CallerOperation[] = [
  {
    path: '/v1/web/operation/log/create',
    title: '上报使用记录',
    description: '打开的页面与使用的操作，记在本人名下；一次一条，或以 entries 成批。',
    access: { kind: 'signedIn' },
    input: {
      oneOf: [
        object(entry, needed),
        object({ entries: list(object(entry, needed), { minItems: 1, maxItems: maxEntries }) }),
      ],
    },
    output: noData,
    scope: null,
    idempotency: 'accepted',
    audit: 'change',
    run: (body, context) => logUse(body, context),
  },
  {
    path: '/v1/web/operation/log/changes/view',
    title: '一条日志改了什么',
    description: '逐个字段的前后值；不是数据变更的为空。遮盖与看得到的字段同该数据的变更记录。',
    access: { kind: 'permission', key: 'operation_log:get' },
    input: object({ id: idSchema }),
    output: { type: ['object', 'null'] },
    scope: 'operation_log',
    idempotency: 'none',
    audit: 'read',
    run: (body, context) => loggedChange(body, { ...context, page: undefined }),
  },
];
