import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTicketShop, type TicketShop } from '../../testing/fixtures/ticket-shop.ts';

let shop: TicketShop;
let ids: TicketShop['ids'];

beforeAll(async () => {
  shop = await openTicketShop();
  ids = shop.ids;
});

afterAll(() => shop.close());

const ask = (body: Readonly<Record<string, unknown>> = {}) => shop.ask(body);

describe('several sources', () => {
  it('stand in one row along the dimensions they share', async () => {
    const { rows, total } = await ask({ dimensions: ['region'], measures: ['tickets', 'visits', 'visitRate'] });
    expect(rows.map((row) => [row.name, row.tickets, row.visits])).toEqual([
      ['北区', 3, 1],
      ['南区', 2, 2],
    ]);
    expect(total.visitRate).toBeCloseTo(12.5, 9);
  });

  it('have no figures along a dimension or under a filter they lack', async () => {
    const { rows, total } = await ask({ dimensions: ['kind'], measures: ['tickets', 'visits'] });
    expect(rows.map((row) => row.visits)).toEqual([null, null, null]);
    expect(total.visits).toBe(3);
    expect((await ask({ kinds: ['full'], measures: ['tickets', 'visits'] })).total).toEqual({
      tickets: 3,
      visits: null,
    });
  });

  it('may be a cohort: counted by when the guest joined, whenever he bought', async () => {
    const { total, rows } = await ask({ dimensions: ['month'], measures: ['tickets', 'members'] });
    expect(total).toEqual({ tickets: 5, members: 7 });
    expect(rows.map((row) => row.members)).toEqual([7]);
  });
});

describe('a comparison', () => {
  it('lays the periods over each other, bucket by bucket', async () => {
    const answer = await ask({ dimensions: ['day'], compare: ['lastYear', 'previousPeriod'] });
    expect(answer.comparisons?.map(({ key, period, total }) => [key, period, total.tickets])).toEqual([
      ['previousPeriod', { startDate: '2026-02-01', endDate: '2026-02-28' }, 2],
      ['lastYear', { startDate: '2025-03-01', endDate: '2025-03-31' }, 1],
    ]);
    expect(answer.rows[1]).toMatchObject({
      previous: { previousPeriod: { tickets: 1 }, lastYear: { tickets: 1 } },
      change: { previousPeriod: { tickets: 100 }, lastYear: { tickets: 100 } },
    });
    // The last day of March has none in February, and from nothing there is no change.
    expect(answer.rows[30]).toMatchObject({ previous: { previousPeriod: { tickets: 0 } } });
    expect(answer.rows[0]?.change?.previousPeriod?.tickets).toBeNull();
    expect(answer.series.map((series) => series.comparison)).toEqual([undefined, 'previousPeriod', 'lastYear']);
  });

  it('shows groups that were there only before', async () => {
    const april = { startDate: '2026-04-01', endDate: '2026-04-30', dimensions: ['kind'], compare: ['previousPeriod'] };
    const { rows } = await ask(april);
    expect(rows.find((row) => row.name === '赠票')).toMatchObject({
      tickets: 0,
      previous: { previousPeriod: { tickets: 1 } },
      change: { previousPeriod: { tickets: -100 } },
    });
  });
});

describe('a filter', () => {
  it('takes a node of a tree with all below it, in every source', async () => {
    expect((await ask({ venueIds: [ids.北区], measures: ['tickets', 'visits'] })).total).toEqual({
      tickets: 3,
      visits: 1,
    });
    expect((await ask({ venueIds: [ids.大剧院, ids.音乐厅] })).total.tickets).toBe(5);
    expect((await ask({ venueIds: [] })).total.tickets).toBe(5);
  });

  it('takes values of every kind of field', async () => {
    expect((await ask({ kinds: ['gift', 'child'] })).total.tickets).toBe(2);
    expect((await ask({ tagIds: [ids.大剧院] })).total.tickets).toBe(1);
    expect((await ask({ seatCounts: ['4', '10'] })).total.tickets).toBe(2);
    expect((await ask({ online: ['false'] })).total.tickets).toBe(1);
  });
});

