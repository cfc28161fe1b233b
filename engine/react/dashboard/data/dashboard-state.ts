import { type CountedDays, daysOf } from '../../../model/drill/index.ts';
import type { NamedPeriod } from '../../../model/time/index.ts';
import type { DashboardView } from '../../../model/view/index.ts';
import { isPeriod, usualPeriods } from './period.ts';

/** Values chosen by key of a dataset's filter. */
export type DatasetFilters = Readonly<Record<string, readonly string[]>>;

/** What a dashboard shows: kept whole in the address, so that a link opens the same figures. */
export type DashboardState = { readonly span: CountedDays; readonly filters: DatasetFilters };

type Params = Readonly<Record<string, string>>;

/** The periods a dashboard offers, in order. */
export function periodsOf(view: DashboardView): readonly (NamedPeriod | 'custom')[] {
  return view.page.periods ?? usualPeriods;
}

/**
 * Reads a dashboard's state from the parameters of its address: `period` a name, or `from` and `to`; `f.<key>` the
 * values of a filter. What is not understood is left out.
 */
export function readDashboardState(params: Params, view: DashboardView, now: string): DashboardState {
  const filters: Record<string, readonly string[]> = {};
  for (const filter of view.filters) {
    const values = readValues(params[`f.${filter.key}`] ?? '');
    if (filter.fault === undefined && values.length > 0) filters[filter.key] = values;
  }
  return { span: readSpan(params, view, now), filters };
}

function readSpan(params: Params, view: DashboardView, now: string): CountedDays {
  const periods = periodsOf(view);
  const named = periods.find((period) => period === params.period);
  if (named !== undefined && named !== 'custom') return named;
  const days = { startDate: params.from ?? '', endDate: params.to ?? '' };
  if (periods.includes('custom') && isPeriod(days)) return days;
  return usualSpan(view, now);
}

/** The span shown where the address names none. */
function usualSpan(view: DashboardView, now: string): CountedDays {
  const first = periodsOf(view).find((period) => period !== 'custom');
  return first ?? daysOf('thisMonth', now);
}

/** Writes a dashboard's state as parameters; what is as the page has it is left out. */
export function writeDashboardState(state: DashboardState, view: DashboardView, now: string): Record<string, string> {
  const params: Record<string, string> = {};
  const { span, filters } = state;
  if (typeof span !== 'string') {
    params.from = span.startDate;
    params.to = span.endDate;
  } else if (span !== usualSpan(view, now)) params.period = span;
  for (const { key } of view.filters) {
    const values = filters[key] ?? [];
    if (values.length > 0) params[`f.${key}`] = values.map(escaped).join(',');
  }
  return params;
}

function readValues(text: string): readonly string[] {
  const values = text.split(',').filter((value) => value !== '');
  return values.map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
}

/** A comma within a value must not part it. */
function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}
