import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainSource, rowsBehind } from '../../../engine/model/dataset/index.ts';
import type { DrillDown } from '../../../engine/model/documents/index.ts';
import { type Counted, drillParams, type Figure, type TreeNodes } from '../../../engine/model/drill/index.ts';
import { addDays, dayOf, periodDays } from '../../../engine/model/time/index.ts';
import type { DatasetAnswer, DatasetComparison, Where } from '../../../engine/model/wire/index.ts';
import { ticketEntities, ticketFigures } from '../../testing/fixtures/ticket-sales.ts';
import { openTicketShop, type TicketShop, ticket } from '../../testing/fixtures/ticket-shop.ts';

let shop: TicketShop;
let trees: ReadonlyMap<string, TreeNodes>;

beforeAll(async () => {
  shop = await openTicketShop();
  await sellLately(shop);
  await sellMore(shop);
  const { list } = await shop.list('venue', { size: 100, fields: ['id', 'name', 'parentId'] });
  const nodes = list.map(({ id, name, parentId }) => {
    return [id, { id, label: String(name), parent: typeof parentId === 'string' ? parentId : null }] as const;
  });
  trees = new Map([['venue', new Map(nodes)]]);
});

afterAll(() => shop.close());

const kinds = ['full', 'child', 'gift', null] as const;
const places = ['北区', '南区', '大剧院', '小剧场', '音乐厅', ''] as const;

/** A ticket at the end of every day around today. */
async function sellLately({ ids, records }: TicketShop): Promise<void> {
  const today = dayOf(new Date().toISOString());
  for (let index = 0; index < 100; index += 1)
    await records.insert('ticket', ticket(ids, `${addDays(today, 5 - index)}T23:59`, '北区', 'gift', [100, 1]));
}

/** Tickets of every kind at both ends of hours, days, weeks, months, quarters and years. */
async function sellMore({ ids, records }: TicketShop): Promise<void> {
  const days = ['2026-01-01', '2026-02-28', '2026-03-01', '2026-03-08', '2026-03-09', '2026-03-31', '2026-12-31'];
  const times = ['00:00', '00:59', '01:00', '23:59'];
  let number = 0;
  for (const day of days) {
    for (const time of times) {
      number += 1;
      const more = {
        online: number % 2 === 0,
        rating: number % 3 === 0 ? null : number / 10,
        guestId: number % 4 === 0 ? null : ids[number % 5 === 0 ? '乙' : '甲'],
      };
      const place = places[number % places.length] ?? '';
      const row = ticket(ids, `${day}T${time}`, place, kinds[number % 4] ?? null, [number * 100, number % 12], more);
      await records.insert('ticket', row);
    }
  }
}

const now = '2026-03-15T04:00:00.000Z';
const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
const entities = new Map(ticketEntities.map((entity) => [entity.name, entity]));

function whereOf(figure: Figure, over: Partial<Counted>): { readonly and: readonly Where[] } | undefined {
  const source = rowsBehind(figure.measure, ticketFigures)?.source.key ?? mainSource;
  const link: DrillDown = { page: 'any', source };
  const counted = { dataset: ticketFigures, days: march, filters: {}, entities, trees, scope: 'all', now, ...over };
  const params = drillParams(link, figure, counted);
  return params === undefined ? undefined : { and: JSON.parse(params.where ?? '[]') };
}

/** What a number must be, made of the rows that its link opens: their count, or what is asked of one of their fields. */
async function made(figure: Figure, where: Where): Promise<number | null> {
  const entity = rowsBehind(figure.measure, ticketFigures)?.source.entity ?? '';
  const measure = ticketFigures.measures.find(({ key }) => key === figure.measure);
  const path = measure?.field ?? 'id';
  const { list, total } = await shop.list(entity, { where, size: 200, count: 'exact', fields: [path] });
  expect(list).toHaveLength(total ?? -1);
  const values = list.flatMap((row) => (typeof row[path] === 'number' ? [row[path]] : []));
  switch (measure?.aggregate) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'min':
      return values.length === 0 ? null : Math.min(...values);
    case 'max':
      return values.length === 0 ? null : Math.max(...values);
    case 'average':
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    default:
      return total;
  }
}

const openable = ['tickets', 'income', 'average', 'lowest', 'highest', 'gifts', 'booked', 'members', 'visits'];
const shut = ['guests', 'giftRate', 'perSeat', 'running', 'place', 'visitRate'];

/** Compares every number of an answer with the rows its link opens; answers how many had a link. */
function compare(answer: DatasetAnswer, over: Partial<Counted>): Promise<number> {
  const rows = [{ keys: {}, ...answer.total }, ...answer.rows, ...Object.values(answer.subtotals ?? {}).flat()];
  return compareRows(rows, over);
}

async function compareRows(
  rows: readonly { readonly keys: Figure['keys'] }[],
  over: Partial<Counted>,
  compared?: DatasetComparison,
): Promise<number> {
  const links = rows.flatMap((row) =>
    openable.flatMap((measure) => {
      const value: unknown = Reflect.get(row, measure);
      const figure = { measure, keys: row.keys, ...(compared === undefined ? {} : { compared }) };
      const where = whereOf(figure, over);
      return where === undefined || typeof value !== 'number' ? [] : [{ figure, where, value }];
    }),
  );
  await Promise.all(
    links.map(async ({ figure, where, value }) => {
      expect(await made(figure, where), JSON.stringify({ figure, where })).toBeCloseTo(value, 6);
    }),
  );
  return links.length;
}

