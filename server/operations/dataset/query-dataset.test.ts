import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetAnswer } from '../../../engine/model/wire/index.ts';
import { openTicketShop, type TicketShop, ticket } from '../../testing/fixtures/ticket-shop.ts';

let shop: TicketShop;
let ids: TicketShop['ids'];

beforeAll(async () => {
  shop = await openTicketShop();
  ids = shop.ids;
});

afterAll(() => shop.close());

const ask = (body: Readonly<Record<string, unknown>> = {}) => shop.ask(body);
const column = (answer: DatasetAnswer, key: string) => answer.rows.map((row) => [row.name, row[key]]);

describe('a total', () => {
  it('is counted over the rows of the period, days cut in Shanghai', async () => {
    const { total } = await ask({ measures: [] });
    expect(total).toMatchObject({ tickets: 5, income: 60_000, guests: 2, lowest: 0, highest: 25_000, gifts: 1 });
    expect(total).toMatchObject({ average: 8 / 3, median: 2, tax: 6_000, part: 100, running: 60_000, place: null });
    expect(Object.keys(total)).not.toContain('seatCount');
  });

  it('divides sums and never averages ratios', async () => {
    const { total, rows } = await ask({ measures: ['giftRate', 'perSeat'], dimensions: ['venue'] });
    expect(total).toEqual({ giftRate: 20, perSeat: 60_000 / 24 });
    expect(rows.find((row) => row.name === '小剧场')).toMatchObject({ giftRate: 100, perSeat: 0 });
  });

  it('is zero or nothing where there are no rows', async () => {
    const { total } = await ask({ measures: [], startDate: '2001-01-01', endDate: '2001-01-31' });
    expect(total).toMatchObject({ tickets: 0, income: 0, average: null, giftRate: null, part: null, lowest: null });
  });

  it('counts only what the caller may see', async () => {
    const seller = shop.caller({ dataScope: 'self', staffId: ids.seller ?? '' });
    expect((await shop.ask({ dimensions: ['venue'] }, seller)).total).toEqual({ tickets: 0 });
    await shop.records.insert(
      'ticket',
      ticket(ids, '2027-01-01T10:00', '大剧院', 'full', [1, 1], { sellerId: ids.seller }),
    );
    const day = { startDate: '2027-01-01', endDate: '2027-01-01' };
    expect((await shop.ask(day, seller)).total).toEqual({ tickets: 1 });
  });
});

describe('a dimension', () => {
  it('cuts time, Monday first, and fills empty buckets', async () => {
    const days = await ask({ dimensions: ['day'] });
    expect(days.rows).toHaveLength(31);
    expect(column(days, 'tickets').slice(0, 3)).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 2],
      ['2026-03-03', 0],
    ]);
    expect(column(await ask({ dimensions: ['week'] }), 'tickets').slice(0, 2)).toEqual([
      ['2026-02-23', 1],
      ['2026-03-02', 2],
    ]);
    expect(column(await ask({ dimensions: ['dayOfWeek'] }), 'tickets')).toEqual([
      ['周一', 3],
      ['周二', 1],
      ['周三', 0],
      ['周四', 0],
      ['周五', 0],
      ['周六', 0],
      ['周日', 1],
    ]);
    const hours = column(await ask({ dimensions: ['hourOfDay'] }), 'tickets');
    expect([hours.length, hours[0], hours[23]]).toEqual([24, ['00:00', 1], ['23:00', 2]]);
    const year = { startDate: '2026-01-01', endDate: '2026-12-31' };
    expect(column(await ask({ ...year, dimensions: ['quarter'] }), 'tickets')).toEqual([
      ['2026 年第 1 季度', 7],
      ['2026 年第 2 季度', 1],
      ['2026 年第 3 季度', 0],
      ['2026 年第 4 季度', 0],
    ]);
    expect(column(await ask({ ...year, dimensions: ['year'] }), 'tickets')).toEqual([['2026', 8]]);
    expect((await ask({ ...year, dimensions: ['month'] })).rows.map((row) => row.tickets).slice(0, 5)).toEqual([
      0, 2, 5, 1, 0,
    ]);
    const day = await ask({ dimensions: ['hour'], startDate: '2026-03-02', endDate: '2026-03-02' });
    expect(day.rows.filter((row) => row.tickets !== 0).map((row) => row.name)).toEqual([
      '2026-03-02 00:00',
      '2026-03-02 09:00',
    ]);
  });

  it('is named by its dictionary, its label, yes and no', async () => {
    const spring = { endDate: '2026-04-01' };
    expect(column(await ask({ ...spring, dimensions: ['kind'] }), 'tickets')).toEqual([
      ['全价票', 3],
      ['儿童票', 1],
      ['赠票', 1],
      ['未填写', 1],
    ]);
    // The values of a reference have no order of their own: the largest comes first.
    expect(column(await ask({ ...spring, dimensions: ['venue'], sort: ['-tickets', 'venue'] }), 'tickets')).toEqual([
      ['大剧院', 2],
      ['音乐厅', 2],
      ['小剧场', 1],
      ['未填写', 1],
    ]);
    expect(column(await ask({ dimensions: ['online'] }), 'tickets')).toEqual([
      ['是', 4],
      ['否', 1],
    ]);
  });

  it('sorts numbers and ages into bands, empty ones too', async () => {
    expect(column(await ask({ dimensions: ['seats'] }), 'tickets')).toEqual([
      ['一座', 1],
      ['二至四座', 2],
      ['十座以上', 1],
      ['其他', 1],
    ]);
    expect(column(await ask({ dimensions: ['age'] }), 'tickets')).toEqual([
      ['未成年', 2],
      ['成年', 3],
    ]);
    const empty = await ask({ dimensions: ['age'], startDate: '2001-01-01', endDate: '2001-01-02' });
    expect(column(empty, 'tickets')).toEqual([
      ['未成年', 0],
      ['成年', 0],
    ]);
  });

  it('rolls a tree up to a level', async () => {
    expect(column(await ask({ dimensions: ['region'], sort: ['-tickets'] }), 'tickets')).toEqual([
      ['北区', 3],
      ['南区', 2],
    ]);
  });

  it('of several references puts a row into the group of each, and counts it once in everything else', async () => {
    const may = { startDate: '2028-05-01', endDate: '2028-05-31', measures: ['tickets', 'income'] };
    const tags = await ask({ ...may, dimensions: ['tag'], sort: ['-tickets', '-income', 'tag'] });
    expect(tags.rows.map((row) => [row.name, row.tickets, row.income])).toEqual([
      ['小剧场', 2, 30_000],
      ['音乐厅', 1, 20_000],
      ['大剧院', 1, 10_000],
      ['未填写', 1, 5_000],
    ]);
    expect(tags.total).toMatchObject({ tickets: 3, income: 35_000 });
    // Two places of one region are one row of it.
    const regions = await shop.askRegions({ ...may, dimensions: ['tagRegion'], sort: ['-tickets', '-income'] });
    expect(column(regions, 'tickets')).toEqual([
      ['北区', 2],
      ['南区', 1],
      ['未填写', 1],
    ]);
    const crossed = await ask({ ...may, dimensions: ['kind', 'tag'] });
    expect(crossed.total).toMatchObject({ tickets: 3 });
    expect(crossed.subtotals?.kind?.map((row) => [row.name, row.tickets])).toEqual([
      ['全价票', 2],
      ['儿童票', 1],
    ]);
    expect(column(crossed, 'tickets').length).toBeGreaterThan(0);
  });

  it('of another time than the period shows what there is', async () => {
    expect(column(await ask({ dimensions: ['joined'] }), 'tickets')).toEqual([
      ['2026-02', 2],
      ['2026-03', 3],
    ]);
  });
});

