import { evaluate, type Scope, type Value } from '../../../model/expression/index.ts';
import { kindOfValue } from '../../../model/fields/index.ts';
import { dayOf } from '../../../model/time/index.ts';
import type { FilterView, ListView } from '../../../model/view/index.ts';
import { isRelativePeriod } from '../../../model/wire/index.ts';
import { isComplete } from '../../conditions/filter-value.ts';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';

/** What the filters of a list hold when it is opened: their expressions, evaluated once. */
export function initialFilters(view: ListView, scope: Scope): Readonly<Record<string, FilterValue>> {
  const filters: Record<string, FilterValue> = {};
  for (const filter of view.filters) {
    const value = filter.initial === undefined ? undefined : initialFilter(filter, evaluate(filter.initial, scope));
    if (value !== undefined && isComplete(value)) filters[filter.key] = value;
  }
  return filters;
}

/** A value as the condition the filter of this field would make of it. */
export function initialFilter({ field }: Pick<FilterView, 'field'>, value: Value): FilterValue | undefined {
  if (value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  switch (kindOfValue(field)) {
    case 'choice':
    case 'reference':
    case 'references':
      return { op: 'in', value: list };
    case 'bool':
      return { op: 'eq', value };
    case 'day':
    case 'moment':
      if (isRelativePeriod(value)) return { op: 'within', value };
      return { op: 'between', value: bounds(list).map((bound) => (typeof bound === 'string' ? day(bound) : null)) };
    case 'whole':
    case 'fraction':
      return { op: 'between', value: bounds(list) };
    default:
      return { op: 'contains', value };
  }
}

/** One value is both bounds; a list of two is the lower and the upper. */
function bounds(list: readonly Value[]): readonly Value[] {
  return [list[0] ?? null, (list.length > 1 ? list[1] : list[0]) ?? null];
}

function day(text: string): string {
  return text.length > 10 ? dayOf(text) : text;
}