describe('every number is made of the rows its link opens', () => {
  it.each([
    ['in total', [], march, 9],
    ['by hour', ['hour'], { startDate: '2026-03-01', endDate: '2026-03-01' }, 90],
    ['by day, at the ends of the period too', ['day'], { startDate: '2026-03-01', endDate: '2026-03-09' }, 40],
    ['by week that the period cuts', ['week'], march, 20],
    ['by month', ['month'], { startDate: '2026-01-15', endDate: '2026-12-31' }, 50],
    ['by quarter', ['quarter'], { startDate: '2026-02-01', endDate: '2026-12-31' }, 15],
    ['by year', ['year'], { startDate: '2025-06-01', endDate: '2026-05-31' }, 8],
    ['by hour of one day', ['hourOfDay'], { startDate: '2026-03-31', endDate: '2026-03-31' }, 90],
    ['by day of one week', ['dayOfWeek'], { startDate: '2026-03-02', endDate: '2026-03-08' }, 30],
    ['by a choice, and by none', ['kind'], march, 20],
    ['by yes and no', ['online'], march, 10],
    ['by a record, and by none', ['venue'], march, 30],
    ['by the upper level of a tree', ['region'], march, 14],
    ['by each of several records, and by none', ['tag'], { startDate: '2028-05-01', endDate: '2028-05-31' }, 20],
    ['crossed with several', ['kind', 'tag'], { startDate: '2028-05-01', endDate: '2028-05-31' }, 30],
    ['by bands of a number', ['seats'], march, 14],
    ['by another time of a related record', ['joined'], march, 10],
    ['crossed, with the margins', ['kind', 'venue'], march, 60],
    ['crossed with time', ['week', 'region'], march, 50],
  ] as const)('%s', async (_, dimensions, days, least) => {
    const answer = await shop.ask({ ...days, dimensions: [...dimensions], measures: [...openable, ...shut] });
    expect(await compare(answer, { days })).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['a node of a tree', { venueIds: ['北区', '音乐厅'] }],
    ['choices', { kinds: ['gift', 'child'] }],
    ['a switch', { online: ['false'] }],
    ['numbers', { seatCounts: ['4', '10', '7'] }],
    ['one of several references', { tagIds: ['小剧场'] }],
  ])('under a filter: %s', async (_, named) => {
    const filters = Object.fromEntries(
      Object.entries(named).map(([key, values]) => [key, values.map((value) => shop.ids[value] ?? value)]),
    );
    const answer = await shop.ask({ ...filters, dimensions: ['kind'], measures: [...openable, ...shut] });
    expect(await compare(answer, { filters })).toBeGreaterThanOrEqual(6);
  });

  it.each([
    'today',
    'yesterday',
    'thisWeek',
    'lastWeek',
    'thisMonth',
    'lastMonth',
    'thisQuarter',
    'last30Days',
  ] as const)('in a period that has a name: %s', async (days) => {
    const moment = new Date().toISOString();
    const answer = await shop.ask({ ...periodDays(days, moment), measures: openable });
    expect(answer.total.tickets).toBeGreaterThan(0);
    expect(await compare(answer, { days, now: moment })).toBeGreaterThanOrEqual(7);
  });
});

describe('so is every number of the period it is compared with', () => {
  it.each([
    ['in total', [], march, 8],
    ['by day', ['day'], { startDate: '2026-03-08', endDate: '2026-03-14' }, 20],
    ['by week', ['week'], march, 20],
    ['by month of another year', ['month'], { startDate: '2027-01-01', endDate: '2027-12-31' }, 50],
    ['by a choice', ['kind'], march, 14],
    ['crossed with time', ['day', 'kind'], { startDate: '2026-03-29', endDate: '2026-04-02' }, 20],
  ] as const)('%s', async (_, dimensions, days, least) => {
    for (const compared of ['previousPeriod', 'lastYear'] as const) {
      const asked = { ...days, dimensions: [...dimensions], measures: openable, compare: [compared] };
      const answer = await shop.ask(asked);
      const [total] = answer.comparisons ?? [];
      const rows = [
        { keys: {}, ...total?.total },
        ...answer.rows.map(({ keys, previous }) => ({ keys, ...previous?.[compared] })),
      ];
      const links = await compareRows(rows, { days }, compared);
      expect(links, compared).toBeGreaterThanOrEqual(least);
    }
  });
});

it.each(shut)('what is no number of rows has no link: %s', (measure) => {
  expect(whereOf({ measure, keys: {} }, {})).toBeUndefined();
});

it.each([
  ['a band of years of age', 'age', 'minor'],
  ['what lies in no band', 'seats', '*'],
  ['the same hour of several days', 'hourOfDay', '09'],
])('nor has %s', (_, dimension, key) => {
  expect(whereOf({ measure: 'tickets', keys: { [dimension]: key } }, {})).toBeUndefined();
});
