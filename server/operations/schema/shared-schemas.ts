import { menuItem } from '../../../contract/session.ts';
import {
  callerValueNames,
  conditionOperators,
  type DocumentSet,
  maxRelations,
  relativePeriods,
} from '../../../engine/model/index.ts';
import {
  idSchema,
  type JsonSchema,
  list,
  nullable,
  object,
  ref,
  textSchema,
} from '../../kernel/operation/json-schema.ts';
import { childSchema, childSchemaName, createSchema, modifySchema, recordSchema } from './entity-schemas.ts';

const fieldPath = `[a-z][A-Za-z0-9]*([.][A-Za-z][A-Za-z0-9]*){0,${maxRelations}}`;

const historyChoices = list(object({ key: textSchema, title: textSchema }));

const groupFigures: Readonly<Record<string, JsonSchema>> = {
  count: { type: 'integer', minimum: 0, title: '条数' },
  sums: { type: 'object', title: '合计', additionalProperties: { type: 'number' } },
};

/** Parts that many operations share, by name. */
const fixed: Readonly<Record<string, JsonSchema>> = {
  Fault: {
    type: 'object',
    title: '一处有误的输入',
    properties: {
      code: textSchema,
      pointer: { type: 'string', title: '位置（JSON Pointer）' },
      title: textSchema,
      expected: textSchema,
      got: textSchema,
    },
    required: ['code', 'pointer'],
  },
  Refusal: object({
    code: { enum: ['1', '1001', '1002', '1003'], title: '信封代码' },
    message: { type: 'string', title: '给员工看的句子' },
    data: object({
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', title: '错误代码' },
          requestId: { type: 'string', title: '请求编号' },
          faults: list(ref('Fault')),
        },
        required: ['code'],
      },
    }),
  }),
  Where: {
    title: '查询条件',
    description: '条件、全部满足（and）、任一满足（or）或关键字（search）；最多 6 层、100 个条件。',
    oneOf: [
      { type: 'object', properties: { and: list(ref('Where')) }, required: ['and'] },
      { type: 'object', properties: { or: list(ref('Where')) }, required: ['or'] },
      { type: 'object', properties: { search: { type: 'string', title: '关键字' } }, required: ['search'] },
      {
        type: 'object',
        properties: {
          field: { type: 'string', pattern: `^${fieldPath}$`, title: '字段路径' },
          op: { enum: conditionOperators, title: '运算' },
          than: {
            type: ['string', 'null'],
            pattern: `^${fieldPath}$`,
            title: '另一个字段',
            description: '与同一行的另一个字段相比（eq、ne、gt、gte、lt、lte），代替 value。',
          },
          value: {
            title: '值',
            description: `within 的值为 ${relativePeriods.join('、')}、last<n>Days、next<n>Days；引用字段的值可为 ${callerValueNames.join('、')}：当前用户、其部门、其部门及下级。`,
          },
        },
        required: ['field', 'op'],
      },
    ],
  },
  Query: {
    type: 'object',
    properties: {
      where: nullable(ref('Where')),
      sort: ref('Sort'),
      size: { type: ['integer', 'null'], minimum: 1, maximum: 1000, default: 20, title: '每页条数' },
      cursor: {
        type: ['string', 'null'],
        title: '翻页位置',
        description:
          '上次回答的 next、previous；或 row:<n>（前 1000 行内）、last（最后一页）、value:<值>（首个排序字段从该值起）。',
      },
      count: { type: 'string', enum: ['capped', 'exact', 'none'], default: 'capped', title: '怎样数总数' },
      fields: nullable(ref('Fields')),
      deleted: { type: ['boolean', 'null'], title: '已删除的行', description: '须有恢复的权限。' },
    },
  },
  Sort: {
    ...list({ type: 'string', pattern: `^-?${fieldPath}$` }, { maxItems: 4 }),
    title: '排序',
    description: '字段路径，前置 - 为倒序。',
  },
  Fields: {
    ...list({ type: 'string', pattern: `^${fieldPath}$` }, { maxItems: 200 }),
    title: '要回答的字段',
    description: '字段路径；缺省为全部自有字段。',
  },
  Changed: object(
    {
      id: idSchema,
      version: { type: 'integer', title: '新版本' },
      once: {
        ...list(object({ title: textSchema, value: textSchema })),
        title: '只答复这一次的内容',
        description: '例如新生成的密码；服务端不保存，同一个 Idempotency-Key 再来不再答复。',
      },
      asked: {
        ...object({ id: idSchema, expiresAt: { type: 'string', format: 'date-time', title: '作废时间' } }),
        title: '须另一人复核的申请',
        description: '有它时，记录没有改动：等另一人复核之后才执行。',
      },
      preview: {
        ...object({
          title: textSchema,
          columns: list(object({ title: textSchema, type: textSchema })),
          rows: list(list(object({ value: { title: '值' }, text: textSchema }, ['value']))),
          total: { type: 'integer', title: '共多少行' },
          hidden: { type: 'integer', title: '其中不在数据范围内的' },
          digest: textSchema,
        }),
        title: '将要牵动的数据',
        description: '只要预览时答复，数据没有改动。',
      },
    },
    ['id', 'version'],
  ),
  BulkAnswer: object({
    done: { type: 'integer', title: '成功条数' },
    failed: { type: 'integer', title: '失败条数' },
    results: list({
      type: 'object',
      properties: { id: idSchema, ok: { type: 'boolean' }, code: textSchema, message: textSchema },
      required: ['id', 'ok'],
    }),
  }),
  BulkStarted: object({
    jobId: { ...idSchema, title: '后台任务' },
    total: { type: 'integer', title: '要处理的条数' },
  }),
  FieldChange: {
    type: 'object',
    title: '一个字段的变化',
    properties: {
      key: textSchema,
      title: textSchema,
      type: textSchema,
      before: {},
      after: {},
      beforeText: textSchema,
      afterText: textSchema,
    },
    required: ['key', 'title', 'type', 'before', 'after'],
  },
  HistoryAnswer: object(
    {
      list: list(
        object({
          id: idSchema,
          at: { type: 'string', format: 'date-time', title: '时间' },
          staff: { ...nullable(object({ id: idSchema, name: textSchema })), title: '操作人' },
          action: textSchema,
          title: { type: 'string', title: '操作' },
          entity: textSchema,
          entityId: textSchema,
          changes: list(ref('FieldChange')),
          rows: {
            ...list(
              object({
                key: textSchema,
                title: textSchema,
                rows: list(
                  object({
                    id: textSchema,
                    kind: { enum: ['added', 'removed', 'changed'] },
                    changes: list(ref('FieldChange')),
                  }),
                ),
              }),
            ),
            title: '子表行的变化',
          },
        }),
      ),
      next: { ...nullable(textSchema), title: '下一页的位置' },
      choices: {
        ...object({ kinds: historyChoices, fields: historyChoices, people: historyChoices }),
        title: '可以筛选的操作、字段与操作人',
      },
    },
    ['list', 'next'],
  ),
  GroupAnswer: object({
    groups: {
      ...list(
        object({
          key: { ...nullable(textSchema), title: '取值；空值为 null' },
          name: { ...nullable(textSchema), title: '名称' },
          ...groupFigures,
          where: { ...ref('Where'), title: '找到这一组的条件' },
        }),
      ),
      title: '各组，至多 1000 组',
    },
    total: { ...object(groupFigures), title: '合计' },
  }),
  CheckAnswer: object(
    {
      free: { type: 'boolean', title: '未被占用' },
      faults: list(ref('Fault')),
      id: idSchema,
      label: textSchema,
      message: { type: 'string', title: '这个值意味着什么' },
    },
    ['free'],
  ),
  MenuItem: { ...menuItem },
  Figures: { type: 'object', title: '度量的值', additionalProperties: { type: ['number', 'null'] } },
  DatasetPeriod: object({ startDate: { type: 'string', format: 'date' }, endDate: { type: 'string', format: 'date' } }),
  DatasetRow: {
    type: 'object',
    title: '一组',
    properties: {
      key: textSchema,
      name: textSchema,
      keys: { type: 'object', additionalProperties: textSchema },
      names: { type: 'object', additionalProperties: textSchema },
      rank: { type: 'integer' },
      previous: { type: 'object', additionalProperties: ref('Figures') },
      change: { type: 'object', additionalProperties: ref('Figures') },
    },
    required: ['key', 'name', 'keys', 'names'],
  },
  DatasetAnswer: datasetAnswer(),
};

