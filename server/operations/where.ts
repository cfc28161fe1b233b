import { type RawBuilder, sql } from 'kysely';
import {
  type ConditionOperator,
  checkValue,
  conditionOperators,
  type EntityField,
  isForbiddenName,
  isId,
  normaliseMobile,
  relativePeriods,
  type Where,
} from '../../engine/model/index.ts';
import { hashColumn } from '../db/tables/describe-entity.ts';
import { refuse } from '../http/app-error.ts';
import type { CallContext } from './context.ts';
import type { PlannedColumn } from './derived-columns.ts';
import { spanOf } from './periods.ts';
import { every, type SelectPlan, some } from './select-plan.ts';

const maxDepth = 6;
const maxConditions = 100;

/** Compiles a filter tree of a request; every name and value is checked against the entity first. */
export function compileWhere(where: unknown, plan: SelectPlan, context: CallContext): RawBuilder<unknown> {
  const budget = { left: maxConditions };
  return compileNode(where, plan, context, 0, '/where', budget);
}

function compileNode(
  node: unknown,
  plan: SelectPlan,
  context: CallContext,
  depth: number,
  at: string,
  budget: { left: number },
): RawBuilder<unknown> {
  if (depth > maxDepth || budget.left-- <= 0) throw bad(at, `最多 ${maxDepth} 层、${maxConditions} 个条件`, '更多');
  if (!isWhere(node)) throw bad(at, '条件 {field, op, value}、{and}、{or} 或 {search}', typeof node);
  if ('and' in node)
    return every(
      node.and.map((child, index) => compileNode(child, plan, context, depth + 1, `${at}/and/${index}`, budget)),
    );
  if ('or' in node)
    return some(
      node.or.map((child, index) => compileNode(child, plan, context, depth + 1, `${at}/or/${index}`, budget)),
    );
  if ('search' in node) return compileSearch(node.search, plan, context);
  return compileCondition(node, plan, context, at);
}

function isWhere(node: unknown): node is Where {
  if (typeof node !== 'object' || node === null) return false;
  if ('and' in node) return Array.isArray(node.and);
  if ('or' in node) return Array.isArray(node.or);
  if ('search' in node) return typeof node.search === 'string';
  return 'field' in node && typeof node.field === 'string' && 'op' in node && isOperator(node.op);
}

function isOperator(op: unknown): op is ConditionOperator {
  return conditionOperators.some((known) => known === op);
}

function bad(pointer: string, expected: string, got: unknown) {
  const shown = typeof got === 'string' ? got.slice(0, 60) : String(got);
  return refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_TYPE', pointer, title: '查询条件', expected, got: shown }] },
  );
}

type Condition = Extract<Where, { readonly field: string }>;

function compileCondition(
  condition: Condition,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const column = isForbiddenName(condition.field) ? undefined : plan.column(condition.field);
  if (column === undefined || column.field.secret === true)
    throw bad(`${at}/field`, `${plan.entity.document.title}的字段`, condition.field);
  if (condition.op === 'isNull') return sql`${column.sql} is null`;
  if (condition.op === 'notNull') return sql`${column.sql} is not null`;
  if (column.field.mask !== undefined) return compileMasked(condition, column, plan, context, at);
  if (condition.op === 'within') return compileWithin(condition, column, context, at);
  if (condition.op === 'contains' || condition.op === 'startsWith') return compileText(condition, column, at);
  if (condition.op === 'in' || condition.op === 'notIn') return compileMembership(condition, column, context, at);
  if (condition.op === 'between') return compileBetween(condition, column, context, at);
  return compileComparison(condition.op, column, readValue(condition.value, column.field, context, at), at);
}

function compileMembership(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const list = Array.isArray(condition.value) ? condition.value : [];
  if (list.length === 0 || list.length > 1000)
    throw bad(`${at}/value`, '1 到 1000 个值的列表', JSON.stringify(condition.value));
  const values = list.map((value) => readValue(value, column.field, context, at));
  const member =
    column.field.type === 'refs'
      ? sql`${column.sql} && ${values}::uuid[]`
      : sql`${column.sql} in (${sql.join(values)})`;
  return condition.op === 'in' ? member : sql`not coalesce(${member}, false)`;
}

function compileBetween(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const [low = null, high = null]: readonly unknown[] = Array.isArray(condition.value) ? condition.value : [];
  const bounds = [
    ...(low === null ? [] : [sql`${column.sql} >= ${readValue(low, column.field, context, at)}`]),
    ...(high === null ? [] : [sql`${column.sql} <= ${readValue(high, column.field, context, at)}`]),
  ];
  if (bounds.length === 0) throw bad(`${at}/value`, '[下限, 上限]', JSON.stringify(condition.value));
  return every(bounds);
}

