import type { RawBuilder } from 'kysely';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type ConditionOperator, conditionOperators, type Where } from '../../../engine/model/wire/index.ts';
import { isCommonText } from '../../db/search/keyword.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { every, some } from '../plan/conditions.ts';
import type { SelectPlan } from '../plan/select-plan.ts';
import type { Way } from './referred-keyword.ts';
import { compileCondition } from './where-condition.ts';
import { compileSearch, type Sought } from './where-text.ts';
import { refuseCondition } from './where-value.ts';

const maxDepth = 6;
const maxConditions = 100;

/** A filter as SQL, and the one whole value of a masked field that it looks up, if it does. */
export type CompiledWhere = { readonly condition: RawBuilder<unknown>; readonly sought: Sought | undefined };

/** What is the same wherever a condition stands in its filter. */
type Compiling = {
  readonly plan: SelectPlan;
  readonly context: CallContext;
  readonly way: Way;
  left: number;
  sought: Sought | undefined;
};

/** Where a condition stands: how deep, and whether it is enough that another one holds. */
type ConditionLocation = { readonly at: string; readonly depth: number; readonly isEither: boolean };

/**
 * Compiles a filter tree of a request; every name and value is checked against the entity first. Of masked fields it
 * looks up one value at most, which must hold whatever else does: else a few requests would guess a number back.
 */
export function compileWhere(
  where: unknown,
  plan: SelectPlan,
  context: CallContext,
  way: Way = 'sought',
): CompiledWhere {
  const compiling: Compiling = { plan, context, way, left: maxConditions, sought: undefined };
  const condition = compileNode(where, compiling, { at: '/where', depth: 0, isEither: false });
  return { condition, sought: compiling.sought };
}

/** What a condition may look like, as it is written. */
const shape = { shape: '{field, op, value}', and: '{and}', or: '{or}', search: '{search}' };

function compileNode(node: unknown, compiling: Compiling, place: ConditionLocation): RawBuilder<unknown> {
  const { plan, context } = compiling;
  const { at, depth, isEither } = place;
  if (depth > maxDepth || compiling.left-- <= 0)
    throw refuseCondition(
      at,
      queryText('query.limits', { maxDepth, maxConditions }),
      formatMessage(queryText('query.more')),
    );
  if (!isWhere(node)) throw refuseCondition(at, queryText('query.shape', shape), typeof node);
  const below = (step: string, children: readonly Where[], either: boolean) =>
    children.map((child, index) =>
      compileNode(child, compiling, { at: `${at}/${step}/${index}`, depth: depth + 1, isEither: either }),
    );
  if ('and' in node) return every(below('and', node.and, isEither));
  if ('or' in node) return some(below('or', node.or, isEither || node.or.length > 1));
  const seek = (sought: Sought) => noteSought(sought, compiling, place);
  if ('search' in node) {
    plan.cost.add('condition');
    plan.cost.refuseAbove(at);
    return compileSearch(node.search, plan, context, seek, compiling.way);
  }
  return compileCondition(node, plan, context, at, seek);
}

/** Keeps the value that is looked up; refused where another one is too, or where it need not hold. */
function noteSought(sought: Sought, compiling: Compiling, { at, isEither }: ConditionLocation): void {
  if (isEither) throw refuseCondition(at, queryText('query.wholeValueAnd'), formatMessage(queryText('query.any')));
  if (compiling.sought !== undefined)
    throw refuseCondition(at, queryText('query.oneWhole'), formatMessage(queryText('query.several')));
  compiling.sought = sought;
}

function isWhere(node: unknown): node is Where {
  if (typeof node !== 'object' || node === null) return false;
  if ('and' in node) return Array.isArray(node.and);
  if ('or' in node) return Array.isArray(node.or);
  if ('search' in node) return typeof node.search === 'string';
  return 'field' in node && typeof node.field === 'string' && 'op' in node && isOperator(node.op) && isOfTwo(node);
}

/** Whether the other field, where one is compared with, is named. */
function isOfTwo(node: object): boolean {
  return !('than' in node) || node.than === undefined || typeof node.than === 'string';
}

function isOperator(op: unknown): op is ConditionOperator {
  return conditionOperators.some((known) => known === op);
}

/** Whether a filter names rows by their ids, which are hardly named together twice. */
export function namesRows(node: unknown): boolean {
  return isWhere(node) && 'field' in node && node.field === 'id' && node.op === 'in';
}

/** Whether a filter looks for parts of texts, which are found through an index that knows no order. */
export function looksForText(node: unknown): boolean {
  if (!isWhere(node)) return false;
  if ('and' in node) return node.and.some(looksForText);
  if ('or' in node) return node.or.some(looksForText);
  return 'search' in node || node.op === 'contains' || node.op === 'startsWith';
}

/**
 * Whether a filter looks for a text that very many rows hold and for nothing else: mostly some of a list's first rows
 * hold it, too.
 */
export function looksForCommonText(node: unknown): boolean {
  if (!isWhere(node)) return false;
  if ('and' in node) return node.and.length === 1 && node.and.every(looksForCommonText);
  return 'search' in node && isCommonText(node.search);
}
