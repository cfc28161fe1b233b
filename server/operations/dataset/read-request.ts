import { isCustomPart } from '../../../engine/model/dataset/index.ts';
import type {
  DatasetDimension,
  DatasetDocument,
  DatasetFilter,
  DatasetMeasure,
} from '../../../engine/model/documents/index.ts';
import { lengthOf } from '../../../engine/model/drill/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { expectation, formatMessage, type Message, modelText } from '../../../engine/model/texts/index.ts';
import { periodDays } from '../../../engine/model/time/index.ts';
import { type DatasetComparison, type DatasetPeriod, datasetComparisons } from '../../../engine/model/wire/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { typeFault } from '../../kernel/errors/wrong-input.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { datasetText } from '../../texts/dataset-text.ts';

const maxDays = 366;
const maxDimensions = 3;
const maxValues = 1000;
const maxTop = 1000;

/** What a dataset is asked for: the request, filled up by the document. */
export type Asked = {
  /** Absent where the conditions say the time. */
  readonly period: DatasetPeriod | undefined;
  /** Conditions on the rows of the dataset's own entity, as they came: what compiles them refuses what is wrong. */
  readonly where: unknown;
  readonly dimensions: readonly DatasetDimension[];
  /** The measures to answer, without those they are made of. */
  readonly measures: readonly DatasetMeasure[];
  readonly compare: readonly DatasetComparison[];
  readonly sort: readonly SortedBy[];
  readonly top: number | undefined;
  /** Filters that were given, each with its values. */
  readonly filters: ReadonlyMap<DatasetFilter, readonly string[]>;
};

/** A measure or dimension to sort by. */
export type SortedBy = { readonly key: string; readonly descending: boolean };

/** Reads a request, refusing with all its faults at once. */
export function readRequest(dataset: DatasetDocument, body: Values, now: string): Asked {
  const reader = new RequestReader(dataset, body);
  const asked = {
    period: reader.anyTime() ? undefined : reader.period(periodDays(dataset.period ?? 'thisMonth', now)),
    where: body.where ?? undefined,
    dimensions: reader.dimensions(),
    measures: reader.measures(),
    compare: reader.compare(),
    sort: reader.sort(),
    top: reader.top(),
    filters: reader.filters(),
  };
  if (reader.faults.length > 0) throw invalidInput(reader.faults);
  return asked;
}

const requestKeys: ReadonlySet<string> = new Set([
  'startDate',
  'endDate',
  'where',
  'anyTime',
  'dimensions',
  'measures',
  'compare',
  'sort',
  'top',
]);

class RequestReader {
  readonly faults: Fault[] = [];

  constructor(
    readonly dataset: DatasetDocument,
    readonly body: Values,
  ) {}

  /** Whether the conditions say the time, or it is now; there is then no period to group along or to compare with. */
  anyTime(): boolean {
    const { anyTime = null, where } = this.body;
    const isStock = this.dataset.stock === true;
    if (anyTime !== null && typeof anyTime !== 'boolean')
      this.#type('anyTime', datasetText('dataset.anyTime'), datasetText('dataset.flag'), shown(anyTime));
    else if (!isStock && anyTime !== true) return false;
    else if (!isStock && (where ?? null) === null) this.#required('where', datasetText('dataset.anyTime.where'));
    for (const key of ['startDate', 'endDate', 'dimensions', 'compare']) {
      const value = this.body[key];
      if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
        this.#type(key, datasetText('dataset.anyTime.with'), datasetText('dataset.anyTime.without'), shown(value));
    }
    return true;
  }

