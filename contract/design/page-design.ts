import type {
  DatasetDocument,
  DictionaryDocument,
  EntityDocument,
  PageBundle,
} from '../../engine/model/documents/index.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import { pageKinds } from '../../engine/model/grammar/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import type { Collision, EditReport, LayerOperation } from '../../engine/model/layers/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  bool,
  choice,
  id,
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

/** Who may change pages in the app, and who may put what was changed in force: two keys, so that it can be two people. */
export const designKey = 'page:design';
export const publishKey = 'page:publish';

/** What is read for designing, by who designs or publishes. */
export const reads = {
  access: { kind: 'permission', key: designKey, or: [designKey, publishKey] },
  scope: null,
  ofShell: true,
  idempotency: 'none',
  audit: 'read',
} as const;
const designs = {
  access: { kind: 'permission', key: designKey },
  scope: null,
  ofShell: true,
  idempotency: 'accepted',
  audit: 'change',
} as const;
const publishes = { ...designs, access: { kind: 'permission', key: publishKey } } as const;

const pageName = text({ minLength: 1, maxLength: 64, title: '页面' });
const level = choice(['org', 'role'], { title: '层级', description: 'org 为整个组织，role 为一个角色。' });
const roleCode = text({ minLength: 1, maxLength: 64, title: '角色', description: '角色编码；只在 role 层级时给出。' });

/** Which layer of which page. */
export const target = { page: pageName, level, role: optional(roleCode) };
export type DesignTarget = {
  readonly page: string;
  readonly level: 'org' | 'role';
  readonly role?: string | undefined;
};

const document = json<JsonObject>({ type: 'object', title: '页面文档' });
const operations = json<readonly LayerOperation[]>({
  type: 'array',
  items: { type: 'object' },
  title: '改动',
  description: '与下面各层的差异：set、unset、add、hide、move，按键路径。',
});
const report = json<readonly EditReport[]>({
  type: 'array',
  items: { type: 'object' },
  title: '每条改动的结果',
  description: 'applied 生效，dropped 下面已经一样，conflict 与下面冲突，asleep 所在之处没有了，refused 不能这样改。',
});
const faults = list(ref<Fault>('Fault'), { title: '错误' });
const version = integer({ minimum: 0, title: '草稿版本', description: '还没有草稿时为 0。' });
const release = integer({ minimum: 1, title: '发布号' });
const note = text({ minLength: 1, maxLength: 200, title: '说明' });
const moment = text({ format: 'date-time' });

const published = object({ release, operations });
const draft = object({ version, operations, author: nullable(text(), { title: '最后修改的人' }), updatedAt: moment });

export const viewDesign = defineOperation({
  ...reads,
  path: '/v1/design/page/view',
  title: '打开页面设计',
  description:
    'shipped 是随产品发布的页面，below 是它加上更低的各层，document 是 below 加上本层的草稿（没有草稿时为已发布的）。',
  input: object(target),
  output: object({
    shipped: document,
    below: document,
    published: nullable(published),
    draft: nullable(draft),
    document,
    report,
    faults,
  }),
});
export type DesignAnswer = Value<typeof viewDesign.output>;

const documents = { type: 'array', items: { type: 'object' } };

export const viewDesignParts = defineOperation({
  ...reads,
  path: '/v1/design/page/parts/view',
  title: '页面设计可用的部件',
  description: '页面的实体与它们两层之内所引用的，以及字典、数据集、页面、角色；各限于本人看得到的。',
  input: object(target),
  output: json<{
    readonly entities: readonly EntityDocument[];
    readonly dictionaries: readonly DictionaryDocument[];
    readonly datasets: readonly DatasetDocument[];
    readonly pages: readonly {
      readonly name: string;
      readonly title: string;
      readonly kind: string;
      readonly entity?: string;
    }[];
    readonly roles: readonly { readonly code: string; readonly title: string }[];
  }>({
    type: 'object',
    properties: {
      entities: documents,
      dictionaries: documents,
      datasets: documents,
      pages: documents,
      roles: documents,
    },
    required: ['entities', 'dictionaries', 'datasets', 'pages', 'roles'],
    additionalProperties: false,
  }),
});

