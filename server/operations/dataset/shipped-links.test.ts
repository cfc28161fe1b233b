import { afterAll, beforeAll, expect, it } from 'vitest';
import { linksOf, mainSource, rowsBehind } from '../../../engine/model/dataset/index.ts';
import type {
  Card,
  DashboardPage,
  DatasetDocument,
  DatasetMeasure,
  DrillDown,
  ListPage,
  PageBundle,
  PageDocument,
} from '../../../engine/model/documents/index.ts';
import { type Counted, type DrillTarget, drillTarget, type Figure } from '../../../engine/model/drill/index.ts';
import { type NamedPeriod, periodDays } from '../../../engine/model/time/index.ts';
import type { DatasetAnswer, QueryAnswer } from '../../../engine/model/wire/index.ts';
import { startProduct, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { fillWeeks } from './fill-work.testing.ts';

// Every number with a link, of every dashboard that is shipped: what it says is what the page behind it lists.

let company: TestApp;
let library: TestApp;

beforeAll(async () => {
  [company, library] = await Promise.all([startTestApp(), startProduct('e2e/fixtures/library')]);
  await fillWeeks(company);
});

afterAll(() => Promise.all([company.close(), library.close()]));

type Linked = {
  readonly page: string;
  readonly scope: string | undefined;
  readonly dataset: DatasetDocument;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly periods: readonly NamedPeriod[];
  readonly links: readonly DrillDown[];
};

/** Every card with a link, and what it asks of its dataset. */
function linkedCards(
  { documents }: Pick<TestApp, 'documents'>,
  pages: Iterable<PageDocument> = documents.pages.values(),
): readonly Linked[] {
  return [...pages].flatMap((page) => {
    const cards = page.kind === 'dashboard' ? page.cards : page.kind === 'list' ? (page.figures ?? []) : [];
    const named = page.kind === 'dashboard' ? (page.periods ?? []).filter((period) => period !== 'custom') : [];
    return cards.flatMap((card): readonly Linked[] => {
      if (card.kind === 'list' || card.kind === 'widget' || card.link === undefined) return [];
      const dataset = documents.datasets.get(card.dataset);
      if (dataset === undefined) throw new TypeError(`${page.name} ${card.key} counts nothing`);
      const scope = 'scope' in page ? page.scope : undefined;
      const all: readonly NamedPeriod[] = [...new Set<NamedPeriod>([...named, 'thisMonth', 'thisYear'])];
      const periods = isDeep ? all : [...new Set<NamedPeriod>([...all.slice(0, 1), 'thisYear'])];
      return [{ page: page.name, scope, dataset, links: linksOf(card.link), periods, ...wantedOf(card) }];
    });
  });
}

type DataCard = Extract<Card, { readonly dataset: string }>;

function wantedOf(card: DataCard): Pick<Linked, 'measures' | 'dimensions'> {
  switch (card.kind) {
    case 'figure':
      return { measures: [card.measure], dimensions: [] };
    case 'ranking':
      return { measures: [card.measure], dimensions: [card.dimension] };
    case 'table':
      return { measures: card.measures, dimensions: card.dimensions };
    case 'pivot':
      return { measures: card.measures, dimensions: [card.rows, card.columns] };
    case 'chart':
      return {
        measures: card.measures,
        dimensions: [card.dimension, ...(card.series === undefined ? [] : [card.series])],
      };
  }
}

async function answered<Data>(app: TestApp, account: string, page: string, path: string, body: object): Promise<Data> {
  const answer = await app.call<Data>(account, path, { ...body }, { 'x-app-page': page });
  expect(answer, `${account} ${page} ${path} ${JSON.stringify(body)}`).toMatchObject({ code: '0' });
  return answer.data;
}

/** Parts of an answer that are followed, spread over it, unless all of them are asked for. */
const maxParts = 3;
const isDeep = process.env.TEST_DEPTH === 'deep';

/** So many of the items that count something, as far apart as can be. */
function spread<Item extends object>(items: readonly Item[], most: number): readonly Item[] {
  const filled = items.filter((item) => Object.values(item).some((value) => typeof value === 'number' && value > 0));
  const step = Math.max(1, filled.length / most);
  return filled.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

/** The list a link leads to. */
function listOf({ documents }: TestApp, name: string): ListPage {
  const list = documents.pages.get(name);
  if (list?.kind !== 'list') throw new TypeError(`${name} is no list`);
  return list;
}

/** What the rows that a link opens make of the measure that was followed. */
async function madeOf(app: TestApp, account: string, measure: DatasetMeasure, target: DrillTarget): Promise<Made> {
  const { api, name } = listOf(app, target.page);
  const path = measure.field ?? 'id';
  const where = { and: JSON.parse(target.params.where ?? '[]') };
  const body = { where, size: 200, count: 'exact', fields: [path] };
  const { list, total } = await answered<QueryAnswer>(app, account, name, api.query, body);
  const sum = list.reduce((all, one) => all + Number(one[path] ?? 0), 0);
  return { value: measure.aggregate === 'sum' ? sum : (total ?? -1), rows: list.length };
}

type Made = { readonly value: number; readonly rows: number };

/** Follows every link of a card as somebody; answers how many rows stand behind them. */
async function follow(
  app: TestApp,
  account: string,
  {
    card,
    days,
    entities,
  }: { readonly card: Linked; readonly days: NamedPeriod; readonly entities: Counted['entities'] },
): Promise<number> {
  const { dataset, scope } = card;
  const now = new Date().toISOString();
  // What there is just now has no period.
  const period = dataset.stock === true ? {} : periodDays(days, now);
  const asked = { ...period, dimensions: card.dimensions, measures: card.measures };
  const answer = await answered<DatasetAnswer>(app, account, card.page, dataset.path, asked);
  const parts = [...answer.rows, ...Object.values(answer.subtotals ?? {}).flat()];
  const rows = [{ keys: {}, ...answer.total }, ...(isDeep ? parts : spread(parts, maxParts))];
  const counted = { dataset, days, filters: {}, entities, trees: new Map(), scope, now };
  let found = 0;
  for (const row of rows) {
    for (const measure of dataset.measures.filter(({ key, aggregate }) => aggregate && card.measures.includes(key))) {
      const figure: Figure = { measure: measure.key, keys: row.keys };
      const target = drillTarget(card.links, figure, counted);
      const value: unknown = Reflect.get(row, measure.key);
      if (target === undefined || typeof value !== 'number') continue;
      const made = await madeOf(app, account, measure, target);
      expect(made.value, `${account} ${days} ${card.page} ${JSON.stringify({ figure, target })}`).toBe(value);
      found += made.rows;
    }
  }
  return found;
}

/** A page as it comes to somebody; undefined where it is not theirs. */
async function pageOf(app: TestApp, account: string, name: string): Promise<PageBundle | undefined> {
  const opened = await app.call<PageBundle>(account, '/v1/sys/page/view', { name });
  return opened.code === '0' ? opened.data : undefined;
}

/** What the browser knows of the fields by then: what came with the page. */
function entitiesOf({ entities }: PageBundle): Counted['entities'] {
  return new Map(entities.map((entity) => [entity.name, entity]));
}

async function followAll(
  app: TestApp,
  account: string,
  isAsked: (card: Linked) => boolean = () => true,
): Promise<number> {
  let found = 0;
  for (const name of new Set(linkedCards(app).map(({ page }) => page))) {
    const bundle = await pageOf(app, account, name);
    if (bundle === undefined) continue;
    const entities = entitiesOf(bundle);
    for (const card of linkedCards(app, [bundle.page]).filter(isAsked))
      for (const days of card.periods) found += await follow(app, account, { card, days, entities });
  }
  return found;
}

it('a link stands where a number has rows, and lists their source', () => {
  for (const app of [company, library]) {
    const cards = linkedCards(app);
    expect(cards.length).toBeGreaterThan(0);
    for (const { dataset, measures, links } of cards) {
      const sources = measures.map((measure) => rowsBehind(measure, dataset)?.source.key);
      for (const link of links) expect(sources).toContain(link.source ?? mainSource);
    }
  }
});

it.each(['sales', 'sales3', 'group_leader'])('%s finds as many rows as the number says', async (account) => {
  expect(await followAll(company, account)).toBeGreaterThan(30);
});

/** Numbers of a home that lead nowhere; a rate is of two numbers that stand beside it. */
function shut({ cards, scope }: DashboardPage, bundle: PageBundle, links = linksOf): readonly string[] {
  const entities = entitiesOf(bundle);
  return cards.flatMap((card) => {
    const dataset = 'dataset' in card ? bundle.datasets.find(({ name }) => name === card.dataset) : undefined;
    if (!('dataset' in card) || dataset === undefined) return [];
    const now = new Date().toISOString();
    const counted: Counted = { dataset, days: 'today', filters: {}, entities, trees: new Map(), scope, now };
    const { measures } = wantedOf(card);
    const leads = (measure: string) =>
      measures.includes(measure) && drillTarget(links(card.link), { measure, keys: {} }, counted) !== undefined;
    return measures.flatMap((key) => {
      const ratio = dataset.measures.find((measure) => measure.key === key)?.ratio;
      const isOpen = ratio === undefined ? leads(key) : leads(ratio.of) && leads(ratio.to);
      return isOpen ? [] : [`${card.key}/${key}`];
    });
  });
}

it.each([
  ['sales', 'businessworkbench'],
  ['group_leader', 'controllerworkbench'],
  ['manager', 'controllerworkbench'],
  ['admin', 'controllerworkbench'],
])('every number on the home of %s opens its rows', async (account, name) => {
  const bundle = await pageOf(company, account, name);
  if (bundle?.page.kind !== 'dashboard') throw new TypeError(`${name} is no home of ${account}`);
  const { page } = bundle;
  expect(shut(page, bundle)).toEqual([]);
  // Without its links nothing does: what is asked here is not true of any page.
  expect(shut(page, bundle, () => []).length).toBeGreaterThan(8);
});

// An administrator's own customers are none, and colleagues' must not come in.
it('admin, too', async () => {
  expect(await followAll(company, 'admin', ({ scope }) => scope === 'mine')).toBe(0);
  expect(await followAll(company, 'admin', ({ scope }) => scope !== 'mine')).toBeGreaterThan(0);
});

it.each(['librarian', 'head'])('%s of another product, too', async (account) => {
  expect(await followAll(library, account)).toBeGreaterThan(0);
});
