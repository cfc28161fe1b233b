import type { PageBundle } from '../../engine/model/documents/index.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  bool,
  choice,
  either,
  id,
  integer,
  json,
  list,
  noData,
  noInput,
  nullable,
  object,
  optional,
  ref,
  text,
  type Value,
} from '../definition/schema.ts';
import { designKey, publishKey } from './page-design.ts';

const common = { scope: null, ofShell: true } as const;
const reads = {
  ...common,
  access: { kind: 'permission', key: designKey, or: [designKey, publishKey] },
  idempotency: 'none',
  audit: 'read',
} as const;
const changes = { ...common, idempotency: 'accepted', audit: 'change' } as const;
const designs = { ...changes, access: { kind: 'permission', key: designKey } } as const;
const publishes = { ...changes, access: { kind: 'permission', key: publishKey } } as const;

const code = text({ minLength: 1, maxLength: 64 });
const path = text({ minLength: 1, maxLength: 200 });
const title = text({ minLength: 1, maxLength: 50, title: '标题' });
const slug = text({
  pattern: '^[a-z][A-Za-z0-9]*$',
  minLength: 1,
  maxLength: 40,
  title: '地址',
  description: '字母与数字，小写字母开头；页面在 /own/ 之下，名称由它而来。发布之后不变。',
});
const note = text({ minLength: 1, maxLength: 200, title: '说明' });
const version = integer({ minimum: 0, title: '版本', description: '还没有保存时为 0。' });

/** What a page of one entity is made of: rows of it, one row, or the form of a new one. */
const ofEntity = {
  title,
  slug,
  entity: code,
  fields: list(code, { maxItems: 100, title: '表单字段', description: '新增与编辑的表单中的字段。' }),
  buttons: list(code, { maxItems: 40, title: '按钮' }),
};
const ofRows = {
  ...ofEntity,
  columns: list(path, { minItems: 1, maxItems: 40, title: '列' }),
  filters: list(path, { maxItems: 20, title: '筛选' }),
  opens: optional(code),
};
const listChoices = object({ kind: choice(['list']), ...ofRows });
const kanbanChoices = object({ kind: choice(['kanban']), ...ofRows, lane: code });
const recordChoices = object({
  kind: choice(['detail', 'panorama']),
  ...ofEntity,
  tags: list(path, { maxItems: 8, title: '标签' }),
  facts: list(path, { minItems: 1, maxItems: 60, title: '资料' }),
  tabs: list(code, { maxItems: 24, title: '标签页' }),
});
const formChoices = object({
  kind: choice(['form']),
  title,
  slug,
  entity: code,
  fields: list(code, { minItems: 1, maxItems: 100, title: '表单字段' }),
  opens: optional(code),
});
const chartKinds = choice(['bar', 'line', 'area', 'pie'], { title: '图形' });
const boardChoices = object({
  kind: choice(['dashboard']),
  title,
  slug,
  dataset: code,
  measures: list(code, { minItems: 1, maxItems: 12, title: '度量' }),
  dimension: optional(code),
  chart: optional(chartKinds),
});
const choices = either([listChoices, kanbanChoices, recordChoices, formChoices, boardChoices], { title: '选了什么' });
export type NewPageChoices = Value<typeof choices>;
export type NewListChoices = Value<typeof listChoices> | Value<typeof kanbanChoices>;
export type NewRecordChoices = Value<typeof recordChoices>;
export type NewFormChoices = Value<typeof formChoices>;
export type NewBoardChoices = Value<typeof boardChoices>;

const place = {
  parent: nullable(text({ maxLength: 64 }), { title: '所在菜单', description: '菜单分组的名称；null 为最外层。' }),
  roles: list(code, { maxItems: 100, title: '给哪些角色', description: '角色编码；发布时放进这些角色的页面。' }),
};

const named = object({ name: code, title: text() });

export const viewNewPageSources = defineOperation({
  ...reads,
  path: '/v1/design/made/sources/view',
  title: '新页面可以从哪里来',
  description: '本人可以查询的实体与数据集、菜单的分组、角色。',
  input: noInput,
  output: object({
    entities: list(named),
    datasets: list(named),
    groups: list(object({ name: code, titles: list(text(), { title: '从外到内的名称' }) })),
    roles: list(
      object({ code, title: text(), hasAll: bool({ title: '已有全部页面' }), isOwn: bool({ title: '本人的' }) }),
    ),
  }),
});
export type NewPageSources = Value<typeof viewNewPageSources.output>;

const offered = object({ key: path, title: text(), isUsual: bool({ title: '先替人选上' }) });

/** Kinds of pages that are made of an entity. */
export const entityKinds = ['list', 'kanban', 'panorama', 'detail', 'form'] as const;
export type EntityKind = (typeof entityKinds)[number];

