import type { DocumentSet } from '../documents/documents.ts';
import { isNumber, isTime } from '../fields/type-groups.ts';
import type {
  DatasetDimension,
  DatasetDocument,
  DatasetFilter,
  DatasetMeasure,
  EntityDocument,
  EntityField,
} from '../generated/documents.ts';
import { isCustomKey } from '../naming/custom-key.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';

type Documents = Pick<DocumentSet, 'entities' | 'datasets'>;

/** Most dimensions, measures and filters of one dataset. */
const most = { dimensions: 16, measures: 40, filters: 20 } as const;

/**
 * The datasets with what can be counted, grouped and filtered by of fields made in the app: choices, references, yes or no
 * and days to group by, numbers to add up. Of a masked field, groups and totals would show what the mask hides.
 */
export function withCustomFigures({ entities, datasets }: Documents): ReadonlyMap<string, DatasetDocument> {
  return new Map(
    [...datasets].map(([name, dataset]) => {
      const entity = entities.get(dataset.entity);
      const fields = (entity?.fields ?? []).filter(({ key, mask }) => isCustomKey(key) && mask === undefined);
      return [name, fields.length === 0 ? dataset : withFigures(dataset, fields, entities)];
    }),
  );
}

function withFigures(
  dataset: DatasetDocument,
  fields: readonly EntityField[],
  entities: ReadonlyMap<string, EntityDocument>,
): DatasetDocument {
  const elsewhere = nowhereElse(dataset);
  const grouped = dataset.stock === true ? [] : fields.flatMap((field) => dimensionOf(field, entities));
  const dimensions = further(
    dataset.dimensions,
    grouped.map((one) => ({ ...one, ...elsewhere })),
    most.dimensions,
  );
  const filters = further(
    dataset.filters,
    fields.filter((field) => isChosen(field, entities)).map((field) => ({ ...filterOf(field), ...elsewhere })),
    most.filters,
  );
  return {
    ...dataset,
    ...(dimensions.length === 0 ? {} : { dimensions }),
    ...(filters.length === 0 ? {} : { filters }),
    measures: further(dataset.measures, fields.flatMap(measuresOf), most.measures),
  };
}

/** What is there and what is not there yet, as far as there is room. */
function further<One extends { readonly key: string }>(
  present: readonly One[] = [],
  added: readonly One[],
  limit: number,
): One[] {
  const keys = new Set(present.map(({ key }) => key));
  return [...present, ...added.filter(({ key }) => !keys.has(key)).slice(0, Math.max(0, limit - present.length))];
}

/** Only the rows of the dataset itself have the field. */
function nowhereElse({ sources = [] }: DatasetDocument): Pick<DatasetDimension, 'fields'> {
  return sources.length === 0 ? {} : { fields: Object.fromEntries(sources.map(({ key }) => [key, null])) };
}

/** Whether it holds one of few, or something with a name that everybody reads. */
function isChosen({ type, ref }: EntityField, entities: ReadonlyMap<string, EntityDocument>): boolean {
  if (type === 'enum' || type === 'bool') return true;
  const other = type === 'ref' || type === 'refs' ? entities.get(ref ?? '') : undefined;
  const label = other?.fields.find(({ key }) => key === other.label);
  return label !== undefined && label.mask === undefined && label.secret !== true;
}

function dimensionOf(field: EntityField, entities: ReadonlyMap<string, EntityDocument>): readonly DatasetDimension[] {
  const { key, title } = field;
  if (isTime(field)) return [{ key, title, field: key, bucket: 'month' }];
  return isChosen(field, entities) ? [{ key, title, field: key }] : [];
}

function filterOf({ key, title }: EntityField): DatasetFilter {
  return { key: `${key}In`, title, field: key };
}

function measuresOf(field: EntityField): readonly DatasetMeasure[] {
  if (!isNumber(field)) return [];
  const { key, title, type } = field;
  const unit = type === 'money' ? ({ unit: 'money' } as const) : {};
  return [
    {
      key: `${key}Sum`,
      title: formatMessage(modelText('model.figure.sum', { title })),
      aggregate: 'sum',
      field: key,
      ...unit,
    },
    {
      key: `${key}Average`,
      title: formatMessage(modelText('model.figure.average', { title })),
      aggregate: 'average',
      field: key,
      ...unit,
    },
  ];
}
