import type { Fault } from '../../engine/model/faults/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import type { LayerOperation } from '../../engine/model/layers/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  bool,
  choice,
  integer,
  json,
  list,
  noInput,
  nullable,
  object,
  optional,
  ref,
  text,
  type Value,
} from '../definition/schema.ts';
import { dictionaryValue } from './custom-dictionaries.ts';
import type { NewPageChoices } from './made-pages.ts';
import { designKey, publishKey } from './page-design.ts';

/** What a file of pages says it is, and the newest form this product reads. */
export const packageFormat = 'page-package';
export const packageVersion = 3;

const common = { scope: null, ofShell: true } as const;
const reads = {
  ...common,
  access: { kind: 'permission', key: designKey, or: [designKey, publishKey] },
  idempotency: 'none',
  audit: 'read',
} as const;

const code = text({ minLength: 1, maxLength: 64 });

const packedPage = object({
  name: code,
  title: text({ minLength: 1, maxLength: 100 }),
  document: json<JsonObject>({ type: 'object' }),
  choices: json<NewPageChoices>({ type: 'object' }),
  parent: nullable(code),
  roles: list(code, { maxItems: 100 }),
});
export type PackedPage = Value<typeof packedPage>;

const packedLayer = object({
  page: code,
  level: choice(['org', 'role']),
  role: nullable(code),
  basedOn: text({ maxLength: 64 }),
  edits: json<readonly LayerOperation[]>({ type: 'array', items: { type: 'object' } }),
});
export type PackedLayer = Value<typeof packedLayer>;

const packedField = object({
  entity: code,
  field: json<JsonObject>({ type: 'object', title: '字段', description: '写法同实体文档中的字段。' }),
});
export type PackedField = Value<typeof packedField>;

const packedDictionary = object({
  name: code,
  title: text({ minLength: 1, maxLength: 100 }),
  values: list(dictionaryValue, { minItems: 1, maxItems: 500, title: '取值' }),
});
export type PackedDictionary = Value<typeof packedDictionary>;

const packedNode = object({
  name: code,
  parentName: nullable(code, { title: '上级菜单' }),
  title: nullable(text({ minLength: 1, maxLength: 50, pattern: '\\S' }), { title: '菜单标题' }),
  icon: nullable(text({ minLength: 1, maxLength: 40 }), { title: '图标' }),
  hidden: nullable(bool(), { title: '隐藏' }),
  keepAlive: nullable(bool(), { title: '页面缓存' }),
  sortNo: nullable(integer({ minimum: 0, maximum: 999_999 }), { title: '排序' }),
  enabled: nullable(bool(), { title: '启用' }),
});
export type PackedNode = Value<typeof packedNode>;

const pagePackage = object(
  {
    format: choice([packageFormat]),
    version: integer({ minimum: 1, title: '包的格式' }),
    grammar: integer({ minimum: 1, title: '页面语法的版本' }),
    product: code,
    productTitle: text({ maxLength: 100 }),
    exportedAt: text({ format: 'date-time' }),
    dictionaries: optional(list(packedDictionary, { maxItems: 500, title: '字典' })),
    fields: optional(list(packedField, { maxItems: 2000, title: '自定义字段' })),
    menu: optional(
      list(packedNode, { maxItems: 2000, title: '菜单的改动', description: '为空的项目以产品的菜单为准。' }),
    ),
    pages: list(packedPage, { maxItems: 500, title: '新页面' }),
    layers: list(packedLayer, { maxItems: 2000, title: '页面的改动' }),
  },
  { title: '页面包' },
);
export type PagePackage = Value<typeof pagePackage>;

export const exportPages = defineOperation({
  ...reads,
  path: '/v1/design/package/export',
  title: '导出页面包',
  description:
    '已发布的新页面与各页面已发布的改动，限于本人打得开的页面；有 field:design 的，连同在用的自定义字段与改过的字典；有 menu:edit 的，连同菜单的改动。存成一个 JSON 文件供审阅与导入。',
  input: noInput,
  output: pagePackage,
});

const line = object({
  kind: choice(['page', 'layer', 'field', 'dictionary', 'menu']),
  page: text({ maxLength: 200, title: '名称', description: '页面、字典、菜单节点的名称；字段为实体.键。' }),
  title: text(),
  level: nullable(choice(['org', 'role'])),
  role: nullable(code),
  state: choice(['new', 'same', 'replaced', 'faulty'], {
    title: '结果',
    description: 'new 新增，same 已经一样，replaced 会替换现在的，faulty 不能导入。',
  }),
  edits: integer({ minimum: 0, title: '改动数' }),
  changes: optional(list(text(), { title: '菜单改了什么', description: '与这里现在的不同之处。' })),
  asleep: list(text(), { title: '所在之处没有了的改动', description: '键路径；找得到相近名称的附在后面。' }),
  conflicts: integer({ minimum: 0, title: '与产品冲突的改动' }),
  faults: list(ref<Fault>('Fault')),
});
export type PackageLine = Value<typeof line>;

const rehearsal = object({ lines: list(line) });

/** A package holds all pages of a company. */
const body = { bytes: 8_388_608, elements: 160_000 } as const;

const packed = object({ package: json<JsonObject>({ type: 'object', title: '页面包' }) });

export const checkPackage = defineOperation({
  ...reads,
  body,
  path: '/v1/design/package/check',
  title: '预演导入页面包',
  description: '哪些会新增、替换，哪些不合适、错在哪里。什么也不写入。',
  input: packed,
  output: rehearsal,
});

export const importPages = defineOperation({
  ...common,
  body,
  access: { kind: 'permission', key: publishKey },
  idempotency: 'accepted',
  audit: 'change',
  path: '/v1/design/package/import',
  title: '导入页面包',
  description:
    '全部发布，或在有一处不合适时一处也不写入。草稿不受影响。有自定义字段或字典要写入的，须有 field:design，有菜单要改的，须有 menu:edit；各列在运行中新增，不停机。',
  input: object({
    package: json<JsonObject>({ type: 'object', title: '页面包' }),
    note: text({ minLength: 1, maxLength: 200, title: '说明' }),
  }),
  output: rehearsal,
});
export const packageSchema = pagePackage;
