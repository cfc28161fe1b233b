import { sql } from 'kysely';
import { pathInSource } from '../../../engine/model/dataset/index.ts';
import type { DatasetDimension, DatasetDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { recurs } from '../../../engine/model/drill/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { datasetText } from '../../texts/dataset-text.ts';
import { fieldOf, otherBand } from './dimension-sql.ts';
import type { Strand } from './strands.ts';
import { bucketName, bucketsOf, type DimensionValue } from './time-buckets.ts';

/** The values a dimension takes in an answer. */
export type Domain = {
  readonly dimension: DatasetDimension;
  /** In their own order: of time, of the bands, of the dictionary; else by name. */
  readonly values: readonly DimensionValue[];
  /** Whether groups without rows are shown, too. */
  readonly isFilled: boolean;
  /** Whether the order means something; where it does not, larger figures come first. */
  readonly isOrdered: boolean;
  /** The key a value has in another of the periods: the third day of one is compared with the third of the other. */
  keyIn(span: number, key: string): string | undefined;
};

/** Finds the values of a dimension, given the keys that the database found. */
export async function domainOf(
  dimension: DatasetDimension,
  found: ReadonlySet<string>,
  strands: readonly Strand[],
  spans: readonly (DatasetPeriod | undefined)[],
  dataset: DatasetDocument,
  context: CallContext,
): Promise<Domain> {
  const { bucket, bands } = dimension;
  const same = (_: number, key: string) => key;
  if (bucket !== undefined && (recurs(bucket) || followsPeriod(dimension, strands))) {
    const lists = spans.map((span) => (span === undefined ? [] : bucketsOf(bucket, span)));
    const [values = []] = lists;
    const positions = new Map(values.map(({ key }, index) => [key, index]));
    const keyIn = recurs(bucket) ? same : (span: number, key: string) => lists[span]?.[positions.get(key) ?? -1]?.key;
    return { dimension, values: [...values, ...empty(found)], isFilled: true, isOrdered: true, keyIn };
  }
  if (bands !== undefined) {
    const values = bands.map(({ key, title }) => ({ key, name: title }));
    const other = found.has(otherBand) ? [{ key: otherBand, name: formatMessage(datasetText('dataset.other')) }] : [];
    return { dimension, values: [...values, ...other, ...empty(found)], isFilled: true, isOrdered: true, keyIn: same };
  }
  const keys = [...found].filter((key) => key !== '').sort();
  if (bucket !== undefined) {
    const values = keys.map((key) => ({ key, name: bucketName(bucket, key) }));
    return { dimension, values: [...values, ...empty(found)], isFilled: false, isOrdered: true, keyIn: same };
  }
  const field = fieldOf(dimension, dataset, context);
  const { names, isOrdered } = await namesOf(field, keys, context);
  const values = [...names].filter(([key]) => found.has(key)).map(([key, name]) => ({ key, name }));
  return { dimension, values: [...values, ...empty(found)], isFilled: false, isOrdered, keyIn: same };
}

/** Whether a dimension cuts the very time that the period is cut by, in every strand. */
function followsPeriod(dimension: DatasetDimension, strands: readonly Strand[]): boolean {
  return strands.every(
    ({ source, coverage }) => coverage !== 'groups' || pathInSource(dimension, source) === source.time,
  );
}

function empty(found: ReadonlySet<string>): readonly DimensionValue[] {
  return found.has('') ? [{ key: '', name: formatMessage(datasetText('dataset.none')) }] : [];
}

type Names = { readonly names: ReadonlyMap<string, string>; readonly isOrdered: boolean };

async function namesOf(field: EntityField | undefined, keys: readonly string[], context: CallContext): Promise<Names> {
  if (field?.ref !== undefined) return { names: await labelsOf(field.ref, keys, context), isOrdered: false };
  const dictionary = context.documents.dictionaries.get(field?.dictionary ?? '');
  const own = new Map(keys.map((key) => [key, key]));
  switch (field === undefined ? 'text' : kindOfValue(field)) {
    case 'choice':
      // Values that left the dictionary still have rows.
      return { names: new Map([...titles(dictionary?.values), ...without(own, dictionary?.values)]), isOrdered: true };
    case 'bool':
      return {
        names: new Map([
          ['true', formatMessage(datasetText('dataset.yes'))],
          ['false', formatMessage(datasetText('dataset.no'))],
        ]),
        isOrdered: true,
      };
    case 'whole':
    case 'fraction':
      return { names: new Map([...own].sort(([a], [b]) => Number(a) - Number(b))), isOrdered: true };
    case 'day':
      return { names: own, isOrdered: true };
    default:
      return { names: own, isOrdered: false };
  }
}

type Titled = readonly { readonly key: string; readonly title: string }[];

function titles(values: Titled = []): ReadonlyMap<string, string> {
  return new Map(values.map(({ key, title }) => [key, title]));
}

function without(own: ReadonlyMap<string, string>, values: Titled = []): readonly (readonly [string, string])[] {
  return [...own].filter(([key]) => !values.some((value) => value.key === key));
}

/** Labels of the rows that a reference leads to, deleted ones too: their figures are still there. */
async function labelsOf(
  entity: string,
  ids: readonly string[],
  context: CallContext,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const plan = new SelectPlan(context, modelOf(context.documents, entity));
  const label = plan.column(plan.entity.document.label);
  if (label === undefined || label.field.mask !== undefined || label.field.secret === true)
    return new Map(ids.map((id) => [id, id]));
  const { rows } = await sql<{
    id: string;
    name: string | null;
  }>`select ${plan.own('id')} as id, ${label.sql}::text as name
    ${plan.from()} where ${plan.own('id')} = any(${[...ids]}::uuid[]) order by 2, 1`.execute(context.db);
  const names = new Map(rows.map(({ id, name }) => [id, name ?? id]));
  return new Map([...names, ...ids.filter((id) => !names.has(id)).map((id) => [id, id] as const)]);
}
