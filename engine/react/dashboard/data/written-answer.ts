import type { DatasetDocument } from '../../../model/documents/index.ts';
import type { DatasetAnswer, DatasetRow } from '../../../model/wire/index.ts';
import { bucketText } from '../../formats/bucket-text.ts';

/** The same answer with stretches of time named in the language of the host; `dimensions` are those it was asked for. */
export function writtenAnswer(
  answer: DatasetAnswer,
  dataset: DatasetDocument,
  dimensions: readonly string[],
): DatasetAnswer {
  const buckets = new Map(
    dataset.dimensions?.flatMap(({ key, bucket }) =>
      bucket === undefined || !dimensions.includes(key) ? [] : [[key, bucket] as const],
    ),
  );
  if (buckets.size === 0) return answer;
  const nameOf = (dimension: string, key: string, name: string) => {
    const bucket = buckets.get(dimension);
    return bucket === undefined ? name : bucketText(bucket, key);
  };
  const rowIn = (row: DatasetRow): DatasetRow => ({
    ...row,
    names: Object.fromEntries(
      Object.entries(row.names).map(([key, name]) => [key, nameOf(key, row.keys[key] ?? '', name)]),
    ),
  });
  const [first = ''] = dimensions;
  return {
    ...answer,
    dimensions: answer.dimensions.map(({ key, name }) => ({ key, name: nameOf(first, key, name) })),
    rows: answer.rows.map(rowIn),
    ...(answer.subtotals === undefined
      ? {}
      : {
          subtotals: Object.fromEntries(Object.entries(answer.subtotals).map(([key, rows]) => [key, rows.map(rowIn)])),
        }),
  };
}
