import { mainSource, pathInSource, type RowsOfDataset, rowsBehind, sourcesOf } from '../dataset/dataset-model.ts';
import { type EntityModel, resolvePath } from '../entity/entity-model.ts';
import { parseExpression } from '../expression/parse.ts';
import { isNumber, kindOfValue } from '../fields/type-groups.ts';
import type {
  CardCondition,
  DatasetDimension,
  DatasetDocument,
  DrillDown,
  EntityField,
} from '../generated/documents.ts';
import { dayOf } from '../time/calendar-day.ts';
import type { DatasetComparison } from '../wire/wire.ts';
import { bucketSpan, type MomentSpan } from './bucket-span.ts';
import { comparedKey, comparedPeriod, recurs } from './compared-days.ts';
import { type CountedDays, countedCondition, daysCondition, daysOf } from './counted-days.ts';
import { type PlainCondition, plainConditions } from './plain-conditions.ts';
import { levelOf, type TreeNodes, withBelow } from './tree-nodes.ts';

/** Values of dimensions that a number stands for, by key of the dimension. */
export type Keys = Readonly<Record<string, string>>;

/** One number of a dataset: a measure, of the rows with these values. */
export type Figure = {
  readonly measure: string;
  readonly keys: Keys;
  /** What the period is compared with, where the number is that of the other period. */
  readonly compared?: DatasetComparison;
};

/** What a number was counted over. */
export type Counted = {
  readonly dataset: DatasetDocument;
  /** Absent where the list's own conditions say the time. */
  readonly days: CountedDays | undefined;
  /** Chosen values by key of the dataset's filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly entities: ReadonlyMap<string, EntityModel['document']>;
  /** Nodes by entity, of those whose rows form a tree. */
  readonly trees: ReadonlyMap<string, TreeNodes>;
  /** The scope of the page that the number stands on. */
  readonly scope: string | undefined;
  readonly now: string;
};

/** Key of a band that holds what is in no other; which values those are, a list cannot be told. */
const otherBand = '*';

/** A list, and the parameters that make it show exactly the rows behind a number. */
export type DrillTarget = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** Where a number leads: the first of the links that can tell its rows. */
export function drillTarget(links: readonly DrillDown[], figure: Figure, counted: Counted): DrillTarget | undefined {
  for (const link of links) {
    const params = drillParams(link, figure, counted);
    if (params !== undefined) return { page: link.page, params };
  }
  return undefined;
}

/**
 * Parameters that make a list show exactly the rows behind a number; undefined where a list cannot be told what those
 * are, so that no link promises what it does not keep.
 */
export function drillParams(link: DrillDown, figure: Figure, counted: Counted): Record<string, string> | undefined {
  const rows = rowsBehind(figure.measure, counted.dataset);
  if (rows === undefined || rows.source.key !== (link.source ?? 'main')) return undefined;
  const drill = drillOf(figure, rows.source, counted);
  if (drill === undefined) return undefined;
  const given = rows.field === undefined ? [] : [{ field: rows.field, op: 'notNull' as const }];
  const parts = [
    drill.time(),
    ...drill.dimensions(),
    ...drill.filters(),
    drill.credit(),
    ...rows.where.map((source) => drill.where(source)),
    given,
  ];
  const conditions: PlainCondition[] = (link.where ?? []).map(conditionOf);
  for (const part of parts) {
    if (part === undefined) return undefined;
    conditions.push(...part);
  }
  return conditions.length === 0 ? {} : { where: JSON.stringify(withoutRepeats(conditions)) };
}

function conditionOf({ field, op, value }: CardCondition): PlainCondition {
  return { field, op, ...(value === undefined ? {} : { value }) };
}

