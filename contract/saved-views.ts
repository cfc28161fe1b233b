import {
  conditionOperators,
  type ListPreferences,
  type SavedViews,
  type ViewState,
} from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { choice, id, integer, json, nullable, object, optional, ref, text } from './definition/schema.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null } as const;
const reads = { ...signedIn, idempotency: 'none', audit: 'read' } as const;
const changes = { ...signedIn, idempotency: 'accepted', audit: 'change' } as const;

type Json = Readonly<Record<string, unknown>>;

const closed = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const many = (items: Json, maxItems: number, minItems = 0): Json => ({ type: 'array', items, minItems, maxItems });

const path = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.]{0,127}$' };
const key = { type: 'string', minLength: 1, maxLength: 64 };
const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: 200 };
const value = { anyOf: [scalar, many(scalar, 1000)], title: '值' };
const op = { enum: conditionOperators, title: '运算' };
const condition = closed({ field: path, op, value, than: path }, ['field', 'op']);

/** Conditions of which all or any must hold, with groups in them where `inner` says so. */
function group(inner: readonly Json[]): Json {
  const items = many({ anyOf: [condition, ...inner] }, 50, 1);
  return { anyOf: [closed({ and: items }, ['and']), closed({ or: items }, ['or'])] };
}

/** What a view shows of a list: the part of its address that is kept. All of it may be missing. */
export const viewState = json<ViewState>({
  ...closed({
    keyword: { type: 'string', maxLength: 200, title: '关键字' },
    filters: {
      type: 'object',
      title: '筛选',
      description: '页面的筛选项 → 条件。',
      maxProperties: 60,
      propertyNames: { maxLength: 64 },
      additionalProperties: closed({ op, value }, ['op']),
    },
    conditions: { ...many(condition, 20), title: '另带的条件' },
    advanced: { ...group([group([group([])])]), title: '高级条件', description: '最多三层。' },
    sort: { ...many({ type: 'string', pattern: '^-?[A-Za-z][A-Za-z0-9_.]{0,127}$' }, 4), title: '排序' },
    group: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}(:(day|week|month|year))?$', title: '分组' },
    size: { type: 'integer', minimum: 1, maximum: 1000, title: '每页条数' },
    display: { ...key, title: '展示方式' },
    tab: { ...key, title: '页签' },
    span: { enum: ['month', 'week', 'day'], title: '日历的跨度' },
    by: { ...key, title: '周历按什么分列' },
  }),
  title: '条件',
});

/** How the columns of a list stand. What is missing is as the page has it. */
export const listLayout = json<Json>({
  ...closed({
    density: { enum: ['large', 'middle', 'small'], title: '疏密' },
    hidden: { ...many(key, 400), title: '不显示的列' },
    order: { ...many(key, 400), title: '列的顺序' },
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
  }),
  title: '列的安排',
});

const page = text({ maxLength: 64, title: '页面' });
const name = text({ minLength: 1, maxLength: 40, title: '视图名称' });
const share = optional(
  nullable(choice(['private', 'department', 'all'], { default: 'private' }), { title: '共享范围' }),
);
const layout = optional(nullable(listLayout));
const written = ref<{ readonly id: string; readonly version: number }>('Changed');
const named = object({ id: id() });

/** A view as it is answered. */
const view = object({
  id: id(),
  version: integer(),
  name,
  share: choice(['private', 'department', 'all']),
  state: viewState,
  layout: nullable(listLayout),
  isMine: json<boolean>({ type: 'boolean', title: '是否由本人保存' }),
  author: nullable(text(), { title: '保存的人' }),
  departmentName: nullable(text(), { title: '共享的部门' }),
  lastUsedAt: nullable(text(), { title: '最近使用时间' }),
});

const views = json<SavedViews>(
  closed(
    { views: { type: 'array', items: { ...view } }, canShare: { type: 'boolean', title: '能否共享给部门与所有人' } },
    ['views', 'canShare'],
  ),
);

const preferences = json<ListPreferences>(
  closed(
    {
      defaultViewId: { type: ['string', 'null'], format: 'uuid' },
      layouts: many(
        closed({ viewId: { type: ['string', 'null'], format: 'uuid' }, layout: { ...listLayout } }, [
          'viewId',
          'layout',
        ]),
        1000,
      ),
    },
    ['defaultViewId', 'layouts'],
  ),
);

export const queryViews = defineOperation({
  ...reads,
  path: '/v1/saved/view/query',
  title: '查询列表的视图',
  description: '本人的、本部门与上级部门的、所有人的。',
  input: object({ page }),
  output: views,
});

export const createView = defineOperation({
  ...changes,
  path: '/v1/saved/view/create',
  title: '保存视图',
  description: '共享给部门或所有人须有 saved_view:share；条件中不能有遮盖字段的值。',
  input: object({ page, name, share, state: viewState, layout }),
  output: written,
});

export const modifyView = defineOperation({
  ...changes,
  path: '/v1/saved/view/modify',
  title: '修改视图',
  description: '只有保存它的人可以修改。',
  input: object({
    id: id(),
    version: integer(),
    was: optional(json<Json>({ type: 'object' })),
    name: optional(name),
    share,
    state: optional(viewState),
    layout,
  }),
  output: written,
});

export const deleteView = defineOperation({
  ...changes,
  path: '/v1/saved/view/delete',
  title: '删除视图',
  input: named,
  output: named,
});

export const restoreView = defineOperation({
  ...changes,
  path: '/v1/saved/view/restore',
  title: '恢复删除的视图',
  input: named,
  output: named,
});

export const touchView = defineOperation({
  ...changes,
  path: '/v1/saved/view/use',
  title: '记下视图的使用',
  description: '本人看得到的视图；一小时之内用过的不再记。不改动视图的版本。',
  input: named,
  output: named,
});

export const queryPreferences = defineOperation({
  ...reads,
  path: '/v1/list/preference/query',
  title: '查询列表的个人设置',
  input: object({ page }),
  output: preferences,
});

export const savePreferences = defineOperation({
  ...changes,
  path: '/v1/list/preference/save',
  title: '保存列表的个人设置',
  description: '各视图中列的安排（layout 为 null 时恢复为视图的）与打开页面时的默认视图；没有给出的不变。',
  input: object({
    page,
    viewId: optional(nullable(id(), { title: '视图，空为标准视图' })),
    layout,
    defaultViewId: optional(nullable(id(), { title: '默认视图，空为标准视图' })),
  }),
  output: preferences,
});
