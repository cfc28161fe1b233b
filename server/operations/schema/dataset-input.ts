import { type DatasetDocument, datasetComparisons } from '../../../engine/model/index.ts';
import { type JsonSchema, nullable, textSchema } from '../../kernel/operation/json-schema.ts';

/** What a dataset may be asked: all of it optional, what is left out is as the document says. */
export function datasetInput(dataset: DatasetDocument): JsonSchema {
  const dimensions = (dataset.dimensions ?? []).map(({ key }) => key);
  const measures = dataset.measures.map(({ key }) => key);
  const sorted = [...measures, ...dimensions].flatMap((key) => [key, `-${key}`]);
  const properties: Record<string, JsonSchema> = {
    startDate: day('开始日期'),
    endDate: day('结束日期'),
    dimensions: names('维度', dimensions, 3),
    measures: names('度量', measures, measures.length),
    compare: names('对比', datasetComparisons, datasetComparisons.length),
    sort: names('排序', sorted, 4),
    top: nullable({ type: 'integer', minimum: 1, maximum: 1000, title: '前几名' }),
  };
  for (const { key, title } of dataset.filters ?? [])
    properties[key] = nullable({ type: 'array', items: textSchema, maxItems: 1000, title });
  return { type: 'object', title: dataset.title, properties, additionalProperties: false };
}

function day(title: string): JsonSchema {
  return nullable({ type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$', title });
}

function names(title: string, known: readonly string[], maxItems: number): JsonSchema {
  // A schema with an empty list of choices says the same as no item at all.
  if (known.length === 0) return nullable({ type: 'array', maxItems: 0, title });
  return nullable({ type: 'array', items: { enum: known }, maxItems, uniqueItems: true, title });
}
