import type { RawBuilder } from 'kysely';
import { type ConditionOperator, conditionOperators, type Where } from '../../engine/model/index.ts';
import { every, some } from './conditions.ts';
import type { CallContext } from './context.ts';
import type { SelectPlan } from './select-plan.ts';
import { compileCondition } from './where-condition.ts';
import { compileSearch } from './where-text.ts';
import { refuseCondition } from './where-value.ts';

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
  if (depth > maxDepth || budget.left-- <= 0)
    throw refuseCondition(at, `最多 ${maxDepth} 层、${maxConditions} 个条件`, '更多');
  if (!isWhere(node)) throw refuseCondition(at, '条件 {field, op, value}、{and}、{or} 或 {search}', typeof node);
  if ('and' in node)
    return every(
      node.and.map((child, index) => compileNode(child, plan, context, depth + 1, `${at}/and/${index}`, budget)),
    );
  if ('or' in node)
    return some(
      node.or.map((child, index) => compileNode(child, plan, context, depth + 1, `${at}/or/${index}`, budget)),
    );
  if ('search' in node) {
    plan.cost.add('condition');
    plan.cost.refuseAbove(at);
    return compileSearch(node.search, plan, context);
  }
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

/** Whether a filter looks for parts of texts, which are found through an index that knows no order. */
export function looksForText(node: unknown): boolean {
  if (!isWhere(node)) return false;
  if ('and' in node) return node.and.some(looksForText);
  if ('or' in node) return node.or.some(looksForText);
  return 'search' in node || node.op === 'contains' || node.op === 'startsWith';
}
