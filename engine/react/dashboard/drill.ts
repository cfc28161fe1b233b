import {
  type DatasetDimension,
  type DatasetDocument,
  type DrillDown,
  dayOf,
  type EntityField,
  type EntityModel,
  resolvePath,
  type ViewContext,
  type Where,
} from '../../model/index.ts';
import { cardWhere } from '../fixed-where.ts';
import { bucketSpan, type MomentSpan } from './bucket-span.ts';
import type { DatasetFilters } from './dashboard-state.ts';
import { daysCondition, daysOf, type Span, spanCondition } from './period.ts';
import { levelOf, type TreeNodes, withBelow } from './tree-nodes.ts';

/** Values of dimensions that a number stands for, by key of the dimension. */
export type Keys = Readonly<Record<string, string>>;

/** What a number was counted over. */
export type Counted = {
  readonly dataset: DatasetDocument;
  readonly span: Span;
  readonly filters: DatasetFilters;
  readonly entities: ViewContext['entities'];
  readonly trees: ReadonlyMap<string, TreeNodes>;
  readonly now: string;
};

type Condition = Extract<Where, { readonly field: string }>;

/** Key of a band that holds what is in no other; which values those are, a list cannot be told. */
const otherBand = '*';

/**
 * Parameters that make a list show exactly the rows behind a number; undefined where a list cannot be told what those
 * are, so that no link promises what it does not keep.
 */
export function drillParams(link: DrillDown, keys: Keys, counted: Counted): Record<string, string> | undefined {
  const drill = new Drill(link, keys, counted);
  const parts = [drill.time(), ...drill.dimensions(), ...drill.filters()];
  const conditions: Condition[] = [...cardWhere(link.where)];
  for (const part of parts) {
    if (part === undefined) return undefined;
    conditions.push(...part);
  }
  return conditions.length === 0 ? {} : { where: JSON.stringify(conditions) };
}

type Part = readonly Condition[] | undefined;

class Drill {
  readonly #dimensions: readonly DatasetDimension[];
  /** The dimension that `link.dimension` is about: the first clicked one that is no cut of the period. */
  readonly #named: DatasetDimension | undefined;

  constructor(
    readonly link: DrillDown,
    readonly keys: Keys,
    readonly counted: Counted,
  ) {
    this.#dimensions = (counted.dataset.dimensions ?? []).filter((dimension) => Object.hasOwn(keys, dimension.key));
    this.#named = this.#dimensions.find((dimension) => !this.#cutsPeriod(dimension));
  }

  /** The period, narrowed to the cuts of it that were clicked. */
  time(): Part {
    const cuts = this.#dimensions.filter((dimension) => this.#cutsPeriod(dimension));
    const { span, now, dataset } = this.counted;
    if (this.link.time === undefined) return cuts.length === 0 ? [] : undefined;
    const isDayField = this.#field(dataset.time)?.type === 'date';
    if (cuts.length === 0) return [{ field: this.link.time, ...spanCondition(span, now, isDayField) }];
    let moments: MomentSpan | undefined;
    for (const { key, bucket } of cuts) {
      const cut = bucketSpan(bucket, this.keys[key] ?? '', daysOf(span, now));
      if (cut === undefined) return undefined;
      moments = moments === undefined ? cut : overlap(moments, cut);
    }
    if (moments === undefined) return undefined;
    const { from, to } = moments;
    const days = { startDate: dayOf(from), endDate: dayOf(to) };
    const condition = isDayField ? daysCondition(days, true) : { op: 'between' as const, value: [from, to] };
    return [{ field: this.link.time, ...condition }];
  }

