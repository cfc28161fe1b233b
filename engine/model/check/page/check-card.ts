import { mainSource, rowsBehind, sourcesOf } from '../../dataset/dataset-model.ts';
import { linksOf } from '../../dataset/links-of.ts';
import type {
  Card,
  ChartCard,
  DatasetDocument,
  DrillDown,
  FigureCard,
  ListCard,
  PivotCard,
  RankingCard,
  TableCard,
} from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import { type Days, isDay } from '../../time/calendar-day.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkColumns, checkConditions } from './check-columns.ts';

/** Checks a card of a dashboard, or a figure above a list. */
export function checkCard(card: Card, checker: Checker, at: At): void {
  switch (card.kind) {
    case 'list':
      checkListCard(card, checker, at);
      return;
    case 'widget':
      if (card.permission !== undefined)
        checker.name('permission', card.permission, checker.permissions, [...at, 'permission']);
      checker.widget(card.widget, card.props, 'card', at);
      return;
    default:
      checkDataCard(card, checker, at);
  }
}

function checkListCard(card: ListCard, checker: Checker, at: At): void {
  const entity = checker.entity(card.entity, [...at, 'entity']);
  if (entity === undefined) return;
  checker.operation(card.api, card.permission, at);
  checker.filter(entity, card.filter, [...at, 'filter']);
  checkConditions(card.where, entity, checker, [...at, 'where']);
  checkColumns(card.columns, entity, checker, [...at, 'columns']);
  checker.sort(entity, card.sort, [...at, 'sort']);
  if (card.link !== undefined) checker.page(card.link, [...at, 'link']);
  if (card.page !== undefined && checker.page(card.page, [...at, 'page'])) checkRowsOf(card.page, card, checker, at);
  checkRow(card, checker, at);
}

/** What can be done with the rows of a card is among what can be done on the list they are of. */
function checkRow({ page, row }: ListCard, checker: Checker, at: At): void {
  if (row === undefined) return;
  const other = page === undefined ? undefined : checker.documents.pages.get(page);
  if (other?.kind !== 'list') {
    checker.expect(checkText('check.card.listActionsAreOf'), '—', [...at, 'row']);
    return;
  }
  const keys = (other.row ?? []).map(({ key }) => key);
  for (const [index, key] of row.entries()) checker.name('rowAction', key, keys, [...at, 'row', index], other);
}

/** A card whose rows are those of a list shows what the list is about. */
function checkRowsOf(name: string, { entity, api }: ListCard, checker: Checker, at: At): void {
  const other = checker.documents.pages.get(name);
  if (other !== undefined && (other.kind !== 'list' || other.entity !== entity || other.api.query !== api))
    checker.expect(checkText('check.card.listOfSameEntityAndQuery'), name, [...at, 'page']);
}

function checkDataCard(
  card: FigureCard | ChartCard | TableCard | RankingCard | PivotCard,
  checker: Checker,
  at: At,
): void {
  if (!checker.name('dataset', card.dataset, checker.documents.datasets.keys(), [...at, 'dataset'])) return;
  const dataset = checker.documents.datasets.get(card.dataset);
  if (dataset === undefined) return;
  const of = [dataset.title, dataset.name] as const;
  const measures = dataset.measures.map((measure) => measure.key);
  const dimensions = (dataset.dimensions ?? []).map((dimension) => dimension.key);
  for (const [place, measure] of measuresOf(card)) checker.name('measure', measure, measures, [...at, ...place], of);
  const named = dimensionsOf(card);
  for (const [place, dimension] of named) checker.name('dimension', dimension, dimensions, [...at, ...place], of);
  if (new Set(named.map(([, dimension]) => dimension)).size < named.length)
    checker.expect(checkText('check.card.differentDimensions'), named.map(([, name]) => name).join('、'), at);
  const shown = measuresOf(card).map(([, measure]) => measure);
  if (card.kind !== 'pivot') checkNarrowed(card, dataset, checker, at);
  const isOne = card.link !== undefined && 'page' in card.link;
  for (const [index, link] of linksOf(card.link).entries())
    checkDrill(link, shown, dataset, checker, [...at, 'link', ...(isOne ? [] : [index])]);
  if (card.kind === 'chart' && (card.chart === 'heat' || card.chart === 'stackedBar') && card.series === undefined)
    checker.expect(checkText('check.card.seriesFor', { chart: card.chart }), '—', at);
}