  get #isTimeless(): boolean {
    return this.body.anyTime === true || this.dataset.stock === true;
  }

  period(usual: DatasetPeriod): DatasetPeriod {
    const startDate = this.#day('startDate');
    const endDate = this.#day('endDate');
    if (startDate === undefined && endDate === undefined) return usual;
    if (startDate === undefined || endDate === undefined) {
      const missing = startDate === undefined ? 'startDate' : 'endDate';
      if (this.faults.length === 0) this.#required(missing, datasetText('dataset.ends'));
      return usual;
    }
    const days = lengthOf({ startDate, endDate });
    if (days < 1 || days > maxDays)
      this.#type(
        'endDate',
        datasetText('dataset.period'),
        datasetText('dataset.period.span', { most: maxDays }),
        formatMessage(modelText('model.value.range', { low: startDate, high: endDate })),
      );
    return { startDate, endDate };
  }

  dimensions(): readonly DatasetDimension[] {
    const known = this.dataset.dimensions ?? [];
    const asked = this.#names('dimensions', datasetText('dataset.dimensions'), known, maxDimensions);
    const names = asked ?? (this.#isTimeless ? [] : (this.dataset.by ?? []));
    return names.flatMap((name) => known.find((dimension) => dimension.key === name) ?? []);
  }

  measures(): readonly DatasetMeasure[] {
    const known = this.dataset.measures;
    const names = this.#names('measures', datasetText('dataset.measures'), known, known.length);
    return known.filter((measure) =>
      // What fields made in the app add is answered where it is asked for.
      names === undefined || names.length === 0
        ? measure.hidden !== true && !isCustomPart(measure)
        : names.includes(measure.key),
    );
  }

  compare(): readonly DatasetComparison[] {
    const known = datasetComparisons.map((key) => ({ key }));
    const asked = this.#names('compare', datasetText('dataset.compare'), known, known.length);
    const names = asked ?? (this.#isTimeless ? [] : (this.dataset.compare ?? []));
    return datasetComparisons.filter((comparison) => names.includes(comparison));
  }

  sort(): readonly SortedBy[] {
    const known = [...this.dataset.measures, ...(this.dataset.dimensions ?? [])];
    const signed = known.flatMap(({ key }) => [{ key }, { key: `-${key}` }]);
    const items = this.#names('sort', datasetText('dataset.sort'), signed, 4) ?? this.dataset.sort ?? [];
    return items.map((item) => ({ key: item.replace(/^-/, ''), descending: item.startsWith('-') }));
  }

  top(): number | undefined {
    const { top } = this.body;
    if (top === undefined || top === null) return this.dataset.top;
    if (typeof top === 'number' && Number.isInteger(top) && top >= 1 && top <= maxTop) return top;
    this.#add({
      code: 'E_INPUT_RANGE',
      pointer: '/top',
      title: formatMessage(datasetText('dataset.top')),
      ...expectation(modelText('model.value.range', { low: 1, high: maxTop })),
      got: shown(top),
    });
    return undefined;
  }

  filters(): ReadonlyMap<DatasetFilter, readonly string[]> {
    const given = new Map<DatasetFilter, readonly string[]>();
    for (const [key, value] of Object.entries(this.body)) {
      if (requestKeys.has(key) || value === undefined || value === null) continue;
      const filter = (this.dataset.filters ?? []).find((known) => known.key === key);
      if (filter === undefined) this.#add({ code: 'E_INPUT_UNKNOWN', pointer: pointer(key), got: shown(key) });
      else if (!isTexts(value) || value.length > maxValues)
        this.#type(key, filter.title, datasetText('dataset.values', { most: maxValues }), shown(value));
      // An empty list filters nothing: that is how a cleared picker writes it.
      else if (value.length > 0) given.set(filter, value);
    }
    return given;
  }

  /** Names among the known ones, or undefined where the request says nothing. */
  #names(
    key: string,
    title: Message,
    known: readonly { readonly key: string }[],
    most: number,
  ): readonly string[] | undefined {
    const value = this.body[key];
    if (value === undefined || value === null) return undefined;
    if (!isTexts(value) || value.length > most || new Set(value).size < value.length) {
      this.#type(key, title, datasetText('dataset.names', { most }), shown(value));
      return [];
    }
    for (const [index, name] of value.entries())
      if (!known.some((one) => one.key === name))
        this.#add({
          code: 'E_INPUT_CHOICE',
          pointer: pointer(key, index),
          title: formatMessage(title),
          got: shown(name),
        });
    return value;
  }

  #day(key: string): string | undefined {
    const value = this.body[key];
    if (value === undefined || value === null) return undefined;
    const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
    // 2026-02-30 is read as a day of March.
    if (Number.isFinite(moment) && new Date(moment).toISOString().startsWith(String(value))) return String(value);
    this.#type(key, datasetText('dataset.date'), 'YYYY-MM-DD', shown(value));
    return undefined;
  }

  #required(key: string, title: Message): void {
    this.#add({ code: 'E_INPUT_REQUIRED', pointer: pointer(key), title: formatMessage(title) });
  }

  #type(key: string, title: string | Message, expected: string | Message, got: string): void {
    this.#add(typeFault(pointer(key), title, expected, got));
  }

  #add(fault: Fault): void {
    this.faults.push(fault);
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.slice(0, 60);
}