  dimensions(): readonly Part[] {
    return this.#dimensions
      .filter((dimension) => !this.#cutsPeriod(dimension))
      .map((dimension) => {
        const path = dimension === this.#named && this.link.dimension !== undefined ? this.link.dimension : undefined;
        const field = path ?? this.#inList(dimension.field);
        return field === undefined ? undefined : this.#valueOf(dimension, field);
      });
  }

  filters(): readonly Part[] {
    return Object.entries(this.counted.filters).map(([key, values]) => {
      const filter = this.counted.dataset.filters?.find((known) => known.key === key);
      if (filter === undefined || values.length === 0) return [];
      const path = this.#inList(filter.field);
      if (path === undefined) return undefined;
      const field = this.#field(filter.field);
      const tree = this.#tree(field);
      if (tree === undefined) return [{ field: path, op: 'in', value: values.map((value) => typed(value, field)) }];
      const ids = values.map((id) => withBelow(tree, id));
      if (ids.some((below) => below === undefined)) return undefined;
      return [{ field: path, op: 'in', value: [...new Set(ids.flatMap((below) => below ?? []))] }];
    });
  }

  #cutsPeriod({ bucket, field }: DatasetDimension): boolean {
    return bucket !== undefined && (field === undefined || field === this.counted.dataset.time);
  }

  /** Where the list has what a path of the dataset leads to: at the same place when it lists the rows counted. */
  #inList(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    if (path === this.#named?.field && this.link.dimension !== undefined) return this.link.dimension;
    return this.#listsRows() ? path : undefined;
  }

  /** Nothing names the entity of a list here; that it knows the same time, or the same dimension, tells. */
  #listsRows(): boolean {
    const { time, dimension } = this.link;
    const { dataset } = this.counted;
    const hasTime = time === undefined || time === dataset.time;
    const hasDimension = dimension === undefined || dataset.dimensions?.some((one) => one.field === dimension) === true;
    return hasTime && hasDimension && (time !== undefined || dimension !== undefined);
  }

  #valueOf(dimension: DatasetDimension, path: string): Part {
    const key = this.keys[dimension.key] ?? '';
    if (key === '') return [{ field: path, op: 'isNull' }];
    const field = this.#field(dimension.field);
    if (dimension.bucket !== undefined) {
      const cut = bucketSpan(dimension.bucket, key, undefined);
      if (cut === undefined) return undefined;
      const days = { startDate: dayOf(cut.from), endDate: dayOf(cut.to) };
      if (field?.type === 'date') return [{ field: path, ...daysCondition(days, true) }];
      return [{ field: path, op: 'between', value: [cut.from, cut.to] }];
    }
    if (dimension.bands !== undefined) return this.#bandOf(dimension, key, path, field);
    if (dimension.level === undefined) return [{ field: path, op: 'eq', value: typed(key, field) }];
    const tree = this.#tree(field);
    if (tree === undefined) return undefined;
    const ids = levelOf(tree, key) < dimension.level ? [key] : withBelow(tree, key);
    return ids === undefined ? undefined : [{ field: path, op: 'in', value: ids }];
  }

  #bandOf({ bands = [] }: DatasetDimension, key: string, path: string, field: EntityField | undefined): Part {
    const band = bands.find((known) => known.key === key);
    // Bands of a day count years of age, which move every day.
    if (key === otherBand || band === undefined || field === undefined || field.type === 'date') return undefined;
    const conditions: Condition[] = [];
    if (band.from !== undefined) conditions.push({ field: path, op: 'gte', value: band.from });
    if (band.to !== undefined) conditions.push({ field: path, op: 'lt', value: band.to });
    return conditions.length === 0 ? [{ field: path, op: 'notNull' }] : conditions;
  }

  #field(path: string | undefined): EntityField | undefined {
    const entity: EntityModel['document'] | undefined = this.counted.entities.get(this.counted.dataset.entity);
    if (entity === undefined || path === undefined) return undefined;
    return resolvePath(this.counted.entities, entity, path)?.field;
  }

  #tree(field: EntityField | undefined): TreeNodes | undefined {
    const isTree = field?.ref !== undefined && this.counted.entities.get(field.ref)?.tree !== undefined;
    return isTree ? (this.counted.trees.get(field.ref ?? '') ?? new Map()) : undefined;
  }
}

function overlap(a: MomentSpan, b: MomentSpan): MomentSpan | undefined {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  return from <= to ? { from, to } : undefined;
}

/** A key as a list compares it with the values of the field. */
function typed(key: string, field: EntityField | undefined): unknown {
  switch (field?.type) {
    case 'bool':
      return key === 'true';
    case 'int':
    case 'decimal':
    case 'money':
      return Number(key);
    default:
      return key;
  }
}