/** Where a number of another period is asked for: over the days of that one, cut where it is compared with. */
function drillOf({ keys, compared }: Figure, source: RowsOfDataset, counted: Counted): Drill | undefined {
  if (compared === undefined) return new Drill(source, keys, counted);
  const { dataset } = counted;
  if (counted.days === undefined) return undefined;
  const period = daysOf(counted.days, counted.now);
  const days = comparedPeriod(period, compared);
  const moved: Record<string, string> = { ...keys };
  for (const dimension of dataset.dimensions ?? []) {
    const key = keys[dimension.key];
    if (key === undefined || dimension.bucket === undefined || !cutsPeriod(dimension, source)) continue;
    // Beside measures of another time the buckets are told by their names, and are not those of this period.
    if (!recurs(dimension.bucket) && !cutsAll(dimension, dataset)) return undefined;
    const there = comparedKey(dimension.bucket, key, period, days);
    if (there === undefined) return undefined;
    moved[dimension.key] = there;
  }
  return new Drill(source, moved, { ...counted, days });
}

function cutsPeriod(dimension: DatasetDimension, source: RowsOfDataset): boolean {
  return dimension.bucket !== undefined && pathInSource(dimension, source) === source.time;
}

/** Whether a dimension cuts the period of every measure that it groups. */
function cutsAll(dimension: DatasetDimension, dataset: DatasetDocument): boolean {
  return dataset.measures.every(({ source: name = mainSource, time, aggregate }) => {
    const source = sourcesOf(dataset).find(({ key }) => key === name);
    if (aggregate === undefined || source === undefined || pathInSource(dimension, source) === null) return true;
    return cutsPeriod(dimension, { ...source, time: time ?? source.time });
  });
}

/** A page may say what the dataset says, too. */
function withoutRepeats(conditions: readonly PlainCondition[]): readonly PlainCondition[] {
  return [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()];
}

type Part = readonly PlainCondition[] | undefined;

class Drill {
  readonly #dimensions: readonly DatasetDimension[];

  constructor(
    readonly source: RowsOfDataset,
    readonly keys: Keys,
    readonly counted: Counted,
  ) {
    this.#dimensions = (counted.dataset.dimensions ?? []).filter((dimension) => Object.hasOwn(keys, dimension.key));
  }

  /** The period, narrowed to the cuts of it that were clicked. */
  time(): Part {
    const cuts = this.#dimensions.filter((dimension) => cutsPeriod(dimension, this.source));
    const { days, now, dataset } = this.counted;
    // What there is just now is cut by no period.
    if (days === undefined || dataset.stock === true) return cuts.length === 0 ? [] : undefined;
    const { time } = this.source;
    const timeField = this.#field(time);
    const isDayField = timeField !== undefined && kindOfValue(timeField) === 'day';
    if (cuts.length === 0) return [{ field: time, ...countedCondition(days, now, isDayField) }];
    let moments: MomentSpan | undefined;
    for (const { key, bucket } of cuts) {
      const cut = bucketSpan(bucket, this.keys[key] ?? '', daysOf(days, now));
      if (cut === undefined) return undefined;
      moments = moments === undefined ? cut : overlap(moments, cut);
    }
    return moments === undefined ? undefined : [{ field: time, ...momentsCondition(moments, isDayField) }];
  }

  dimensions(): readonly Part[] {
    return this.#dimensions
      .filter((dimension) => !cutsPeriod(dimension, this.source))
      .map((dimension) => {
        const path = pathInSource(dimension, this.source);
        return path === null ? undefined : this.#valueOf(dimension, path);
      });
  }

  filters(): readonly Part[] {
    return Object.entries(this.counted.filters).map(([key, values]) => {
      const filter = this.counted.dataset.filters?.find((known) => known.key === key);
      if (filter === undefined || values.length === 0) return [];
      const path = pathInSource(filter, this.source);
      if (path === null) return undefined;
      const field = this.#field(path);
      const tree = this.#tree(field);
      if (tree === undefined) return [{ field: path, op: 'in', value: values.map((value) => typed(value, field)) }];
      const ids = values.map((id) => withBelow(tree, id));
      if (ids.some((below) => below === undefined)) return undefined;
      return [{ field: path, op: 'in', value: [...new Set(ids.flatMap((below) => below ?? []))] }];
    });
  }