export const checkDesign = defineOperation({
  ...reads,
  path: '/v1/design/page/check',
  title: '检查页面设计',
  description: '与 check:schemas 相同的检查；另指出不能在应用内修改的属性。什么也不保存。',
  input: object({ ...target, document }),
  output: object({ faults, report }),
});

const collision = json<Collision>({
  type: 'object',
  properties: {
    at: { type: 'string', title: '键路径' },
    mine: { title: '本人的' },
    theirs: { title: '他人的' },
    isPlace: { const: true, title: '两人都移动了它', description: 'mine 与 theirs 是前一项的键，null 为最前。' },
  },
  required: ['at'],
});

export const saveDraft = defineOperation({
  ...designs,
  path: '/v1/design/page/draft/save',
  title: '保存页面草稿',
  description:
    'version 与 base 是开始修改时的草稿版本与文档。草稿已被他人改过时按键路径三方合并；两人改了同一处的，保留他人的，并在 collisions 中列出。有错误的草稿也保存。',
  input: object({ ...target, document, version, base: document }),
  output: object({ version, document, collisions: list(collision), faults }),
});
export type DraftAnswer = Value<typeof saveDraft.output>;

export const discardDraft = defineOperation({
  ...designs,
  path: '/v1/design/page/draft/discard',
  title: '放弃页面草稿',
  input: object({ ...target, version }),
  output: noData,
});

export const publishDesign = defineOperation({
  ...publishes,
  path: '/v1/design/page/publish',
  title: '发布页面',
  description: '草稿有错误时不能发布。所有节点自下一次请求起生效。',
  input: object({ ...target, version, note }),
  output: object({ release }),
});

const releaseRow = object({
  release,
  author: nullable(text(), { title: '发布的人' }),
  time: moment,
  note,
  kind: choice(['publish', 'rollback', 'retire'], { title: '方式' }),
  from: optional(integer({ minimum: 0, title: '回到的发布号', description: '0 为随产品发布的。' })),
  changes: integer({ minimum: 0, title: '改动数' }),
});
export type ReleaseRow = Value<typeof releaseRow>;

const paging = {
  pageNo: optional(integer({ minimum: 1, maximum: 100_000, title: '页码' })),
  size: optional(integer({ minimum: 1, maximum: 500, title: '每页条数', description: '缺省为 20。' })),
};

export const queryReleases = defineOperation({
  ...reads,
  path: '/v1/design/page/release/query',
  title: '页面的发布记录',
  input: object({ ...target, ...paging }),
  output: object({ list: list(releaseRow), total: integer({ minimum: 0 }) }),
});

const side = json<'shipped' | 'published' | 'draft' | number>({
  anyOf: [{ enum: ['shipped', 'published', 'draft'] }, { type: 'integer', minimum: 1 }],
  title: '比较的一边',
  description: '随产品发布的、已发布的、草稿，或发布号。',
});

export const compareDesign = defineOperation({
  ...reads,
  path: '/v1/design/page/compare',
  title: '比较页面的两个版本',
  input: object({ ...target, from: side, to: side }),
  output: object({ from: document, to: document }),
});

export const rollBackDesign = defineOperation({
  ...publishes,
  path: '/v1/design/page/rollback',
  title: '回到页面的某次发布',
  description: '记为一次新的发布；0 为随产品发布的页面。草稿不变。',
  input: object({ ...target, release: integer({ minimum: 0, title: '发布号' }), note }),
  output: object({ release }),
});

const bundle = json<PageBundle>({ type: 'object', title: '页面连同画它所用的文档' });