describe('a request that is wrong', () => {
  it.each([
    ['an unknown key', { city: ['x'] }, '/city'],
    ['an unknown dimension', { dimensions: ['kind', 'town'] }, '/dimensions/1'],
    ['too many dimensions', { dimensions: ['kind', 'day', 'venue', 'age'] }, '/dimensions'],
    ['an unknown measure', { measures: ['profit'] }, '/measures/0'],
    ['an unknown comparison', { compare: ['lastDecade'] }, '/compare/0'],
    ['an unknown sort', { sort: ['-profit'] }, '/sort/0'],
    ['a top of nothing', { top: 0 }, '/top'],
    ['a filter that is no list', { kinds: 'full' }, '/kinds'],
    ['an id that is none', { venueIds: [`' or true`] }, '/venueIds/0'],
    ['a number that is none', { seatCounts: ['many'] }, '/seatCounts/0'],
    ['a day that is none', { startDate: '2026-02-30' }, '/startDate'],
    ['a period without an end', { endDate: null }, '/endDate'],
    ['a period that ends before it begins', { endDate: '2026-02-01' }, '/endDate'],
    ['a period over 366 days', { endDate: '2027-03-02' }, '/endDate'],
    ['hours of a long period', { endDate: '2026-04-02', dimensions: ['hour'] }, '/endDate'],
    [
      'more groups than anyone reads',
      { endDate: '2027-02-28', dimensions: ['day', 'hourOfDay', 'dayOfWeek'] },
      '/dimensions',
    ],
  ])('is refused where it is: %s', async (_, body, pointer) => {
    const refusal = await shop.refusal(body);
    expect(refusal.code).toBe('E_INPUT_INVALID');
    expect(refusal.detail.faults?.map((fault) => fault.pointer)).toEqual([pointer]);
  });
});

describe('the conditions of a list', () => {
  const gifts = { field: 'kind', op: 'eq', value: 'gift' };
  const measures = ['tickets', 'income', 'visits'];

  it('narrow the rows counted, beside the period, and leave other sources without figures', async () => {
    expect((await ask({ where: gifts, measures })).total).toEqual({ tickets: 1, income: 0, visits: null });
    const either = { or: [gifts, { field: 'venue.name', op: 'eq', value: '音乐厅' }] };
    expect((await ask({ where: either })).total).toEqual({ tickets: 3 });
    const { comparisons = [] } = await ask({ where: either, compare: ['previousPeriod'] });
    expect(comparisons.map(({ total }) => total)).toEqual([{ tickets: 1 }]);
  });

  it('may say the time, and are then of every period', async () => {
    const early = { field: 'soldAt', op: 'lt', value: '2026-03-02T00:00:00+08:00' };
    const days = { startDate: undefined, endDate: undefined };
    const answer = await ask({ ...days, where: early, anyTime: true });
    expect(answer.total).toEqual({ tickets: 4 });
    expect(answer).not.toHaveProperty('period');
    for (const [wrong, at] of [
      [{ ...days, anyTime: true }, '/where'],
      [{ where: early, anyTime: true }, '/startDate'],
      [{ ...days, where: early, anyTime: true, dimensions: ['day'] }, '/dimensions'],
      [{ ...days, where: early, anyTime: true, compare: ['lastYear'] }, '/compare'],
      [{ where: early, anyTime: 'yes' }, '/anyTime'],
    ] as const)
      expect((await shop.refusal(wrong)).detail?.faults?.map(({ pointer }) => pointer)).toContain(at);
  });

  it('find only what the caller may see, and are for those who may list the rows', async () => {
    const seller = shop.caller({ dataScope: 'self', staffId: ids.seller ?? '' });
    expect((await shop.ask({ where: gifts }, seller)).total).toEqual({ tickets: 0 });
    const onlyReports = shop.caller({ grants: new Set(['ticket:report']) });
    expect((await shop.ask({}, onlyReports)).total).toEqual({ tickets: 5 });
    expect(await shop.refusal({ where: gifts }, onlyReports)).toMatchObject({ code: 'E_NO_PERMISSION' });
    expect(await shop.refusal({ where: { field: 'nothing', op: 'eq', value: 1 } })).toMatchObject({
      code: 'E_INPUT_INVALID',
    });
  });

  it('look a masked value up once, whole, however many figures are asked for', async () => {
    const whole = { field: 'contact', op: 'eq', value: '13712345678' };
    const asked = { where: whole, measures: ['tickets', 'members', 'income'], compare: ['lastYear'] };
    expect((await ask(asked)).total).toMatchObject({ tickets: 1 });
    expect(await shop.lookups()).toBe(1);
    expect(await shop.refusal({ where: { ...whole, op: 'startsWith', value: '137' } })).toMatchObject({
      code: 'E_INPUT_INVALID',
    });
    const either = { or: [whole, { field: 'contact', op: 'eq', value: '13700000000' }] };
    expect((await shop.refusal({ where: either })).code).toMatch(/^E_/);
  });
});
