import { isNumber, isShort, isSingle, isTime, kindOfValue } from '../../fields/type-groups.ts';
import type { DatasetDimension, DatasetDocument, EntityField } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';
import type { Expectation } from '../checker/terms.ts';
import { type FoundField, fieldsInSources, type KnownSource } from './dataset-source.ts';

/** Checks what a dataset groups by: one field of the same kind in every source, cut in a way that fits it. */
export function checkDimension(
  dimension: DatasetDimension,
  dataset: DatasetDocument,
  sources: readonly KnownSource[],
  checker: Checker,
  at: At,
): void {
  const { field, bucket, bands, level } = dimension;
  if (dataset.measures.some((measure) => measure.key === dimension.key))
    checker.expect(['与度量不同的键', 'a key no measure has'], dimension.key, [...at, 'key'], 'E_SCHEMA_DUPLICATE');
  const ways = [bucket, bands, level].filter((way) => way !== undefined);
  if (ways.length > 1)
    checker.expect(['bucket、bands、level 之一', 'one of bucket, bands and level'], String(ways.length), at);
  if (bands !== undefined) checkBands(dimension, checker, [...at, 'bands']);
  if (field === undefined && bucket === undefined) {
    checker.expect(['写明 field，或写 bucket 按期间切分', 'a field, or a bucket of the period'], '—', at);
    return;
  }
  const found = fieldsInSources(dimension, sources, checker, at);
  for (const each of found) checkGroupable(dimension, each, checker);
  const other = found.find((each) => !isAlike(each.field, found[0]?.field));
  if (other !== undefined)
    checker.expect(
      ['各来源中引用同一实体、取值同类的字段', 'fields of one kind, to the same entity, in all sources'],
      other.path,
      other.at,
    );
}

function isAlike(field: EntityField, first: EntityField | undefined): boolean {
  if (first === undefined || (isTime(field) && isTime(first)) || (isNumber(field) && isNumber(first))) return true;
  return field.type === first.type && field.ref === first.ref && field.dictionary === first.dictionary;
}

function checkGroupable(dimension: DatasetDimension, found: FoundField, checker: Checker): void {
  const { field, at } = found;
  const fit = fitFor(dimension, checker);
  if (!fit.is(field)) checker.expect(fit.words, `${found.path}（${field.type}）`, at);
  checkLabel(field, checker, at);
}

type Fit = { readonly words: Expectation; readonly is: (field: EntityField) => boolean };

/** What a dimension asks of its field. */
function fitFor({ bucket, bands, level }: DatasetDimension, checker: Checker): Fit {
  if (bucket === 'hour' || bucket === 'hourOfDay')
    return {
      words: ['datetime 字段（date 没有钟点）', 'a datetime field: a date has no hour'],
      is: (field) => kindOfValue(field) === 'moment',
    };
  if (bucket !== undefined) return { words: ['date 或 datetime 字段', 'a date or datetime field'], is: isTime };
  if (bands !== undefined)
    return {
      words: ['分段的数字字段，或按周岁分段的 date 字段', 'a number, or a date for age'],
      is: (field) => isNumber(field) || kindOfValue(field) === 'day',
    };
  if (level !== undefined)
    return {
      words: ['引用树形实体的字段', 'a reference to an entity that is a tree'],
      is: ({ type, ref }) =>
        (type === 'ref' || type === 'refs') && checker.documents.entities.get(ref ?? '')?.tree !== undefined,
    };
  return {
    words: [
      '每行一个短值的字段，或 refs；时间写明 bucket',
      'a field with one short value, or refs; a bucket for a time',
    ],
    is: (field) =>
      kindOfValue(field) === 'references' || (isShort(field) && isSingle(field) && kindOfValue(field) !== 'moment'),
  };
}

/** Groups of a reference are named by the label of what it refers to. */
function checkLabel(field: EntityField, checker: Checker, at: At): void {
  const target = field.ref === undefined ? undefined : checker.documents.entities.get(field.ref);
  const label = target?.fields.find((known) => known.key === target.label);
  if (target !== undefined && (label?.mask !== undefined || label?.secret === true))
    checker.expect(['名称未遮盖的实体', 'an entity whose label is not masked'], target.name, at);
}

function checkBands(dimension: DatasetDimension, checker: Checker, at: At): void {
  checker.uniqueKeys(dimension.bands, at);
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, band] of (dimension.bands ?? []).entries()) {
    const from = band.from ?? Number.NEGATIVE_INFINITY;
    const to = band.to ?? Number.POSITIVE_INFINITY;
    if (from >= to)
      checker.expect(['from 小于 to', 'from below to'], `${band.from ?? '—'}–${band.to ?? '—'}`, [...at, index]);
    if (from < end)
      checker.expect(['依次排列、互不重叠的分段', 'bands in order that do not overlap'], band.title, [...at, index]);
    end = to;
  }
}