function datasetAnswer(): JsonSchema {
  const named = object({ key: textSchema, name: textSchema });
  const series: JsonSchema = {
    type: 'object',
    properties: {
      key: textSchema,
      name: textSchema,
      unit: textSchema,
      data: list({ type: ['number', 'null'] }),
      measure: textSchema,
      group: named,
      comparison: textSchema,
    },
    required: ['key', 'name', 'unit', 'data', 'measure'],
  };
  return {
    type: 'object',
    properties: {
      period: ref('DatasetPeriod'),
      dimensions: { ...list(named), title: '第一维度的值' },
      series: { ...list(series), title: '图表的线、柱、扇' },
      rows: list(ref('DatasetRow')),
      total: ref('Figures'),
      subtotals: { type: 'object', additionalProperties: list(ref('DatasetRow')) },
      comparisons: list({ type: 'object' }),
      truncated: { type: 'boolean', title: '是否只留了前几名' },
    },
    required: ['period', 'dimensions', 'series', 'rows', 'total', 'truncated'],
  };
}

/** Titles of the fixed parts that have none among their words. */
const titles: Readonly<Record<string, string>> = {
  Refusal: '拒绝',
  Query: '查询',
  Changed: '改动后的行',
  BulkAnswer: '逐行的结果',
  BulkStarted: '已转为后台任务',
  HistoryAnswer: '操作历史',
  GroupAnswer: '分组的结果',
  CheckAnswer: '查重的结果',
  MenuItem: '菜单项',
  DatasetPeriod: '期间',
  DatasetAnswer: '数据集的结果',
};

/** Every shared part: the fixed ones, and those of each entity. */
export function sharedSchemas(documents: DocumentSet): ReadonlyMap<string, JsonSchema> {
  const shared = new Map<string, JsonSchema>(
    Object.entries(fixed).map(([name, schema]) => [name, { title: titles[name] ?? name, ...schema }]),
  );
  for (const document of documents.entities.values()) {
    const { name } = document;
    shared.set(`${name}.record`, recordSchema(document, documents));
    shared.set(`${name}.page`, { title: `${document.title} · 一页`, ...pageOf(ref(`${name}.record`)) });
    shared.set(`${name}.create`, createSchema(document, documents));
    shared.set(`${name}.modify`, modifySchema(document, documents));
    for (const rows of document.children ?? [])
      shared.set(childSchemaName(document, rows), childSchema(rows, documents));
  }
  return shared;
}

/** A page of records. */
export function pageOf(record: JsonSchema): JsonSchema {
  return object({
    list: list(record),
    next: { ...nullable(textSchema), title: '下一页的位置' },
    previous: { ...nullable(textSchema), title: '上一页的位置' },
    total: { type: ['integer', 'null'], title: '总数', description: '超过 1000 时只数到 1000，除非要求精确。' },
    totalIsCapped: { type: 'boolean', title: '总数是否被截' },
  });
}
