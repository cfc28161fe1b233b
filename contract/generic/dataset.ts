import type { DatasetDocument } from '../../engine/model/documents/index.ts';
import { type DatasetAnswer, type DatasetPeriod, datasetComparisons } from '../../engine/model/wire/index.ts';
import {
  bool,
  integer,
  json,
  list,
  nullable,
  object,
  open,
  optional,
  record,
  ref,
  text,
} from '../definition/schema.ts';
import { maybe, whereRef } from './query.ts';

type Figures = Readonly<Record<string, number | null>>;

export const figures = record(nullable(json<number>({ type: 'number' })), { title: '度量的值' });
const figuresRef = ref<Figures>('Figures');

export const datasetPeriod = object(
  { startDate: text({ format: 'date' }), endDate: text({ format: 'date' }) },
  { title: '期间' },
);

export const datasetRow = open(
  {
    key: text(),
    name: text(),
    keys: record(text()),
    names: record(text()),
    rank: optional(integer()),
    previous: optional(record(figuresRef)),
    change: optional(record(figuresRef)),
  },
  { title: '一组' },
);
const rowsRef = list(ref<DatasetAnswer['rows'][number]>('DatasetRow'));

const named = object({ key: text(), name: text() });

export const datasetAnswer = open(
  {
    period: optional(ref<DatasetPeriod>('DatasetPeriod')),
    dimensions: list(named, { title: '第一维度的值' }),
    series: list(
      open({
        key: text(),
        name: text(),
        unit: text(),
        data: list(nullable(json<number>({ type: 'number' }))),
        measure: text(),
        group: optional(named),
        comparison: optional(text()),
      }),
      { title: '图表的线、柱、扇' },
    ),
    rows: rowsRef,
    total: figuresRef,
    subtotals: optional(record(rowsRef)),
    comparisons: optional(list(open({}))),
    truncated: bool({ title: '是否只留了前几名' }),
  },
  { title: '数据集的结果' },
);

/** What a dataset may be asked: all of it optional, what is left out is as the document says. */
export function datasetInput(dataset: DatasetDocument) {
  const dimensions = (dataset.dimensions ?? []).map(({ key }) => key);
  const measures = dataset.measures.map(({ key }) => key);
  const sorted = [...measures, ...dimensions].flatMap((key) => [key, `-${key}`]);
  const filters = (dataset.filters ?? []).map(
    ({ key, title }) => [key, optional(nullable(list(text(), { maxItems: 1000 }), { title }))] as const,
  );
  return object(
    {
      startDate: day('开始日期'),
      endDate: day('结束日期'),
      where: maybe(whereRef, {
        title: '行的条件',
        description: '与列表的 where 相同，只数满足的行；须有查询该实体的权限。',
      }),
      anyTime: maybe(bool(), { title: '不按期间', description: '时间由 where 说，不再切期间；不能分组、不能对比。' }),
      dimensions: names('维度', dimensions, 3),
      measures: names('度量', measures, measures.length),
      compare: names('对比', datasetComparisons, datasetComparisons.length),
      sort: names('排序', sorted, 4),
      top: optional(nullable(integer({ minimum: 1, maximum: 1000 }), { title: '前几名' })),
      ...Object.fromEntries(filters),
    },
    { title: dataset.title },
  );
}

function day(title: string) {
  return optional(nullable(text({ format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), { title }));
}

/** Names out of those that are known. */
function names(title: string, known: readonly string[], maxItems: number) {
  // A schema with an empty list of choices says the same as no item at all.
  const items = known.length === 0 ? { maxItems: 0 } : { items: { enum: [...known] }, maxItems, uniqueItems: true };
  return optional(nullable(json<readonly string[]>({ type: 'array', ...items }), { title }));
}
