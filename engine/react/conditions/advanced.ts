import { isNumber, isTime, kindOfValue } from '../../model/fields/index.ts';
import { dayOf } from '../../model/time/index.ts';
import type { FilterView } from '../../model/view/index.ts';
import { type ConditionOperator, conditionOperators, isRelativePeriod, type Where } from '../../model/wire/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import { isComplete, toWhere } from './filter-value.ts';
import { isBare, operatorsOf } from './operators.ts';

/** What conditions are put together from. */
export type Conditional = { readonly filters: readonly FilterView[] };

/** One condition put together by the user. */
export type AdvancedCondition = FilterValue & { readonly field: string };

/** Conditions of which all or any must hold. */
export type AdvancedGroup = {
  readonly match: 'and' | 'or';
  readonly items: readonly (AdvancedCondition | AdvancedGroup)[];
};

/** Groups stand in each other this deep. */
export const deepest = 3;
/** Conditions one filter has at most, groups counted; the server takes a hundred with all others. */
export const maxConditions = 50;

export function isGroup(item: AdvancedCondition | AdvancedGroup): item is AdvancedGroup {
  return 'match' in item;
}

/** The fields a filter is put together from: those the page filters by. */
export function advancedFields(view: Conditional): readonly FilterView[] {
  const paths = new Set<string>();
  return view.filters.filter((filter) => {
    if (filter.fault !== undefined || operatorsOf(filter.field).length === 0 || paths.has(filter.path)) return false;
    paths.add(filter.path);
    return true;
  });
}

export function fieldAt(view: Conditional, path: string): FilterView | undefined {
  return advancedFields(view).find((filter) => filter.path === path);
}

/** Conditions of a group and the groups in it. */
export function countOf(group: AdvancedGroup | undefined): number {
  if (group === undefined) return 0;
  return group.items.reduce((sum, item) => sum + (isGroup(item) ? countOf(item) : 1), 0);
}

/** Whether a condition asks what its field can be asked, with a value that fits. */
export function isValid({ op, value }: FilterValue, { field }: Pick<FilterView, 'field'>): boolean {
  if (!operatorsOf(field).includes(op)) return false;
  if (isBare(op)) return true;
  if (!isComplete({ op, value })) return false;
  if (op === 'within') return isRelativePeriod(value);
  if (op === 'between')
    return Array.isArray(value) && value.length === 2 && value.every((item) => item === null || isScalar(item, field));
  if (op === 'in' || op === 'notIn')
    return Array.isArray(value) && value.length <= 1000 && value.every((item) => isScalar(item, field));
  return isScalar(value, field);
}

function isScalar(value: unknown, field: FilterView['field']): boolean {
  if (isNumber(field)) return typeof value === 'number' && Number.isFinite(value);
  if (kindOfValue(field) === 'bool') return typeof value === 'boolean';
  if (isTime(field)) return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return typeof value === 'string' && value.trim() !== '';
}

/** Reads a filter of an address; conditions that do not fit the page are left out, and what is then empty is none. */
export function readAdvanced(text: string | undefined, view: Conditional): AdvancedGroup | undefined {
  if (text === undefined) return undefined;
  try {
    const budget = { left: maxConditions };
    return readGroup(JSON.parse(text), view, 1, budget);
  } catch {
    return undefined;
  }
}

function readGroup(
  raw: unknown,
  view: Conditional,
  depth: number,
  budget: { left: number },
): AdvancedGroup | undefined {
  if (typeof raw !== 'object' || raw === null || depth > deepest) return undefined;
  const match = 'and' in raw ? 'and' : 'or' in raw ? 'or' : undefined;
  const list: unknown = match === undefined ? undefined : Reflect.get(raw, match);
  if (match === undefined || !Array.isArray(list)) return undefined;
  const items = list.flatMap((item: unknown) => readItem(item, view, depth, budget) ?? []);
  return items.length === 0 ? undefined : { match, items };
}

function readItem(raw: unknown, view: Conditional, depth: number, budget: { left: number }) {
  if (typeof raw !== 'object' || raw === null || budget.left <= 0) return undefined;
  if (!('field' in raw)) return readGroup(raw, view, depth + 1, budget);
  const filter = typeof raw.field === 'string' ? fieldAt(view, raw.field) : undefined;
  const op = 'op' in raw ? operator(raw.op) : undefined;
  if (filter === undefined || op === undefined) return undefined;
  const condition: AdvancedCondition = {
    field: filter.path,
    op,
    ...('value' in raw && !isBare(op) ? { value: inDays(raw.value, filter.field) } : {}),
  };
  if (!isValid(condition, filter)) return undefined;
  budget.left -= 1;
  return condition;
}

/** Conditions as they are kept, where the server was asked them: moments are the days they bound. */
export function keptConditions(value: unknown, view: Conditional): AdvancedGroup | undefined {
  return value === null || value === undefined ? undefined : readAdvanced(JSON.stringify(value), view);
}

function inDays(value: unknown, field: FilterView['field']): unknown {
  if (kindOfValue(field) !== 'moment') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => inDays(item, field));
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? dayOf(value) : value;
}

function operator(raw: unknown): ConditionOperator | undefined {
  return conditionOperators.find((known) => known === raw);
}

/** A filter as an address holds it: the shape of the wire, with days as days. */
export function writeAdvanced(group: AdvancedGroup): string {
  return JSON.stringify(plain(group));
}

function plain(item: AdvancedCondition | AdvancedGroup): unknown {
  return isGroup(item) ? { [item.match]: item.items.map(plain) } : item;
}

/** A filter as the server is asked. */
export function advancedWhere(group: AdvancedGroup, view: Conditional): Where {
  const parts = group.items.map((item): Where => {
    if (isGroup(item)) return advancedWhere(item, view);
    const field = fieldAt(view, item.field)?.field;
    return field === undefined
      ? { field: item.field, op: item.op, value: item.value }
      : toWhere(item.field, field, item);
  });
  return group.match === 'and' ? { and: parts } : { or: parts };
}
