import type { DatasetDocument } from '../generated/documents.ts';
import type { Where } from '../wire/wire.ts';
import { inOrder, mainSource, sourcesOf } from './dataset-model.ts';

/** The sources that a measure is worked out from, each with the time its period is cut by. */
export function sourcesOfMeasure(
  key: string,
  dataset: DatasetDocument,
): readonly { readonly entity: string; readonly time: string }[] {
  const measure = dataset.measures.find((known) => known.key === key);
  const made = measure === undefined ? [] : (inOrder([measure], dataset) ?? []);
  return made.flatMap(({ aggregate, source = mainSource, time }) => {
    const own = sourcesOf(dataset).find((known) => known.key === source);
    if (aggregate === undefined || own === undefined) return [];
    return [{ entity: own.entity, time: time ?? own.time }];
  });
}

/** Whether conditions say when, for a measure: they read the time that its period would be cut by. */
export function saysTime(where: Where | undefined, measure: string, dataset: DatasetDocument): boolean {
  if (where === undefined) return false;
  const read = fieldsRead(where);
  return sourcesOfMeasure(measure, dataset).some(({ time }) => read.has(time));
}

function fieldsRead(where: Where): ReadonlySet<string> {
  if ('and' in where) return new Set(where.and.flatMap((part) => [...fieldsRead(part)]));
  if ('or' in where) return new Set(where.or.flatMap((part) => [...fieldsRead(part)]));
  return 'search' in where ? new Set() : new Set([where.field]);
}