export const viewNewPageOffers = defineOperation({
  ...reads,
  path: '/v1/design/made/offers/view',
  title: '由实体制作的新页面可以选什么',
  description:
    '各种页面能显示的（列、筛选、资料、标签、标签页、分栏的字段）、表单字段，以及本人有权限的操作做成的按钮；那种页面用不上的为空。',
  input: object({ entity: code, kind: optional(choice(entityKinds, { title: '页面的种类', default: 'list' })) }),
  output: object({
    kinds: list(choice(entityKinds), { title: '这个实体可以制作的种类' }),
    columns: list(offered),
    filters: list(offered),
    lanes: list(offered, { title: '分栏的字段' }),
    facts: list(offered, { title: '资料' }),
    tags: list(offered, { title: '标签' }),
    tabs: list(offered, { title: '标签页' }),
    opens: list(offered, { title: '点开看的页面', description: '表单为提交之后打开的列表。' }),
    fields: list(offered),
    buttons: list(
      object({
        key: code,
        title: text(),
        isUsual: bool(),
        place: choice(['toolbar', 'row', 'bulk']),
        permission: text({ title: '权限键' }),
      }),
    ),
    slug: text({ title: '还没有用过的地址' }),
  }),
});
export type NewPageOffers = Value<typeof viewNewPageOffers.output>;

export const viewNewBoardOffers = defineOperation({
  ...reads,
  path: '/v1/design/made/board/offers/view',
  title: '新看板可以选什么',
  input: object({ dataset: code }),
  output: object({ measures: list(offered), dimensions: list(offered), slug: text() }),
});
export type NewBoardOffers = Value<typeof viewNewBoardOffers.output>;

export const checkMadePage = defineOperation({
  ...reads,
  path: '/v1/design/made/check',
  title: '检查新页面',
  description: '照所选做成的文档、其中的错误，以及本人会看到的样子。什么也不保存。',
  input: object({ choices, name: optional(code) }),
  output: object({
    document: json<JsonObject>({ type: 'object' }),
    faults: list(ref<Fault>('Fault')),
    bundle: nullable(json<PageBundle>({ type: 'object' })),
    record: nullable(id(), {
      title: '一条记录',
      description: '讲一条记录的页面可以拿它来看；本人看不到一条时为 null。',
    }),
  }),
});

export const saveMadePage = defineOperation({
  ...designs,
  path: '/v1/design/made/save',
  title: '保存新页面的草稿',
  description: '没有发布之前都可以改；name 在第一次保存后由答复给出。',
  input: object({ name: optional(code), version, choices, ...place }),
  output: object({ name: code, version }),
});

export const discardMadePage = defineOperation({
  ...designs,
  path: '/v1/design/made/discard',
  title: '放弃没有发布的新页面',
  input: object({ name: code, version }),
  output: noData,
});

export const publishMadePage = defineOperation({
  ...publishes,
  path: '/v1/design/made/publish',
  title: '发布新页面',
  description:
    '所有节点自下一次请求起有这个页面，菜单里也有；同时放进所选角色的页面。之后的改动与其他页面一样，是它上面的一层。',
  input: object({ name: code, version, note }),
  output: object({ release: integer({ minimum: 1 }) }),
});

export const retireMadePage = defineOperation({
  ...publishes,
  path: '/v1/design/made/retire',
  title: '停用新页面',
  description: '记为一次发布；页面不再出现，数据不受影响，随时可以恢复。',
  input: object({ name: code, note }),
  output: object({ release: integer({ minimum: 1 }) }),
});

export const restoreMadePage = defineOperation({
  ...publishes,
  path: '/v1/design/made/restore',
  title: '恢复停用的页面',
  description: '回到停用之前的样子，记为一次新的发布。',
  input: object({ name: code, note }),
  output: object({ release: integer({ minimum: 1 }) }),
});

const madePage = object({
  name: code,
  title: text(),
  path: text(),
  kind: text(),
  state: choice(['draft', 'published', 'retired'], { title: '状态' }),
  left: nullable(choice(['clash', 'faults']), {
    title: '没有显示的原因',
    description: 'clash 为产品已有同名的页面、菜单或地址，faults 为文档有错误。',
  }),
  faults: list(ref<Fault>('Fault')),
  ...place,
  choices,
  version,
  author: nullable(text()),
  updatedAt: text({ format: 'date-time' }),
});
export type MadePage = Value<typeof madePage>;

export const queryMadePages = defineOperation({
  ...reads,
  path: '/v1/design/made/query',
  title: '在应用内制作的页面',
  input: noInput,
  output: object({ list: list(madePage) }),
});