  /** Whose work the rows are: how far the reader sees beyond his own is known to the server only. */
  credit(): Part {
    const { credit } = this.source;
    if (credit === undefined) return [];
    const { owner, department } = credit;
    if (this.counted.scope === 'mine') return [{ field: owner, op: 'eq', value: '@me' }];
    return [{ field: owner, op: 'reached', value: department }];
  }

  /** What a document says that the rows must be. */
  where(source: string): Part {
    const parsed = parseExpression(source);
    const conditions = parsed.ok ? plainConditions(parsed.expression) : undefined;
    const isTold = conditions?.every((condition) => {
      const { field, than = field } = condition;
      return this.#isOpen(field) && this.#isOpen(than) && this.#isOfMoments(condition);
    });
    return isTold === true ? conditions : undefined;
  }

  /** A day lies in a stretch of time as a whole: what is due today is neither past nor to come. */
  #isOfMoments({ field, op }: PlainCondition): boolean {
    const found = this.#field(field);
    return op !== 'within' || (found !== undefined && kindOfValue(found) === 'moment');
  }

  /** A masked value is compared as a whole only, and lists of values in another way than one. */
  #isOpen(path: string): boolean {
    const field = this.#field(path);
    return field !== undefined && field.mask === undefined && field.secret !== true && field.type !== 'refs';
  }

  #valueOf(dimension: DatasetDimension, path: string): Part {
    const key = this.keys[dimension.key] ?? '';
    const field = this.#field(path);
    if (field === undefined) return undefined;
    if (key === '') return [{ field: path, op: 'isNull' }];
    if (dimension.bucket !== undefined) {
      const cut = bucketSpan(dimension.bucket, key, undefined);
      return cut === undefined ? undefined : [{ field: path, ...momentsCondition(cut, kindOfValue(field) === 'day') }];
    }
    if (dimension.bands !== undefined) return this.#bandOf(dimension, key, path, field);
    // A row with several values is in the group of each of them.
    if (dimension.level === undefined && kindOfValue(field) === 'references')
      return [{ field: path, op: 'in', value: [key] }];
    if (dimension.level === undefined) return [{ field: path, op: 'eq', value: typed(key, field) }];
    const tree = this.#tree(field);
    if (tree === undefined) return undefined;
    const ids = levelOf(tree, key) < dimension.level ? [key] : withBelow(tree, key);
    return ids === undefined ? undefined : [{ field: path, op: 'in', value: ids }];
  }

  #bandOf({ bands = [] }: DatasetDimension, key: string, path: string, field: EntityField): Part {
    const band = bands.find((known) => known.key === key);
    // Bands of a day count years of age, which move every day.
    if (key === otherBand || band === undefined || kindOfValue(field) === 'day') return undefined;
    const conditions: PlainCondition[] = [];
    if (band.from !== undefined) conditions.push({ field: path, op: 'gte', value: band.from });
    if (band.to !== undefined) conditions.push({ field: path, op: 'lt', value: band.to });
    return conditions.length === 0 ? [{ field: path, op: 'notNull' }] : conditions;
  }

  #field(path: string): EntityField | undefined {
    const entity = this.counted.entities.get(this.source.entity);
    return entity === undefined ? undefined : resolvePath(this.counted.entities, entity, path)?.field;
  }

  #tree(field: EntityField | undefined): TreeNodes | undefined {
    const isTree = field?.ref !== undefined && this.counted.entities.get(field.ref)?.tree !== undefined;
    return isTree ? (this.counted.trees.get(field.ref ?? '') ?? new Map()) : undefined;
  }
}

function momentsCondition({ from, to }: MomentSpan, isDayField: boolean) {
  if (!isDayField) return { op: 'between' as const, value: [from, to] };
  return daysCondition({ startDate: dayOf(from), endDate: dayOf(to) }, true);
}

function overlap(a: MomentSpan, b: MomentSpan): MomentSpan | undefined {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  return from <= to ? { from, to } : undefined;
}

/** A key as a list compares it with the values of the field. */
function typed(key: string, field: EntityField | undefined): unknown {
  if (field === undefined) return key;
  if (kindOfValue(field) === 'bool') return key === 'true';
  return isNumber(field) ? Number(key) : key;
}
