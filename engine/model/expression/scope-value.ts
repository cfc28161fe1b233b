import type { WorkCalendar } from '../time/work-calendar.ts';
import type { ChildRowsPath, ExpressionRoot } from './ast.ts';

/** What an expression yields. Missing is null; a moment in time is ISO 8601 text. */
export type Value = string | number | boolean | null | readonly Value[];

/** When it is: an ISO 8601 moment, with the days that are worked as they are told at that moment. */
export type PresentTime = { readonly now: string; readonly calendar: WorkCalendar };

/** What the roots stand for; what changes with time is known whole or not at all. */
export type Scope = Partial<Record<Exclude<ExpressionRoot, 'now'>, Readonly<Record<string, unknown>>>> & {
  /** The enabled rows of the entities that are looked up, by entity; an entity that is not there has not been read. */
  readonly lookups?: LookupRows;
} & (PresentTime | { readonly now?: never; readonly calendar?: never });

/** Rows to look up in, by their entity. */
export type LookupRows = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** Stands for an object: it is there, and nothing can be made of it. */
export type Present = { readonly present: true };

/** What a path reads before the expression is through with it. */
export type Read = Exclude<Value, readonly Value[]> | Present | readonly Read[];

const present: Present = { present: true };
const maxListLength = 100_000;
const maxListDepth = 3;

/** Reads a path of own properties as plain data; whatever cannot be read, or is no data, is missing. */
export function readPath(root: ExpressionRoot, path: readonly string[], scope: Scope): Read {
  // What stands in a scope comes from elsewhere: a getter or a proxy may throw.
  try {
    return toValue(follow(root, path, scope), 0);
  } catch {
    return null;
  }
}

/** A copy of the objects a path reads, or of the list of them; undefined where it reads anything else. */
export function readStructure(root: ExpressionRoot, path: readonly string[], scope: Scope): unknown {
  try {
    const data = follow(root, path, scope);
    const isStructure = Array.isArray(data) ? data.length > 0 && data.every(isRow) : isRow(data);
    return isStructure ? JSON.parse(JSON.stringify(data)) : undefined;
  } catch {
    return undefined;
  }
}

function follow(root: ExpressionRoot, path: readonly string[], scope: Scope): unknown {
  let current: unknown = scope[root];
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return null;
    current = Reflect.get(current, segment);
  }
  return current;
}

/** The child rows an aggregate goes over; undefined where there is no list of them, or one too long to go over. */
export function readRows(
  { root, key }: ChildRowsPath,
  scope: Scope,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const owner = scope[root];
    const list: unknown = owner !== undefined && Object.hasOwn(owner, key) ? owner[key] : undefined;
    if (!Array.isArray(list) || list.length > maxListLength) return undefined;
    const rows = list.filter(isRow);
    return rows.length === list.length ? rows : undefined;
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toValue(raw: unknown, depth: number): Read {
  switch (typeof raw) {
    case 'string':
    case 'boolean':
      return raw;
    case 'number':
      return Number.isFinite(raw) ? raw : null;
    case 'bigint':
      return Number.isSafeInteger(Number(raw)) ? Number(raw) : null;
    case 'object':
      if (raw === null) return null;
      if (raw instanceof Date) return new Date(raw).toISOString();
      return Array.isArray(raw) ? toList(raw, depth) : present;
    default:
      return null;
  }
}

function toList(raw: readonly unknown[], depth: number): Read {
  const { length } = raw;
  if (length > maxListLength || depth === maxListDepth) return null;
  return Array.from({ length }, (_, index) => toValue(raw[index], depth + 1));
}
