import { type RawBuilder, sql } from 'kysely';
import { isComparable, isTime, kindOfValue } from '../../../engine/model/fields/index.ts';
import { isForbiddenName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { dayOf, spanOf } from '../../../engine/model/time/index.ts';
import {
  type ConditionOperator,
  fieldOperators,
  isRelativePeriod,
  relativePeriods,
} from '../../../engine/model/wire/index.ts';
import { departmentStaff, departmentTree } from '../../db/people/department-tree.ts';
import { listed } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { every, some } from '../plan/conditions.ts';
import type { PlannedColumn } from '../plan/derived-columns.ts';
import { expectedPath } from '../plan/query-cost.ts';
import type { SelectPlan } from '../plan/select-plan.ts';
import { nodesBelow } from '../tree/tree.ts';
import { compileMasked, compileText, type Seek } from './where-text.ts';
import { type Condition, isHidden, isReference, readValue, refuseCondition } from './where-value.ts';
import { withinPolicy } from './within-policy.ts';

/** Compiles a condition on a field; its name and value are checked first. */
export function compileCondition(
  condition: Condition,
  plan: SelectPlan,
  context: CallContext,
  at: string,
  seek: Seek,
): RawBuilder<unknown> {
  const column = isForbiddenName(condition.field) ? undefined : plan.reached(condition.field);
  if (column === undefined || column.field.secret === true || isHidden(column.field, context))
    throw refuseCondition(
      `${at}/field`,
      expectedPath(formatMessage(queryText('query.fieldOf', { entity: plan.entity.document })), condition.field),
      condition.field,
    );
  plan.cost.add('condition');
  plan.cost.refuseAbove(at);
  if (condition.op === 'isNull') return isEmpty(column);
  if (condition.op === 'notNull') return sql`not (${isEmpty(column)})`;
  if (condition.than !== undefined) return compileFields(condition, condition.than, column, plan, context, at);
  if (column.field.mask !== undefined) return compileMasked(condition, column, plan, context, at, seek);
  return compilePlain(condition, column, plan, context, at);
}

/** Another field of the row in the place of a value: what may be asked of the one may be asked of the other. */
function compileFields(
  { op, value }: Condition,
  than: string,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const other = isForbiddenName(than) ? undefined : plan.reached(than);
  if (value !== undefined) throw refuseCondition(`${at}/value`, queryText('query.valueOrThan'), 'value');
  if (!fieldOperators.includes(op)) throw refuseCondition(`${at}/op`, listed(fieldOperators), op);
  if (other === undefined || isHidden(other.field, context) || !isComparable(column.field, other.field, op))
    throw refuseCondition(`${at}/than`, queryText('query.comparable', { title: column.field.title }), than);
  plan.cost.add('condition');
  plan.cost.refuseAbove(at);
  return compileComparison(op, column, other.sql, at);
}

/** References to several are never null: an empty list stands for none. */
function isEmpty(column: PlannedColumn): RawBuilder<unknown> {
  return column.field.type === 'refs' ? sql`coalesce(cardinality(${column.sql}), 0) = 0` : sql`${column.sql} is null`;
}

function compilePlain(
  condition: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  switch (condition.op) {
    case 'within':
      return compileWithin(condition, column, context, at);
    case 'contains':
    case 'startsWith':
      return compileText(condition, column, plan, at);
    case 'in':
    case 'notIn':
      return compileMembership(condition, column, context, at);
    case 'below':
      return compileBelow(condition, column, plan, context, at);
    case 'reached':
      return compileReached(condition, column, plan, context, at);
    case 'between':
      return compileBetween(condition, column, context, at);
    default:
      return isSetName(condition.value)
        ? compileInSet(condition, column, context, at)
        : compileComparison(condition.op, column, readValue(condition.value, column.field, context, at), at);
  }
}

/** Names that stand for many values: the caller's department with those below it, and all who work there. */
const setNames: readonly unknown[] = ['@myDepartmentTree', '@myTeam'];

function isSetName(value: unknown): boolean {
  return setNames.includes(value);
}

/** `eq` is one of them, `ne` none. */
function compileInSet(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  if (condition.op !== 'eq' && condition.op !== 'ne')
    throw refuseCondition(`${at}/op`, queryText('query.membership'), condition.op);
  const op = condition.op === 'eq' ? 'in' : 'notIn';
  return compileMembership({ ...condition, op, value: [condition.value] }, column, context, at);
}

function compileMembership(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const list = Array.isArray(condition.value) ? condition.value : [];
  if (list.length === 0 || list.length > 1000)
    throw refuseCondition(`${at}/value`, queryText('query.values'), JSON.stringify(condition.value));
  const values = list.filter((value) => !isSetName(value)).map((value) => readValue(value, column.field, context, at));
  const member = some([
    ...(values.length === 0 ? [] : [anyOf(column, values)]),
    ...[...new Set(list.filter(isSetName))].map((name) => inSet(name, column, context, at)),
  ]);
  return condition.op === 'in' ? member : sql`not coalesce(${member}, false)`;
}

/** The node itself or any below it, of the tree that the field refers to; of several references one at least. */
function compileBelow(
  condition: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  const { field, entity } = column;
  const target = field.key === 'id' ? entity.document : plan.context.documents.entities.get(field.ref ?? '');
  if (target?.tree === undefined) throw refuseCondition(`${at}/op`, queryText('query.treeField'), condition.op);
  const nodes = nodesBelow(target, target.tree, readValue(condition.value, field, context, at));
  return field.type === 'refs' ? sql`${column.sql} && array${nodes}` : sql`${column.sql} in ${nodes}`;
}

/** Work of the caller or within his reach; who may ask about the department it was done for may ask this. */
function compileReached(
  { field, value }: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  if (column.field.type !== 'ref' || column.field.ref !== 'staff')
    throw refuseCondition(`${at}/field`, queryText('query.staffField'), field);
  const other = typeof value === 'string' && !isForbiddenName(value) ? plan.reached(value) : undefined;
  if (other?.field.type !== 'ref' || other.field.ref !== 'department')
    throw refuseCondition(`${at}/value`, queryText('query.departmentField'), JSON.stringify(value));
  plan.cost.add('condition');
  plan.cost.refuseAbove(at);
  return withinPolicy({ owner: column.sql, department: other.sql }, plan.entity.document.name, context);
}

function anyOf(column: PlannedColumn, values: readonly unknown[]): RawBuilder<unknown> {
  return column.field.type === 'refs'
    ? sql`${column.sql} && ${values}::uuid[]`
    : sql`${column.sql} in (${sql.join(values)})`;
}

/** In the caller's department or one below it; of people, who works there. */
function inSet(name: unknown, { field, sql: column }: PlannedColumn, context: CallContext, at: string) {
  const isOfPeople = name === '@myTeam';
  if (!isReference(field) || (isOfPeople && field.ref !== 'staff'))
    throw refuseCondition(`${at}/value`, isOfPeople ? queryText('query.staffField') : field.title, name);
  const { departmentId } = context.caller;
  const members = isOfPeople ? departmentStaff(departmentId) : departmentTree(departmentId);
  return field.type === 'refs' ? sql`${column} && array${members}` : sql`${column} in ${members}`;
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
  if (bounds.length === 0)
    throw refuseCondition(`${at}/value`, queryText('query.bounds'), JSON.stringify(condition.value));
  return every(bounds);
}

function compileComparison(
  op: ConditionOperator,
  column: PlannedColumn,
  value: unknown,
  at: string,
): RawBuilder<unknown> {
  if (column.field.type === 'refs') {
    if (op !== 'eq') throw refuseCondition(`${at}/op`, queryText('query.eqOrIn'), op);
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
      throw refuseCondition(`${at}/op`, queryText('query.comparison'), op);
  }
}

function compileWithin(
  condition: Condition,
  column: PlannedColumn,
  context: CallContext,
  at: string,
): RawBuilder<unknown> {
  if (!isRelativePeriod(condition.value) || !isTime(column.field))
    throw refuseCondition(
      `${at}/value`,
      listed([...relativePeriods, 'last<n>Days', 'next<n>Days']),
      JSON.stringify(condition.value),
    );
  const span = spanOf(condition.value, context.now);
  // A day lies in a span by its date: what is due today is not overdue yet.
  const bound = (moment: string) =>
    kindOfValue(column.field) === 'day' ? sql`${dayOf(moment)}::date` : sql`${moment}::timestamptz`;
  return every([
    ...(span.from === undefined ? [] : [sql`${column.sql} >= ${bound(span.from)}`]),
    ...(span.to === undefined ? [] : [sql`${column.sql} < ${bound(span.to)}`]),
  ]);
}
