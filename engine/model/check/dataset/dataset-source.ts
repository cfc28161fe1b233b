import { pathInSource, type RowsOfDataset } from '../../dataset/dataset-model.ts';
import { resolvePath } from '../../entity/entity-model.ts';
import { isTime } from '../../fields/type-groups.ts';
import type { DatasetDimension, DatasetFilter, EntityDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** A source of a dataset whose entity is known. */
export type KnownSource = RowsOfDataset & { readonly document: EntityDocument };

/** A field a dimension or filter ends at in one of the sources, and where the document says so. */
export type FoundField = { readonly field: EntityField; readonly at: At; readonly path: string };

/** A path to the time a period is cut by. */
export function checkTime(path: string, document: EntityDocument, checker: Checker, at: At): void {
  const field = openField(path, document, checker, at);
  if (field !== undefined && !isTime(field))
    checker.expect(documentText('check.datasetSource.dateOrDatetimeField'), `${path}（${field.type}）`, at);
}

/** A field that figures may be made of: of a masked one, groups and totals would show what the mask hides. */
export function openField(path: string, document: EntityDocument, checker: Checker, at: At): EntityField | undefined {
  const field = checker.path(document, path, at);
  if (field?.mask === undefined) return field;
  checker.expect(documentText('check.datasetSource.fieldThatIsNotMasked'), path, at);
  return undefined;
}

/** The fields of a dimension or filter in all sources. */
export function fieldsInSources(
  item: DatasetDimension | DatasetFilter,
  sources: readonly KnownSource[],
  checker: Checker,
  at: At,
): readonly FoundField[] {
  const keys = sources.map((source) => source.key);
  for (const key of Object.keys(item.fields ?? {})) checker.name('source', key, keys, [...at, 'fields', key]);
  return sources.flatMap((source) => {
    const path = pathInSource(item, source);
    if (path === null) return [];
    const isOwn = item.fields?.[source.key] === undefined;
    const place = isOwn ? (item.field === undefined ? at : [...at, 'field']) : [...at, 'fields', source.key];
    // What is wrong with the time of a source is told at the source.
    const field =
      item.field === undefined && isOwn
        ? resolvePath(checker.documents.entities, source.document, path)?.field
        : openField(path, source.document, checker, place);
    return field === undefined ? [] : [{ field, at: place, path }];
  });
}
