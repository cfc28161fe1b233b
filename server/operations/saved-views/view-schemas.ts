import { conditionOperators } from '../../../engine/model/index.ts';
import { idSchema, type JsonSchema, list, nullable, object } from '../../kernel/operation/json-schema.ts';

const path: JsonSchema = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.]{0,127}$' };
const key: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 };
const scalar: JsonSchema = { type: ['string', 'number', 'boolean', 'null'], maxLength: 200 };
const value: JsonSchema = { anyOf: [scalar, list(scalar, { maxItems: 1000 })], title: '值' };
const op: JsonSchema = { enum: conditionOperators, title: '运算' };

const condition = object({ field: path, op, value }, ['field', 'op']);

/** Conditions of which all or any must hold, with groups in them where `inner` says so. */
function group(inner: readonly JsonSchema[]): JsonSchema {
  const items = list({ anyOf: [condition, ...inner] }, { minItems: 1, maxItems: 50 });
  return { anyOf: [object({ and: items }), object({ or: items })] };
}

/** What a view shows of a list: the part of its address that is kept. All of it may be missing. */
export const stateSchema: JsonSchema = {
  ...object(
    {
      keyword: { type: 'string', maxLength: 200, title: '关键字' },
      filters: {
        type: 'object',
        title: '筛选',
        description: '页面的筛选项 → 条件。',
        maxProperties: 60,
        propertyNames: { maxLength: 64 },
        additionalProperties: object({ op, value }, ['op']),
      },
      conditions: { ...list(condition, { maxItems: 20 }), title: '另带的条件' },
      advanced: { ...group([group([group([])])]), title: '高级条件', description: '最多三层。' },
      sort: {
        ...list({ type: 'string', pattern: '^-?[A-Za-z][A-Za-z0-9_.]{0,127}$' }, { maxItems: 4 }),
        title: '排序',
      },
      group: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}(:(day|week|month|year))?$', title: '分组' },
      size: { type: 'integer', minimum: 1, maximum: 1000, title: '每页条数' },
      display: { ...key, title: '展示方式' },
      tab: { ...key, title: '页签' },
      span: { enum: ['month', 'week'], title: '日历的跨度' },
    },
    [],
  ),
  title: '条件',
};

/** How the columns of a list stand. What is missing is as the page has it. */
export const layoutSchema: JsonSchema = {
  ...object(
    {
      density: { enum: ['large', 'middle', 'small'], title: '疏密' },
      hidden: { ...list(key, { maxItems: 400 }), title: '不显示的列' },
      order: { ...list(key, { maxItems: 400 }), title: '列的顺序' },
      widths: {
        type: 'object',
        title: '列宽',
        maxProperties: 400,
        propertyNames: { maxLength: 64 },
        additionalProperties: { type: 'integer', minimum: 48, maximum: 1200 },
      },
      pins: {
        type: 'object',
        title: '固定的列',
        maxProperties: 400,
        propertyNames: { maxLength: 64 },
        additionalProperties: { enum: ['left', 'right', 'none'] },
      },
    },
    [],
  ),
  title: '列的安排',
};

export const pageSchema: JsonSchema = { type: 'string', maxLength: 64, title: '页面' };
export const nameSchema: JsonSchema = { type: 'string', minLength: 1, maxLength: 40, title: '视图名称' };
export const shareSchema: JsonSchema = {
  enum: ['private', 'department', 'all'],
  default: 'private',
  title: '共享范围',
};

/** A view as it is answered. */
const viewSchema: JsonSchema = object({
  id: idSchema,
  version: { type: 'integer' },
  name: nameSchema,
  share: shareSchema,
  state: stateSchema,
  layout: nullable(layoutSchema),
  isMine: { type: 'boolean', title: '是否由本人保存' },
  author: { type: ['string', 'null'], title: '保存的人' },
  departmentName: { type: ['string', 'null'], title: '共享的部门' },
});

/** The views a list offers. */
export const viewsSchema: JsonSchema = object({
  views: list(viewSchema),
  canShare: { type: 'boolean', title: '能否共享给部门与所有人' },
});

/** What the caller made of a list for himself. */
export const preferencesSchema: JsonSchema = object({
  defaultViewId: nullable(idSchema),
  layouts: list(object({ viewId: nullable(idSchema), layout: layoutSchema })),
});
