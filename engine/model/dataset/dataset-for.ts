import { type Grants, isGranted } from '../access/permissions.ts';
import type { DatasetDocument } from '../generated/documents.ts';
import { isCustomKey } from '../naming/custom-key.ts';

/** Whether a part of a dataset is of a field made in the app: the ends of those keys are no words of a shipped one. */
export function isCustomPart({ key }: { readonly key: string }): boolean {
  return isCustomKey(key);
}

/** A dataset as far as it is somebody's: what fields made in the app add is for those who may list the rows. */
export function datasetFor(dataset: DatasetDocument, grants: Grants): DatasetDocument {
  const { entity, measures, dimensions = [], filters = [] } = dataset;
  const isWhole = isGranted(grants, `${entity}:query`) || ![...measures, ...dimensions, ...filters].some(isCustomPart);
  if (isWhole) return dataset;
  const { dimensions: _, filters: __, ...rest } = dataset;
  const shipped = <Part extends { readonly key: string }>(parts: readonly Part[]) =>
    parts.filter((part) => !isCustomPart(part));
  return {
    ...rest,
    ...(dimensions.length === 0 ? {} : { dimensions: shipped(dimensions) }),
    ...(filters.length === 0 ? {} : { filters: shipped(filters) }),
    measures: shipped(measures),
  };
}
