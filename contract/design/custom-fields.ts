import type { EntityField } from '../../engine/model/documents/index.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  bool,
  choice,
  integer,
  json,
  list,
  noData,
  nullable,
  object,
  optional,
  ref,
  text,
  type Value,
} from '../definition/schema.ts';

/** Who may make fields and change dictionaries in the app. */
export const fieldKey = 'field:design';

const reads = {
  access: { kind: 'permission', key: fieldKey },
  scope: null,
  ofShell: true,
  idempotency: 'none',
  audit: 'read',
} as const;
const changes = { ...reads, idempotency: 'accepted', audit: 'change' } as const;

const entity = text({ minLength: 1, maxLength: 64, title: '实体' });
const key = text({ minLength: 1, maxLength: 64, title: '键', description: '以 x 与一个大写字母开头，例如 xLevel。' });
const version = integer({ minimum: 1, title: '版本' });
const given = json<JsonObject>({
  type: 'object',
  title: '字段',
  description: '写法同实体文档中的字段；键以 x 与一个大写字母开头，缺省值为固定的值。',
});
const field = json<EntityField>({ type: 'object', title: '字段' });
const faults = list(ref<Fault>('Fault'), { title: '错误' });
const place = { entity, key };

const customField = object({
  key,
  title: text({ title: '名称' }),
  field,
  status: choice(['active', 'retired', 'removing'], { title: '状态' }),
  isAsleep: bool({ title: '休眠', description: '所依附的实体、引用或字典已经没有了，或它的写法已不再允许。' }),
  version,
  retiredAt: nullable(text({ format: 'date-time' }), { title: '停用时间' }),
});
export type CustomFieldRow = Value<typeof customField>;

const customEntity = object({
  name: entity,
  title: text({ title: '名称' }),
  shipped: integer({ minimum: 0, title: '随产品发布的字段数' }),
  most: integer({ minimum: 1, title: '至多几个自定义字段' }),
  fields: list(customField),
});
export type CustomEntity = Value<typeof customEntity>;

export const queryCustomFields = defineOperation({
  ...reads,
  path: '/v1/design/field/query',
  title: '自定义字段一览',
  description: '可以有自定义字段的实体（限于本人看得到的），连同它们的自定义字段，已停用的也在内。',
  input: object({}),
  output: object({
    entities: list(customEntity),
    dictionaries: list(
      object({
        name: text(),
        title: text(),
        values: list(object({ key: text(), title: text() }), { title: '可选的值' }),
      }),
      { title: '字典' },
    ),
    references: list(object({ name: text(), title: text() }), { title: '可以引用的实体' }),
  }),
});
export type CustomFieldsAnswer = Value<typeof queryCustomFields.output>;

export const checkCustomField = defineOperation({
  ...reads,
  path: '/v1/design/field/check',
  title: '检查自定义字段',
  description: '与保存相同的检查，什么也不保存；rows 是不允许这样设置的已有记录。',
  input: object({ entity, field: given }),
  output: object({ faults }),
});

export const createCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/create',
  title: '新增自定义字段',
  description: '在运行中新增一列，不重写表，不停机；所有节点自下一次请求起生效。已有记录的值为缺省值。',
  input: object({ entity, field: given }),
  output: object({ version }),
});

export const modifyCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/modify',
  title: '修改自定义字段',
  description: '类型、引用、字典、遮盖不能改；改为必填或唯一时，已有记录须都满足，不满足的会列出。',
  input: object({ ...place, field: given, version }),
  output: object({ version }),
});

export const moveCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/move',
  title: '调整自定义字段的次序',
  input: object({ entity, keys: list(key, { minItems: 1, maxItems: 100, title: '新的次序' }) }),
  output: noData,
});

const use = object({
  kind: choice(['page', 'draft', 'view', 'layout', 'analysis', 'import'], { title: '用在哪里' }),
  name: text({ title: '名称' }),
  detail: optional(text({ title: '说明' })),
  people: optional(integer({ minimum: 0, title: '人数', description: '别人只留给自己的，只说有几个人。' })),
});
export type FieldUse = Value<typeof use>;

export const queryFieldUses = defineOperation({
  ...reads,
  path: '/v1/design/field/use/query',
  title: '自定义字段用在哪里',
  description:
    '用到它的页面、草稿、保存的视图、各人的列安排、分析与记住的导入，以及有值的记录数；别人只留给自己的，只说有几个人。',
  input: object(place),
  output: object({ uses: list(use), rows: integer({ minimum: 0, title: '有值的记录数' }) }),
});
export type FieldUsesAnswer = Value<typeof queryFieldUses.output>;

export const retireCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/retire',
  title: '停用自定义字段',
  description: '页面、接口、导入、导出里不再有它；数据留着，可以恢复。',
  input: object({ ...place, version }),
  output: object({ version }),
});

export const restoreCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/restore',
  title: '恢复自定义字段',
  input: object({ ...place, version }),
  output: object({ version }),
});

export const removeCustomField = defineOperation({
  ...changes,
  path: '/v1/design/field/remove',
  title: '删除自定义字段',
  description: '先停用满一分钟。先把每条记录的值写成文件（后台任务），再删除这一列；title 须与字段名称相同，不能撤销。',
  input: object({ ...place, version, title: text({ minLength: 1, maxLength: 100, title: '字段名称' }) }),
  output: object({ jobId: text({ title: '后台任务' }) }),
});
