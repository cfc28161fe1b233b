import { maxRelations } from '../../engine/model/entity/index.ts';
import {
  callerValueNames,
  conditionOperators,
  type GroupAnswer,
  type GroupRequest,
  groupBuckets,
  type QueryAnswer,
  type QueryRequest,
  relativePeriods,
  type ViewRequest,
  type Where,
  type WireRecord,
} from '../../engine/model/wire/index.ts';
import {
  answering,
  bool,
  choice,
  id,
  integer,
  json,
  list,
  nullable,
  object,
  open,
  optional,
  record,
  ref,
  taking,
  text,
} from '../definition/schema.ts';

const fieldPath = `[a-z][A-Za-z0-9]*([.][A-Za-z][A-Za-z0-9]*){0,${maxRelations}}`;

/** The conditions of a query, under their name. */
export const whereRef = ref<Where>('Where');
const sortRef = ref<readonly string[]>('Sort');
const fieldsRef = ref<readonly string[]>('Fields');

/** What a query leaves out may also be null. */
export const maybe = <Schema extends Parameters<typeof nullable>[0]>(
  schema: Schema,
  words: Parameters<typeof nullable>[1] = {},
) => optional(nullable(schema, words));

export const where = taking<Where>()(
  json<Where>({
    title: '查询条件',
    description: '条件、全部满足（and）、任一满足（or）或关键字（search）；最多 6 层、100 个条件。',
    oneOf: [
      open({ and: list(whereRef) }),
      open({ or: list(whereRef) }),
      open({ search: text({ title: '关键字' }) }),
      open({
        field: text({ pattern: `^${fieldPath}$`, title: '字段路径' }),
        op: choice(conditionOperators, { title: '运算' }),
        than: maybe(text({ pattern: `^${fieldPath}$` }), {
          title: '另一个字段',
          description: '与同一行的另一个字段相比（eq、ne、gt、gte、lt、lte），代替 value。',
        }),
        value: optional(
          json<unknown>({
            title: '值',
            description: `within 的值为 ${relativePeriods.join('、')}、last<n>Days、next<n>Days；引用字段的值可为 ${callerValueNames.join('、')}：当前用户、其部门、其部门及下级；reached 的值是同一行的部门字段：员工是当前用户，或部门在其数据范围内。`,
          }),
        ),
      }),
    ],
  }),
);

export const sort = list(text({ pattern: `^-?${fieldPath}$` }), {
  maxItems: 4,
  title: '排序',
  description: '字段路径，前置 - 为倒序。',
});

export const fields = list(text({ pattern: `^${fieldPath}$` }), {
  maxItems: 200,
  title: '要回答的字段',
  description: '字段路径；缺省为全部自有字段。',
});

/** Whether the rows asked for are those that were deleted. */
export const deletedRows = maybe(bool(), { title: '已删除的行', description: '须有恢复的权限。' });

export const query = taking<QueryRequest>()(
  open(
    {
      where: maybe(whereRef),
      sort: optional(sortRef),
      size: maybe(integer({ minimum: 1, maximum: 1000 }), { title: '每页条数', description: '缺省为 20。' }),
      cursor: maybe(text(), {
        title: '翻页位置',
        description:
          '上次回答的 next、previous；或 row:<n>（前 1000 行内）、last（最后一页）、value:<值>（首个排序字段从该值起）。',
      }),
      count: optional(choice(['capped', 'exact', 'none'], { default: 'capped', title: '怎样数总数' })),
      fields: maybe(fieldsRef),
      brief: maybe(bool(), { title: '只要开头', description: '富文本只答复开头的文字（至多 60 个字），没有格式。' }),
      deleted: deletedRows,
    },
    { title: '查询' },
  ),
);

/** A page of records: of those described under a name, or here. */
export const pageOf = (rows: string | Readonly<Record<string, unknown>>) =>
  answering<QueryAnswer>()(
    object({
      list: list(typeof rows === 'string' ? ref<WireRecord>(rows) : json<WireRecord>(rows)),
      next: nullable(text(), { title: '下一页的位置' }),
      previous: nullable(text(), { title: '上一页的位置' }),
      total: nullable(integer(), { title: '总数', description: '超过 1000 时只数到 1000，除非要求精确。' }),
      totalIsCapped: bool({ title: '总数是否被截' }),
    }),
  );

export const viewInput = taking<ViewRequest>()(object({ id: id(), fields: maybe(fieldsRef), deleted: deletedRows }));

export const groupInput = taking<GroupRequest>()(
  object({
    where: maybe(whereRef),
    by: maybe(text(), {
      title: '分组的字段',
      description: '字段路径；引用字段写到关联记录的 id，如 owner.id。不写就只答复合计。',
    }),
    bucket: maybe(choice(groupBuckets), { title: '日期、时间按什么切分', description: '缺省为 day。' }),
    sums: maybe(list(text(), { maxItems: 50 }), { title: '合计的字段', description: '数字字段的路径。' }),
  }),
);

const groupFigures = {
  count: integer({ minimum: 0, title: '条数' }),
  sums: record(json<number>({ type: 'number' }), { title: '合计' }),
};

export const groupAnswer = answering<GroupAnswer>()(
  object(
    {
      groups: list(
        object({
          key: nullable(text(), { title: '取值；空值为 null' }),
          name: nullable(text(), { title: '名称' }),
          ...groupFigures,
          where: whereRef,
        }),
        { title: '各组，至多 1000 组' },
      ),
      total: object(groupFigures, { title: '合计' }),
    },
    { title: '分组的结果' },
  ),
);

/** The row an operation is about, and what is answered of one that is gone. */
export const byId = object({ id: id() });

/** Rows named by id. */
export const ids = list(id(), { minItems: 1, maxItems: 500, title: '多行', description: '逐行执行，逐行答复。' });

/** All rows that match, with the number that was confirmed. */
export const matching = object(
  { where: maybe(whereRef), count: integer({ minimum: 1, maximum: 100_000 }) },
  { title: '全部符合条件的行', description: '转为后台任务；count 为确认时的准确条数，与现在不符则拒绝。' },
);
