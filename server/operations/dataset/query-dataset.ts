import { datasetFor, inOrder } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { comparedPeriod } from '../../../engine/model/drill/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import type { DatasetAnswer } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { datasetText } from '../../texts/dataset-text.ts';
import { type CountedGroup, countGroups, countLeaders, maxGroups, mayHaveMany, tooManyGroups } from './count-groups.ts';
import { compareFigures, type FigureRow } from './derive-figures.ts';
import { type Domain, domainOf } from './dimension-values.ts';
import { type FigureTable, FigureTables } from './figure-tables.ts';
import { type AskedOf, leadingOf } from './leading.ts';
import { type Asked, readRequest } from './read-request.ts';
import { strandsOf } from './strands.ts';
import { type ComparedSpan, shown, type Written, writeComparisons, writeRows, writeSeries } from './write-answer.ts';

/** Figures of a dataset over the rows within the caller's reach: in total, by groups, and as series for a chart. */
export async function queryDataset(whole: DatasetDocument, body: Values, context: CallContext): Promise<DatasetAnswer> {
  const dataset = datasetFor(whole, context.caller.grants);
  const asked = readRequest(dataset, body, context.now);
  const measures = measuresNeeded(dataset, asked);
  const strands = strandsOf(
    measures.filter((measure) => measure.aggregate !== undefined),
    dataset,
    asked,
  );
  const compared = comparedSpans(asked);
  const spans = [asked.period, ...compared.map(({ period }) => period)];
  refuseTooManyHours(asked);
  const groups = await groupsOf({ dataset, asked, measures, strands, spans }, context);
  const tables = new FigureTables({
    dataset,
    measures,
    strands,
    groups,
    dimensions: asked.dimensions.length,
    spans: spans.length,
  });
  const found = await Promise.all(
    asked.dimensions.map((dimension, index) =>
      domainOf(dimension, tables.found(index), strands, spans, dataset, context),
    ),
  );
  return put(tables, found, { dataset, asked, compared });
}

/** All groups, or those the answer begins with where there may be more than one answer can have. */
async function groupsOf(of: AskedOf, context: CallContext): Promise<readonly CountedGroup[]> {
  const { dataset, asked, strands, spans } = of;
  const leading = leadingOf(of, context);
  const isLed = leading !== undefined && (await mayHaveMany(leading.entity, context));
  const all = isLed ? undefined : await countGroups(dataset, asked, strands, spans, context);
  const groups = all ?? (leading && (await countLeaders(leading, asked, spans[0], context)));
  if (groups === undefined) throw tooManyGroups();
  return groups;
}

/** The periods that the asked one is compared with; none where the conditions say the time. */
function comparedSpans({ period, compare }: Asked): readonly ComparedSpan[] {
  if (period === undefined) return [];
  return compare.map((comparison) => ({ comparison, period: comparedPeriod(period, comparison) }));
}

/** The measures to answer and to sort by, with all they are made of. */
function measuresNeeded(dataset: DatasetDocument, asked: Asked): readonly DatasetMeasure[] {
  const sorted = dataset.measures.filter((measure) => asked.sort.some(({ key }) => key === measure.key));
  const needed = inOrder([...asked.measures, ...sorted], dataset);
  if (needed === undefined) throw refuse('E_SERVER', { got: dataset.name });
  return needed;
}

/** Every hour of a long period is more than anyone reads; told before anything is counted. */
function refuseTooManyHours({ dimensions, period }: Asked): void {
  if (period === undefined) return;
  const hours = ((Date.parse(period.endDate) - Date.parse(period.startDate)) / 86_400_000 + 1) * 24;
  const index = dimensions.findIndex((dimension) => dimension.bucket === 'hour');
  if (index < 0 || hours <= maxHours) return;
  const fault = { pointer: pointer('endDate'), title: formatMessage(datasetText('dataset.hours')) };
  const expected = expectation(datasetText('dataset.hours.most', { most: maxHours / 24 }));
  const got = formatMessage(datasetText('dataset.days', { count: hours / 24 }));
  throw invalidInput([{ code: 'E_INPUT_RANGE', ...fault, ...expected, got }]);
}

