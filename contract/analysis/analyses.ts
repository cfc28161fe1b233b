import {
  type AnalysisAsk,
  analysisCharts,
  analysisLimits,
  analysisPeriods,
  type SavedAnalyses,
} from '../../engine/model/dataset/index.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { datasetComparisons } from '../../engine/model/wire/index.ts';
import { defineOperation } from '../definition/operation.ts';
import {
  choice,
  id,
  integer,
  json,
  list,
  noInput,
  nullable,
  object,
  optional,
  ref,
  text,
} from '../definition/schema.ts';
import { maxPinned } from './analysis-words.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null } as const;
const reads = { ...signedIn, idempotency: 'none', audit: 'read' } as const;
const changes = { ...signedIn, idempotency: 'accepted', audit: 'change' } as const;

type Json = Readonly<Record<string, unknown>>;
const closed = (properties: Json, required: readonly string[]): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const key = { type: 'string', pattern: '^[a-z][A-Za-z0-9_]{0,63}$' };
const many = (items: Json, maxItems: number, title: string, minItems = 0): Json => ({
  ...{ type: 'array', items, minItems, maxItems, title },
});
const day = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d$` };

/** What an analysis asks and how it is drawn; whether its dataset has all of it is looked at besides. */
export const analysisAsk = json<AnalysisAsk>({
  ...closed(
    {
      dataset: { ...key, title: '数据集' },
      chart: { enum: analysisCharts, title: '图表' },
      measures: many(key, analysisLimits.measures, '度量', 1),
      dimensions: many(key, analysisLimits.dimensions, '维度'),
      filters: {
        type: 'object',
        title: '筛选',
        description: '数据集的筛选 → 值。',
        maxProperties: analysisLimits.filters,
        propertyNames: { maxLength: 64 },
        additionalProperties: many({ type: 'string', maxLength: 200 }, analysisLimits.values, '筛选的值'),
      },
      period: {
        anyOf: [{ enum: analysisPeriods }, closed({ startDate: day, endDate: day }, ['startDate', 'endDate'])],
        title: '期间',
        description: '名称随日子走；起止日不动，至多 366 天。',
      },
      compare: { enum: datasetComparisons, title: '对比' },
      sort: many({ type: 'string', pattern: '^-?[a-z][A-Za-z0-9_]{0,63}$' }, analysisLimits.sort, '排序'),
      top: { type: 'integer', minimum: 1, maximum: analysisLimits.top, title: '前几名' },
    },
    ['dataset', 'chart', 'measures', 'dimensions'],
  ),
  title: '问什么',
});

const name = text({ minLength: 1, maxLength: 40, title: '分析名称' });
const share = optional(
  nullable(choice(['private', 'department', 'all'], { default: 'private' }), { title: '共享范围' }),
);
const written = ref<{ readonly id: string; readonly version: number }>('Changed');
const named = object({ id: id() });
const ids = list(id(), { maxItems: maxPinned, title: '分析' });

/** An analysis as it is answered. */
const analysis = object({
  id: id(),
  version: integer(),
  name,
  share: choice(['private', 'department', 'all']),
  ask: nullable(analysisAsk),
  isMine: json<boolean>({ type: 'boolean', title: '是否由本人保存' }),
  author: nullable(text(), { title: '保存的人' }),
  departmentName: nullable(text(), { title: '共享的部门' }),
});

export const offerAnalyses = defineOperation({
  ...reads,
  path: '/v1/analysis/offer/query',
  title: '可以分析的数据集',
  description: '本人有权查看的数据集：度量、维度、筛选与期间，连同选值所用的文档。',
  input: noInput,
  output: json<PageBundle>({ type: 'object', title: '数据集连同画它们所用的文档' }),
});

export const queryAnalyses = defineOperation({
  ...reads,
  path: '/v1/analysis/query',
  title: '查询分析',
  description: '本人的，以及共享给本部门（含上级部门的）与所有人的。数据集无权查看时，本人的 ask 为 null，别人的不列。',
  input: noInput,
  output: json<SavedAnalyses>({
    ...closed({ analyses: { type: 'array', items: { ...analysis } }, canShare: { type: 'boolean' } }, [
      'analyses',
      'canShare',
    ]),
  }),
});

export const createAnalysis = defineOperation({
  ...changes,
  path: '/v1/analysis/create',
  title: '保存分析',
  description: '按数据集现在的样子核对；共享给部门或所有人须有 saved_view:share；筛选中不能有遮盖字段的值。',
  input: object({ name, share, ask: analysisAsk }),
  output: written,
});

export const modifyAnalysis = defineOperation({
  ...changes,
  path: '/v1/analysis/modify',
  title: '修改分析',
  description: '只有保存它的人可以修改。',
  input: object({
    id: id(),
    version: integer(),
    was: optional(json<Json>({ type: 'object' })),
    name: optional(name),
    share,
    ask: optional(analysisAsk),
  }),
  output: written,
});

export const deleteAnalysis = defineOperation({
  ...changes,
  path: '/v1/analysis/delete',
  title: '删除分析',
  input: named,
  output: named,
});

export const restoreAnalysis = defineOperation({
  ...changes,
  path: '/v1/analysis/restore',
  title: '恢复删除的分析',
  input: named,
  output: named,
});

export const queryPinned = defineOperation({
  ...reads,
  path: '/v1/home/analysis/query',
  title: '首页的分析',
  description: '本人放在首页的分析，按次序；已看不到的不在其中。',
  input: noInput,
  output: ids,
});

export const savePinned = defineOperation({
  ...changes,
  path: '/v1/home/analysis/save',
  title: '保存首页的分析',
  description: '整个次序一起保存；只能是本人看得到的，同一个只放一次。',
  input: object({ analyses: ids }),
  output: ids,
});
