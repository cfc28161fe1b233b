import { describe, expect, it } from 'vitest';
import type { CalendarDisplay, CardField } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { itemsByDay, shifted, spanOf, whereOfSpan } from './calendar-span.ts';

const moment = (path: string): CardField => ({
  path,
  title: path,
  field: { key: path, title: path, type: 'datetime' },
});
const date = (path: string): CardField => ({ path, title: path, field: { key: path, title: path, type: 'date' } });

function display(start: CardField, end?: CardField): CalendarDisplay {
  const card = { title: start, facts: [] };
  return {
    key: 'days',
    kind: 'calendar',
    start,
    card,
    canSort: true,
    fields: [],
    ...(end === undefined ? {} : { end }),
  };
}

const row = (values: Readonly<Record<string, unknown>>): WireRecord => ({ id: 'r1', version: 1, ...values });

describe('the days of a calendar', () => {
  it('are the whole weeks around a month, from Monday to Sunday', () => {
    // The 1st of November 2026 is a Sunday, the 30th a Monday.
    const { days } = spanOf('month', '2026-11-20');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(spanOf('month', '2027-02-10').days).toHaveLength(28);
  });

  it('are the week around a day', () => {
    expect(spanOf('week', '2026-11-22').days).toEqual(spanOf('week', '2026-11-16').days);
    expect(spanOf('week', '2026-11-22').days[0]).toBe('2026-11-16');
  });

  it('move on by months and weeks, and stay within a shorter month', () => {
    expect(shifted('month', '2026-10-31', 1)).toBe('2026-11-30');
    expect(shifted('month', '2026-01-15', -1)).toBe('2025-12-15');
    expect(shifted('week', '2026-11-20', -1)).toBe('2026-11-13');
  });
});

describe('what a calendar asks for', () => {
  const span = spanOf('week', '2026-11-20');

  it('is what begins within its days in Shanghai', () => {
    expect(whereOfSpan(display(moment('at')), span)).toEqual({
      and: [
        { field: 'at', op: 'gte', value: '2026-11-15T16:00:00.000Z' },
        { field: 'at', op: 'lt', value: '2026-11-22T16:00:00.000Z' },
      ],
    });
    expect(whereOfSpan(display(date('on')), span)).toEqual({
      and: [
        { field: 'on', op: 'gte', value: '2026-11-16' },
        { field: 'on', op: 'lt', value: '2026-11-23' },
      ],
    });
  });

  it('is, by the hour, what began within a week before and still goes on: a bound on both sides', () => {
    const hours = { from: 8, to: 22, by: [], overlaps: [], reads: [] };
    const where = whereOfSpan({ ...display(moment('from'), moment('to')), hours }, span);
    expect(where).toMatchObject({
      and: [
        { field: 'from', op: 'gte', value: '2026-11-08T16:00:00.000Z' },
        { field: 'from', op: 'lt', value: '2026-11-22T16:00:00.000Z' },
        {},
      ],
    });
  });

  it('is, with an end, also what began before and still goes on', () => {
    expect(whereOfSpan(display(date('from'), date('to')), span)).toEqual({
      and: [
        { field: 'from', op: 'lt', value: '2026-11-23' },
        {
          or: [
            { field: 'to', op: 'gte', value: '2026-11-16' },
            {
              and: [
                { field: 'to', op: 'isNull' },
                { field: 'from', op: 'gte', value: '2026-11-16' },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe('a record in a calendar', () => {
  const span = spanOf('week', '2026-11-20');
  const daysOf = (record: WireRecord, of: CalendarDisplay) =>
    [...itemsByDay([record], of, span)].filter(([, items]) => items.length > 0).map(([day]) => day);

  it('stands on its Shanghai day with the time there', () => {
    const items = itemsByDay([row({ at: '2026-11-19T17:05:00Z' })], display(moment('at')), span);
    expect(items.get('2026-11-20')).toMatchObject([{ time: '01:05', isContinued: false, goesOn: false }]);
  });

  it('stands on every day from its start to its end, inside the span only', () => {
    const of = display(date('from'), date('to'));
    expect(daysOf(row({ from: '2026-11-10', to: '2026-11-17' }), of)).toEqual(['2026-11-16', '2026-11-17']);
    const items = itemsByDay([row({ from: '2026-11-18', to: '2026-11-19' })], of, span);
    expect(items.get('2026-11-18')).toMatchObject([{ isContinued: false, goesOn: true }]);
    expect(items.get('2026-11-19')).toMatchObject([{ isContinued: true, goesOn: false }]);
  });

  it('does not reach into the day at whose midnight it ends', () => {
    const of = display(moment('from'), moment('to'));
    expect(daysOf(row({ from: '2026-11-18T02:00:00Z', to: '2026-11-18T16:00:00Z' }), of)).toEqual(['2026-11-18']);
  });

  it('stands on its first day when its end is missing or before its start', () => {
    const of = display(date('from'), date('to'));
    expect(daysOf(row({ from: '2026-11-18', to: null }), of)).toEqual(['2026-11-18']);
    expect(daysOf(row({ from: '2026-11-18', to: '2026-11-01' }), of)).toEqual(['2026-11-18']);
  });

  it('without a day stands nowhere, and days are in the order of their times', () => {
    const at = (id: string, time: string | null) => ({ ...row({ at: time }), id });
    const items = itemsByDay(
      [at('none', null), at('late', '2026-11-20T09:00:00Z'), at('early', '2026-11-20T01:00:00Z')],
      display(moment('at')),
      span,
    );
    expect(items.get('2026-11-20')?.map((item) => item.record.id)).toEqual(['early', 'late']);
  });
});