const maxHours = Math.min(31 * 24, maxGroups);

/** Puts the answer together: natural order, then the order asked for, then the first few. */
function put(tables: FigureTables, found: readonly Domain[], written: Written): DatasetAnswer {
  const { asked, compared } = written;
  const natural = found.map((domain, index) => inNaturalOrder(domain, tables.along(domain, index), asked));
  const total = tables.total(0);
  const [first] = natural;
  const alone = natural.map((domain, index) => tables.along(domain, index));
  const wholeAxis = first === undefined ? [] : sortAxis(first, alone[0], asked);
  const axis = wholeAxis.slice(0, asked.top ?? wholeAxis.length);
  const kept = new Set(axis.map(({ key }) => key));
  const all = natural.length === 0 ? none : tables.all(natural);
  const table = sortTable(only(all, kept), natural, asked);
  const answer = {
    ...(asked.period === undefined ? {} : { period: asked.period }),
    dimensions: axis.map(({ key, name }) => ({ key, name })),
    series: writeSeries(table, axis, natural, written),
    rows: writeRows(table, natural, written),
    total: shown(total, asked.measures),
    ...writeComparisons(
      total,
      compared.map((_, index) => tables.total(index + 1)),
      written,
    ),
    truncated: axis.length < wholeAxis.length,
  };
  if (natural.length < 2) return answer;
  const subtotals = natural.map((domain, index) => {
    const own = alone[index] ?? none;
    return [
      domain.dimension.key,
      writeRows(sortTable(index === 0 ? only(own, kept) : own, [domain], asked), [domain], written),
    ];
  });
  return { ...answer, subtotals: Object.fromEntries(subtotals) };
}

const none: FigureTable = { rows: [], spans: [] };

/** Where the values have no order of their own, those with more come first. */
function inNaturalOrder(domain: Domain, { rows }: FigureTable, { measures }: Asked): Domain {
  const [first] = measures;
  if (domain.isOrdered || first === undefined) return domain;
  const figures = figuresByKey(rows);
  const by = [{ key: first.key, descending: true }];
  const values = domain.values.toSorted((a, b) =>
    compareFigures(figures.get(a.key) ?? {}, figures.get(b.key) ?? {}, by),
  );
  return { ...domain, values };
}

function figuresByKey(rows: readonly FigureRow[]) {
  return new Map(rows.map(({ keys, figures }) => [keys[0] ?? '', figures]));
}

function sortAxis(domain: Domain, table: FigureTable | undefined, { sort }: Asked): Domain['values'] {
  if (sort.length === 0) return domain.values;
  const figures = figuresByKey(table?.rows ?? []);
  const places = new Map(domain.values.map(({ key }, index) => [key, index]));
  const row = (key: string) => ({ ...figures.get(key), [domain.dimension.key]: places.get(key) ?? 0 });
  return domain.values.toSorted((a, b) => compareFigures(row(a.key), row(b.key), sort));
}

/** Rows whose value of the first dimension is kept. */
function only(table: FigureTable, kept: ReadonlySet<string>): FigureTable {
  const isKept = ({ keys }: FigureRow) => kept.has(keys[0] ?? '');
  return { rows: table.rows.filter(isKept), spans: table.spans.map((rows) => rows.filter(isKept)) };
}

/** Sorts a table by measures and dimensions; rows that are equal stay in their natural order. */
function sortTable(table: FigureTable, domains: readonly Domain[], { sort }: Asked): FigureTable {
  if (sort.length === 0) return table;
  const places = domains.map(({ values }) => new Map(values.map(({ key }, index) => [key, index])));
  const sortable = table.rows.map(({ keys, figures }, index) => ({
    index,
    figures: {
      ...figures,
      ...Object.fromEntries(domains.map(({ dimension }, at) => [dimension.key, places[at]?.get(keys[at] ?? '') ?? 0])),
    },
  }));
  const order = sortable.sort((a, b) => compareFigures(a.figures, b.figures, sort)).map(({ index }) => index);
  const inOrderOf = (rows: readonly FigureRow[]) => order.flatMap((index) => rows[index] ?? []);
  return { rows: inOrderOf(table.rows), spans: table.spans.map(inOrderOf) };
}
