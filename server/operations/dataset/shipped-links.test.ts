import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainSource, rowsBehind } from '../../../engine/model/dataset/index.ts';
import type { Card, DatasetDocument, DrillDown, ListPage } from '../../../engine/model/documents/index.ts';
import { drillParams, type Figure } from '../../../engine/model/drill/index.ts';
import { addDays, dayOf, type NamedPeriod, periodDays } from '../../../engine/model/time/index.ts';
import type { DatasetAnswer, QueryAnswer } from '../../../engine/model/wire/index.ts';
import { startProduct, startTestApp, type TestApp } from '../../testing/test-app.ts';

// Every number with a link, of every dashboard that is shipped: what it says is what the page behind it lists.

let company: TestApp;
let library: TestApp;

beforeAll(async () => {
  [company, library] = await Promise.all([startTestApp(), startProduct('e2e/fixtures/library')]);
  await fillWeeks(company);
});

afterAll(() => Promise.all([company.close(), library.close()]));

const sellers = [
  ['sales', 'group1'],
  ['sales2', 'group1'],
  ['sales3', 'group2'],
  ['group_leader', 'group1'],
] as const;

const zeros = {
  locked: false,
  followCount: 0,
  callCount: 0,
  orderCount: 0,
  paidTotal: 0,
  doNotCall: false,
  blacklisted: false,
};

/** Customers and opportunities around today, of several people, and some customers that nobody works on. */
async function fillWeeks({ records, ids }: TestApp): Promise<void> {
  const today = dayOf(new Date().toISOString());
  const at = (number: number) =>
    `${addDays(today, (number % 75) - 60)}T${number % 2 === 0 ? '00:00' : '23:59'}:00+08:00`;
  for (let number = 0; number < 150; number++) {
    const [account, department] = sellers[number % sellers.length] ?? sellers[0];
    const owner = { ownerId: ids[account], ownerDeptId: ids[department] };
    const customerId = await records.insert('customer', {
      customerNo: `KH${number}`,
      name: `客户${number}`,
      mobile: `1390000${String(number).padStart(4, '0')}`,
      intentionProjectIds: [ids.project],
      channelId: ids.channel,
      level: 'a',
      stage: 'following',
      ...(number % 7 === 0 ? { ownState: 'frozen' } : { ownState: 'owned', ...owner }),
      nextFollowAt: number % 5 === 0 ? null : at(number),
      lastFollowAt: number % 6 === 0 ? null : at(number + 3),
      assignedAt: at(number + 7),
      ...zeros,
    });
    await records.insert('opportunity', {
      opportunityNo: `SJ${number}`,
      title: `商机${number}`,
      customerId,
      projectId: ids.project,
      amount: 1000 * number,
      stage: 'contact',
      probability: 10,
      ...owner,
    });
  }
}

type Linked = {
  readonly page: string;
  readonly scope: string | undefined;
  readonly dataset: DatasetDocument;
  readonly list: ListPage;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly periods: readonly NamedPeriod[];
  readonly link: DrillDown;
};

/** Every card with a link, and what it asks of its dataset. */
function linkedCards({ documents }: TestApp): readonly Linked[] {
  return [...documents.pages.values()].flatMap((page) => {
    const cards = page.kind === 'dashboard' ? page.cards : page.kind === 'list' ? (page.figures ?? []) : [];
    const named = page.kind === 'dashboard' ? (page.periods ?? []).filter((period) => period !== 'custom') : [];
    return cards.flatMap((card): readonly Linked[] => {
      if (card.kind === 'list' || card.kind === 'widget' || card.link === undefined) return [];
      const dataset = documents.datasets.get(card.dataset);
      const list = documents.pages.get(card.link.page);
      if (dataset === undefined || list?.kind !== 'list') throw new TypeError(`${page.name} ${card.key} leads nowhere`);
      const scope = 'scope' in page ? page.scope : undefined;
      const periods: readonly NamedPeriod[] = [...new Set<NamedPeriod>([...named, 'thisMonth', 'thisYear'])];
      return [{ page: page.name, scope, dataset, list, link: card.link, periods, ...wantedOf(card) }];
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

/** Follows every link of a card as somebody; answers how many rows stand behind them. */
async function follow(app: TestApp, account: string, card: Linked, days: NamedPeriod): Promise<number> {
  const { dataset, list, scope } = card;
  const now = new Date().toISOString();
  // What there is just now has no period.
  const period = dataset.stock === true ? {} : periodDays(days, now);
  const asked = { ...period, dimensions: card.dimensions, measures: card.measures };
  const answer = await answered<DatasetAnswer>(app, account, card.page, dataset.path, asked);
  const rows = [{ keys: {}, ...answer.total }, ...answer.rows, ...Object.values(answer.subtotals ?? {}).flat()];
  const counted = { dataset, days, filters: {}, entities: app.documents.entities, trees: new Map(), scope, now };
  let found = 0;
  for (const row of rows) {
    for (const measure of dataset.measures.filter(({ key }) => card.measures.includes(key))) {
      const figure: Figure = { measure: measure.key, keys: row.keys };
      const params = drillParams(card.link, figure, counted);
      const value: unknown = Reflect.get(row, measure.key);
      if (params === undefined || typeof value !== 'number') continue;
      const path = measure.field ?? 'id';
      const where = { and: JSON.parse(params.where ?? '[]') };
      const body = { where, size: 200, count: 'exact', fields: [path] };
      const behind = await answered<QueryAnswer>(app, account, list.name, list.api.query, body);
      const sum = behind.list.reduce((all, one) => all + Number(one[path] ?? 0), 0);
      const made = measure.aggregate === 'sum' ? sum : behind.total;
      expect(made, `${account} ${days} ${card.page} ${JSON.stringify({ figure, where })}`).toBe(value);
      found += behind.list.length;
    }
  }
  return found;
}

async function followAll(
  app: TestApp,
  account: string,
  isAsked: (card: Linked) => boolean = () => true,
): Promise<number> {
  let found = 0;
  for (const card of linkedCards(app).filter(isAsked)) {
    // Pages of others are theirs to follow.
    const opened = await app.call(account, '/v1/sys/page/view', { name: card.page });
    if (opened.code === '0') for (const days of card.periods) found += await follow(app, account, card, days);
  }
  return found;
}

it('a link stands where a number has rows, and lists their source', () => {
  for (const app of [company, library]) {
    const cards = linkedCards(app);
    expect(cards.length).toBeGreaterThan(0);
    for (const { dataset, measures, link } of cards) {
      const sources = measures.map((measure) => rowsBehind(measure, dataset)?.source.key);
      expect(sources).toContain(link.source ?? mainSource);
    }
  }
});

it.each(['sales', 'sales3'])('%s finds as many rows as the number says', async (account) => {
  expect(await followAll(company, account)).toBeGreaterThan(30);
});

// An administrator's own customers are none, and colleagues' must not come in.
it('admin, too', async () => {
  expect(await followAll(company, 'admin', ({ scope }) => scope === 'mine')).toBe(0);
  expect(await followAll(company, 'admin', ({ scope }) => scope !== 'mine')).toBeGreaterThan(0);
});

it.each(['librarian', 'head'])('%s of another product, too', async (account) => {
  expect(await followAll(library, account)).toBeGreaterThan(0);
});