function compileComparison(
  op: ConditionOperator,
  column: PlannedColumn,
  value: unknown,
  at: string,
): RawBuilder<unknown> {
  if (column.field.type === 'refs') {
    if (op !== 'eq') throw bad(`${at}/op`, 'eq 或 in', op);
    return sql`${column.sql} @> ${[value]}::uuid[]`;
  }
  switch (op) {
    case 'eq':
      return sql`${column.sql} = ${value}`;
    case 'ne':
      return sql`${column.sql} is distinct from ${value}`;
    case 'gt':
      return sql`${column.sql} > ${value}`;
    case 'gte':
      return sql`${column.sql} >= ${value}`;
    case 'lt':
      return sql`${column.sql} < ${value}`;
    case 'lte':
      return sql`${column.sql} <= ${value}`;
    default:
      throw bad(`${at}/op`, '比较', op);
  }
}

function readValue(raw: unknown, field: EntityField, context: CallContext, at: string): unknown {
  if (raw === '@me') return context.caller.staffId;
  if (raw === '@myDepartment') return context.caller.departmentId;
  if (field.key === 'id' || field.type === 'refs') {
    if (typeof raw === 'string' && isId(raw)) return raw;
    throw bad(`${at}/value`, '编号', JSON.stringify(raw));
  }
  // A filter may name past moments and old choices that an input may not.
  if (field.type === 'enum') {
    if (typeof raw === 'string') return raw;
    throw bad(`${at}/value`, '选项', JSON.stringify(raw));
  }
  const { future: _, minLength: __, ...plain } = field;
  const outcome = checkValue(plain, raw, { dictionaries: context.documents.dictionaries, now: context.now });
  if ('fault' in outcome) throw bad(`${at}/value`, outcome.fault.expected ?? field.title, JSON.stringify(raw));
  if (outcome.value === null || typeof outcome.value === 'object')
    throw bad(`${at}/value`, field.title, JSON.stringify(raw));
  return outcome.value;
}

/** A masked field is found only by its whole value, through the keyed hash. */
function compileMasked(
  condition: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  if (condition.op !== 'eq' || column.field.searchable !== true || condition.field.includes('.'))
    throw bad(`${at}/op`, 'eq（遮盖字段只支持整值）', condition.op);
  if (typeof condition.value !== 'string') throw bad(`${at}/value`, '文本', typeof condition.value);
  const normal = column.field.type === 'mobile' ? normaliseMobile(condition.value) : condition.value.trim();
  if (normal === undefined) return sql`false`;
  return sql`${hashOf(plan, column.field)} = ${context.protection.hash(normal)}`;
}

function hashOf(plan: SelectPlan, field: EntityField): RawBuilder<unknown> {
  return sql.ref(`${plan.alias}.${hashColumn(field.key)}`);
}

function compileWithin(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const period = relativePeriods.find((known) => known === condition.value);
  const isTime = column.field.type === 'datetime' || column.field.type === 'date';
  if (period === undefined || !isTime)
    throw bad(`${at}/value`, relativePeriods.join('、'), JSON.stringify(condition.value));
  const span = spanOf(period, context.now);
  return every([
    ...(span.from === undefined ? [] : [sql`${column.sql} >= ${span.from}::timestamptz`]),
    ...(span.to === undefined ? [] : [sql`${column.sql} < ${span.to}::timestamptz`]),
  ]);
}

function compileText(condition: Condition, column: PlannedColumn, at: string): RawBuilder<unknown> {
  const isText = ['string', 'text', 'email', 'url'].includes(column.field.type);
  if (!isText || typeof condition.value !== 'string' || condition.value === '')
    throw bad(`${at}/value`, '文本字段与非空文本', JSON.stringify(condition.value));
  const pattern = escapeLike(condition.value);
  return sql`${column.sql} ilike ${condition.op === 'contains' ? `%${pattern}%` : `${pattern}%`}`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
}

/** A keyword over the searchable fields: part of a text, or the whole of a masked value. */
function compileSearch(keyword: string, plan: SelectPlan, context: CallContext): RawBuilder<unknown> {
  const text = keyword.trim().slice(0, 100);
  if (text === '') return sql`true`;
  const fields = plan.entity.document.fields.filter((field) => field.searchable === true && field.secret !== true);
  return some(
    fields.map((field) => {
      if (field.mask === undefined) return sql`${plan.own(field.key)} ilike ${`%${escapeLike(text)}%`}`;
      const normal = field.type === 'mobile' ? normaliseMobile(text) : text;
      return normal === undefined ? sql`false` : sql`${hashOf(plan, field)} = ${context.protection.hash(normal)}`;
    }),
  );
}
