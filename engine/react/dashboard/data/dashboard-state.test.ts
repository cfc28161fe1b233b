import { describe, expect, it } from 'vitest';
import { visitBoard } from '../../../fixtures/index.ts';
import { visitView } from '../dashboard.testing.ts';
import { readDashboardState, writeDashboardState } from './dashboard-state.ts';
import { isPeriod } from './period.ts';

const view = visitView();
const now = '2026-11-21T04:00:00Z';
const read = (params: Readonly<Record<string, string>>) => readDashboardState(params, view, now);

describe('the address of a dashboard', () => {
  it('says nothing about what is as the page has it', () => {
    expect(read({})).toEqual({ span: 'last30Days', filters: {} });
    expect(writeDashboardState(read({}), view, now)).toEqual({});
  });

  it('keeps a period by name, days and the values of filters', () => {
    for (const params of [
      { period: 'lastWeek', 'f.branchIds': 'a,b' },
      { from: '2026-01-01', to: '2026-12-31', 'f.categories': 'history' },
    ])
      expect(writeDashboardState(read(params), view, now)).toEqual(params);
    const odd = { span: 'today' as const, filters: { categories: ['a,b', '50%2C'] } };
    expect(read(writeDashboardState(odd, view, now))).toEqual(odd);
  });

  it('leaves out what is not understood', () => {
    const usual = { span: 'last30Days', filters: {} };
    expect(read({ period: 'thisQuarter', 'f.nobody': 'a' })).toEqual(usual);
    expect(read({ from: '2026-02-30', to: '2026-03-02' })).toEqual(usual);
    expect(read({ from: '2025-01-01', to: '2026-01-02' })).toEqual(usual);
  });

  it('has no days of its own choice where the page offers none', () => {
    const narrow = visitView({ ...visitBoard, periods: ['today'] });
    expect(readDashboardState({ from: '2026-01-01', to: '2026-01-02' }, narrow, now).span).toBe('today');
  });
});

it('a period has at most 366 days, in order', () => {
  expect(isPeriod({ startDate: '2024-01-01', endDate: '2024-12-31' })).toBe(true);
  expect(isPeriod({ startDate: '2025-01-01', endDate: '2026-01-01' })).toBe(true);
  expect(isPeriod({ startDate: '2025-01-01', endDate: '2026-01-02' })).toBe(false);
  expect(isPeriod({ startDate: '2025-01-02', endDate: '2025-01-01' })).toBe(false);
});

describe('a compiled dashboard', () => {
  it('knows the field of each filter and which datasets have it', () => {
    expect(view.filters.map(({ title, field }) => [title, field.type])).toEqual([
      ['分馆', 'ref'],
      ['馆区', 'ref'],
      ['借阅分类', 'enum'],
    ]);
    expect([...(view.filters[0]?.datasets ?? [])]).toEqual(['visits']);
  });

  it('keeps a faulty card and a filter nobody has in their places', () => {
    const fault = { at: 'cards/broken', index: 1, faults: [{ code: 'E_SCHEMA_CONFLICT' as const, pointer: '' }] };
    const broken = visitView({ ...visitBoard, filters: [{ key: 'nobody' }] }, [fault]);
    expect(broken.cards.map(({ key }) => key).slice(0, 3)).toEqual(['visits', 'broken', 'readers']);
    expect(broken.cards[1]?.fault).toBeTruthy();
    expect(broken.filters[0]?.fault).toContain('nobody');
  });
});