describe('several dimensions', () => {
  it('are spread as series, with the margins beside', async () => {
    const answer = await ask({ dimensions: ['dayOfWeek', 'region'], measures: ['tickets', 'giftRate'] });
    expect(answer.dimensions.map((value) => value.name)).toEqual([
      '周一',
      '周二',
      '周三',
      '周四',
      '周五',
      '周六',
      '周日',
    ]);
    const series = answer.series.filter((one) => one.measure === 'tickets');
    expect(series.map(({ name, group, data }) => [name, group?.name, data])).toEqual([
      ['票数 · 北区', '北区', [2, 0, 0, 0, 0, 0, 1]],
      ['票数 · 南区', '南区', [1, 1, 0, 0, 0, 0, 0]],
    ]);
    expect(answer.rows).toHaveLength(14);
    expect(answer.rows[0]).toMatchObject({
      keys: { dayOfWeek: '1', region: ids.北区 },
      names: { dayOfWeek: '周一', region: '北区' },
      name: '周一 · 北区',
      tickets: 2,
      giftRate: 50,
    });
    expect(answer.subtotals?.dayOfWeek?.[0]).toMatchObject({ name: '周一', tickets: 3, giftRate: 100 / 3 });
    expect(answer.subtotals?.region?.map((row) => [row.name, row.giftRate])).toEqual([
      ['北区', 100 / 3],
      ['南区', 0],
    ]);
  });

  it('are answered up to three at once', async () => {
    const { rows, series } = await ask({ dimensions: ['region', 'kind', 'online'] });
    expect(rows.map((row) => [row.name, row.tickets])).toEqual([
      ['北区 · 全价票 · 是', 1],
      ['北区 · 全价票 · 否', 1],
      ['北区 · 赠票 · 是', 1],
      ['南区 · 全价票 · 是', 1],
      ['南区 · 儿童票 · 是', 1],
    ]);
    expect(series.map((one) => one.group?.name)).toContain('全价票 · 是');
  });
});

describe('measures of measures', () => {
  it('share, accumulate and rank; equal ones share the rank', async () => {
    const { rows } = await ask({ dimensions: ['day'], measures: ['income', 'part', 'running', 'place'] });
    expect(rows.slice(0, 3).map((row) => [row.income, row.running, row.place])).toEqual([
      [10_000, 10_000, 3],
      [20_000, 30_000, 1],
      [0, 30_000, 5],
    ]);
    expect(rows.slice(-2).map((row) => [row.running, row.place])).toEqual([
      [55_000, 5],
      [60_000, 4],
    ]);
    expect(rows.reduce((sum, row) => sum + Number(row.part), 0)).toBeCloseTo(100, 9);
  });

  it('place the rows sorted by, the next place counting those before', async () => {
    const byTickets = await ask({ dimensions: ['venue'], sort: ['-tickets'] });
    expect(byTickets.rows.map((row) => row.rank)).toEqual([1, 1, 3]);
    const further = await ask({ dimensions: ['venue'], sort: ['-tickets', '-income'] });
    expect(further.rows.map((row) => [row.name, row.rank])).toEqual([
      ['大剧院', 1],
      ['音乐厅', 1],
      ['小剧场', 3],
    ]);
  });

  it('keep the first of the first dimension and say that there are more', async () => {
    const answer = await ask({ dimensions: ['region', 'kind'], sort: ['-tickets'], top: 1 });
    expect(answer.dimensions.map((value) => value.name)).toEqual(['北区']);
    expect(new Set(answer.rows.map((row) => row.names.region))).toEqual(new Set(['北区']));
    expect(answer).toMatchObject({ truncated: true, total: { tickets: 5 } });
  });
});
