import { isNumber, isShort, isSingle, isTime, kindOfValue } from '../../fields/type-groups.ts';
import type { DatasetDimension, DatasetDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Message } from '../../texts/message.ts';
import type { At, Checker } from '../checker/checker.ts';
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
    checker.expect(
      documentText('check.dimension.keyNoMeasureHas'),
      dimension.key,
      [...at, 'key'],
      'E_SCHEMA_DUPLICATE',
    );
  const ways = [bucket, bands, level].filter((way) => way !== undefined);
  if (ways.length > 1)
    checker.expect(documentText('check.dimension.oneOfBucketBandsAndLevel'), String(ways.length), at);
  if (bands !== undefined) checkBands(dimension, checker, [...at, 'bands']);
  if (field === undefined && bucket === undefined) {
    checker.expect(documentText('check.dimension.fieldOrBucketOfPeriod'), '—', at);
    return;
  }
  const found = fieldsInSources(dimension, sources, checker, at);
  for (const each of found) checkGroupable(dimension, each, checker);
  const other = found.find((each) => !isAlike(each.field, found[0]?.field));
  if (other !== undefined) checker.expect(documentText('check.dimension.fieldsOfOneKindToSame'), other.path, other.at);
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

type Fit = { readonly words: Message; readonly is: (field: EntityField) => boolean };

/** What a dimension asks of its field. */
function fitFor({ bucket, bands, level }: DatasetDimension, checker: Checker): Fit {
  if (bucket === 'hour' || bucket === 'hourOfDay')
    return {
      words: documentText('check.dimension.datetimeFieldDateHasNoHour'),
      is: (field) => kindOfValue(field) === 'moment',
    };
  if (bucket !== undefined) return { words: documentText('check.dimension.dateOrDatetimeField'), is: isTime };
  if (bands !== undefined)
    return {
      words: documentText('check.dimension.numberOrDateForAge'),
      is: (field) => isNumber(field) || kindOfValue(field) === 'day',
    };
  if (level !== undefined)
    return {
      words: documentText('check.dimension.referenceToEntityThatIsTree'),
      is: ({ type, ref }) =>
        (type === 'ref' || type === 'refs') && checker.documents.entities.get(ref ?? '')?.tree !== undefined,
    };
  return {
    words: documentText('check.dimension.fieldWithOneShortValueOr'),
    is: (field) =>
      kindOfValue(field) === 'references' || (isShort(field) && isSingle(field) && kindOfValue(field) !== 'moment'),
  };
}

/** Groups of a reference are named by the label of what it refers to. */
function checkLabel(field: EntityField, checker: Checker, at: At): void {
  const target = field.ref === undefined ? undefined : checker.documents.entities.get(field.ref);
  const label = target?.fields.find((known) => known.key === target.label);
  if (target !== undefined && (label?.mask !== undefined || label?.secret === true))
    checker.expect(documentText('check.dimension.entityWhoseLabelIsNotMasked'), target.name, at);
}

function checkBands(dimension: DatasetDimension, checker: Checker, at: At): void {
  checker.uniqueKeys(dimension.bands, at);
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, band] of (dimension.bands ?? []).entries()) {
    const from = band.from ?? Number.NEGATIVE_INFINITY;
    const to = band.to ?? Number.POSITIVE_INFINITY;
    if (from >= to)
      checker.expect(documentText('check.dimension.fromBelowTo'), `${band.from ?? '—'}–${band.to ?? '—'}`, [
        ...at,
        index,
      ]);
    if (from < end) checker.expect(documentText('check.dimension.bandsInOrderThatDoNot'), band.title, [...at, index]);
    end = to;
  }
}