export const previewDesign = defineOperation({
  ...reads,
  path: '/v1/design/page/preview',
  title: '预览页面',
  description:
    '按本人的权限画这份文档；给出 as 时按该角色的权限，给出 person 时按该员工的权限，须有 role:view_as，且不超过本人的权限。',
  input: object({ ...target, document, as: optional(roleCode), person: optional(id({ title: '员工' })) }),
  output: bundle,
});

export const viewShippedPage = defineOperation({
  ...reads,
  path: '/v1/design/page/shipped/view',
  title: '随产品发布的页面',
  description: '安全模式：不叠加任何修改的页面，答复同 /v1/sys/page/view。',
  input: object({ page: pageName }),
  output: bundle,
});

const designedLayer = object({
  level,
  role: nullable(text(), { title: '角色编码' }),
  roleTitle: nullable(text(), { title: '角色名称' }),
  release: nullable(release),
  hasDraft: bool({ title: '有草稿' }),
  author: nullable(text(), { title: '最后修改的人' }),
  updatedAt: moment,
  conflicts: integer({ minimum: 0, title: '冲突' }),
  asleep: integer({ minimum: 0, title: '休眠' }),
  faults: integer({ minimum: 0, title: '错误', description: '不为 0 时页面按随产品发布的显示。' }),
});

const designedPage = object({
  name: pageName,
  title: text({ title: '标题' }),
  kind: text({ title: '页面类型' }),
  path: text({ title: '地址' }),
  layers: list(designedLayer),
});
export type DesignedPage = Value<typeof designedPage>;

export const queryDesigns = defineOperation({
  ...reads,
  path: '/v1/design/page/query',
  title: '页面设计一览',
  input: object({ keyword: optional(text({ maxLength: 100, title: '关键字' })), ...paging }),
  output: object({ list: list(designedPage), total: integer({ minimum: 0 }) }),
});

const upgradeEdit = object({
  key: text({ title: '编号', description: '这条改动在所有层中的编号，用于处理。' }),
  page: pageName,
  pageTitle: text({ title: '页面标题' }),
  level,
  role: nullable(text(), { title: '角色编码' }),
  at: text({ title: '键路径' }),
  status: choice(['conflict', 'asleep', 'refused', 'same'], { title: '结果', description: 'same 为下面已经一样。' }),
  /** Whether the edit or what lies below stands just now. */
  winner: optional(choice(['edit', 'below'], { title: '现以谁为准' })),
  was: optional(json<unknown>({ title: '原来' })),
  is: optional(json<unknown>({ title: '现在' })),
  mine: optional(json<unknown>({ title: '本人的' })),
});
export type UpgradeEdit = Value<typeof upgradeEdit>;

export const queryUpgrade = defineOperation({
  ...reads,
  path: '/v1/design/upgrade/query',
  title: '升级核对',
  description: '已发布的各层中与现在的页面冲突、休眠、不能生效或已经一样的每条改动。',
  input: object({}),
  output: object({ list: list(upgradeEdit), applied: integer({ minimum: 0, title: '照常生效的改动数' }) }),
});

export const settleUpgrade = defineOperation({
  ...designs,
  path: '/v1/design/upgrade/settle',
  title: '处理升级核对',
  description:
    'mine 保留改动，shipped 以产品的为准。没有草稿且本人可以发布的层随即发布，其余记入草稿。已处理过的不再变。',
  input: object({
    edits: list(object({ key: text({ maxLength: 2200 }), take: choice(['mine', 'shipped']) }), {
      minItems: 1,
      maxItems: 1000,
    }),
  }),
  output: object({
    settled: list(
      object({ ...target, version: optional(version), release: optional(release) }, { title: '处理到的草稿或发布' }),
    ),
  }),
});

export const viewGrammar = defineOperation({
  ...reads,
  path: '/v1/design/grammar/view',
  title: '页面的语法',
  description: '一种页面的 JSON Schema，公共的定义在 $defs 中。',
  input: object({ kind: choice(pageKinds, { title: '页面类型' }) }),
  output: json<JsonObject>({ type: 'object' }),
});