/** What a card keeps to by itself: filters of its dataset, days that are days, what its rows are sorted by. */
function checkNarrowed(
  card: FigureCard | ChartCard | TableCard | RankingCard,
  dataset: DatasetDocument,
  checker: Checker,
  at: At,
): void {
  const of = [dataset.title, dataset.name] as const;
  const filters = (dataset.filters ?? []).map((filter) => filter.key);
  for (const key of Object.keys(card.filters ?? {})) checker.name('filter', key, filters, [...at, 'filters', key], of);
  const { period } = card;
  if (typeof period === 'object' && !isSpan(period))
    checker.expect(checkText('check.card.daysInOrder'), `${period.startDate} ~ ${period.endDate}`, [...at, 'period']);
  if (period !== undefined && dataset.stock === true)
    checker.expect(checkText('check.card.noPeriodForWhatThereIs'), dataset.title, [...at, 'period']);
  if (card.kind !== 'table') return;
  const sortable = [...card.measures, ...card.dimensions].flatMap((key) => [key, `-${key}`]);
  for (const [index, key] of (card.sort ?? []).entries())
    checker.name('measure', key, sortable, [...at, 'sort', index], of);
}

function isSpan({ startDate, endDate }: Days): boolean {
  return isDay(startDate) && isDay(endDate) && startDate <= endDate;
}

type Named = readonly [At, string];

function measuresOf(card: FigureCard | ChartCard | TableCard | RankingCard | PivotCard): readonly Named[] {
  const several = (names: readonly string[] | undefined): readonly Named[] =>
    (names ?? []).map((name, index) => [['measures', index], name]);
  if (card.kind === 'figure') return [[['measure'], card.measure]];
  if (card.kind === 'ranking') return [[['measure'], card.measure], ...several(card.measures)];
  return several(card.measures);
}

function dimensionsOf(card: FigureCard | ChartCard | TableCard | RankingCard | PivotCard): readonly Named[] {
  switch (card.kind) {
    case 'figure':
      return [];
    case 'chart':
      return [
        [['dimension'], card.dimension],
        ...(card.series === undefined ? [] : [[['series'], card.series] as const]),
      ];
    case 'ranking':
      return [[['dimension'], card.dimension]];
    case 'table':
      return card.dimensions.map((name, index) => [['dimensions', index], name]);
    case 'pivot':
      return [
        [['rows'], card.rows],
        [['columns'], card.columns],
      ];
  }
}

function checkDrill(
  link: DrillDown,
  measures: readonly string[],
  dataset: DatasetDocument,
  checker: Checker,
  at: At,
): void {
  if (!checker.page(link.page, [...at, 'page'])) return;
  const page = checker.documents.pages.get(link.page);
  if (page === undefined) return;
  const entity = page.kind === 'list' ? checker.documents.entities.get(page.entity) : undefined;
  if (entity === undefined) {
    checker.expect(checkText('check.card.listPage'), link.page, [...at, 'page']);
    return;
  }
  const sources = sourcesOf(dataset);
  const named = link.source ?? mainSource;
  const keys = sources.map((source) => source.key);
  if (!checker.name('source', named, keys, [...at, 'source'], dataset)) return;
  const counted = sources.find((source) => source.key === named)?.entity;
  if (counted !== entity.name)
    checker.expect(checkText('check.card.pageThatLists', { counted }), link.page, [...at, 'page']);
  if (!measures.some((measure) => rowsBehind(measure, dataset)?.source.key === named))
    checker.expect(checkText('check.card.measureMadeOfRowsOf', { named }), measures.join('、'), at);
  checkConditions(link.where, entity, checker, [...at, 'where']);
  for (const [index, { than }] of (link.where ?? []).entries())
    if (than !== undefined)
      checker.expect(checkText('check.card.conditionOnValueBesideLink'), than, [...at, 'where', index, 'than']);
}
