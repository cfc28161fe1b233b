import type { EntityField } from '../../model/documents/index.ts';
import { isNumber, kindOfValue } from '../../model/fields/index.ts';
import { boundsOfDay } from '../../model/time/index.ts';
import { type ConditionOperator, conditionOperators, isRelativePeriod, type Where } from '../../model/wire/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';

/** A filter as an address shows it: `in:a,b`, `between:2026-01-01,`, `within:thisWeek`, `contains:张`. */
export function writeFilter({ op, value }: FilterValue): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return `${op}:${list.map((item) => (item === null || item === undefined ? '' : String(item))).join(',')}`;
}

/** Reads what `writeFilter` wrote; undefined for anything else. */
export function readFilter(text: string, field: EntityField): FilterValue | undefined {
  const cut = text.indexOf(':');
  const op = conditionOperators.find((known) => known === text.slice(0, Math.max(cut, 0)));
  if (op === undefined) return undefined;
  const rest = text.slice(cut + 1);
  if (op === 'isNull' || op === 'notNull') return { op };
  if (op === 'within') return isRelativePeriod(rest) ? { op, value: rest } : undefined;
  if (!takesList(op)) return rest === '' ? undefined : { op, value: one(rest, field) };
  const values = rest.split(',').map((item) => (item === '' ? null : one(item, field)));
  if (values.every((value) => value === null)) return undefined;
  return {
    op,
    value: op === 'between' ? [values[0] ?? null, values[1] ?? null] : values.filter((value) => value !== null),
  };
}

function takesList(op: ConditionOperator): boolean {
  return op === 'in' || op === 'notIn' || op === 'between';
}

function one(text: string, field: EntityField): unknown {
  if (kindOfValue(field) === 'bool') return text === 'true';
  const number = Number(text);
  return isNumber(field) && Number.isFinite(number) ? number : text;
}

/** Whether a filter says anything: a period still without days does not. */
export function isComplete({ op, value }: FilterValue): boolean {
  if (op === 'isNull' || op === 'notNull') return true;
  if (Array.isArray(value)) return value.some((item) => item !== null && item !== '');
  return value !== undefined && value !== null && value !== '';
}

/** The condition of a filter on the wire; days of a moment become its first and last millisecond in Shanghai. */
export function toWhere(path: string, field: EntityField, { op, value }: FilterValue): Where {
  if (op === 'between' && kindOfValue(field) === 'moment' && Array.isArray(value)) {
    const [from, to]: readonly unknown[] = value;
    return { field: path, op, value: [momentOf(from, 'from'), momentOf(to, 'to')] };
  }
  const bound = boundSide[op];
  if (bound !== undefined && kindOfValue(field) === 'moment') return { field: path, op, value: momentOf(value, bound) };
  if (op === 'contains' && typeof value === 'string') return { field: path, op, value: value.trim() };
  return { field: path, op, ...(value === undefined ? {} : { value }) };
}

/** On or after a day begins with it; up to a day ends with it. */
const boundSide: Readonly<Partial<Record<ConditionOperator, 'from' | 'to'>>> = {
  gte: 'from',
  lte: 'to',
  gt: 'to',
  lt: 'from',
};

function momentOf(bound: unknown, side: 'from' | 'to'): unknown {
  return typeof bound === 'string' && /^\d{4}-\d\d-\d\d$/.test(bound) ? boundsOfDay(bound)[side] : (bound ?? null);
}
