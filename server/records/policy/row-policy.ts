import { type RawBuilder, sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { FixedFilter, NamedScope, PageDocument } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Expression, parseExpression, pathsRead } from '../../../engine/model/expression/index.ts';
import { conditionSql } from '../../db/expression/expression-sql.ts';
import { type Caller, callerValues, rowPolicyOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { every, some } from '../plan/conditions.ts';
import { expressionScope } from '../plan/expression-scope.ts';
import {
  belongsToSomebody,
  type Fact,
  hiddenRowPolicy,
  inDepartments,
  isOwnOnly,
  owned,
  ownedAlternatives,
  type PolicyPaths,
  projectRowPolicy,
  reservedRowPolicy,
  staffAlternatives,
  staffRowPolicy,
} from '../plan/row-policy-conditions.ts';
import type { SelectPlan } from '../plan/select-plan.ts';
import { fixedConditions } from './fixed-filter.ts';
import { loggedOfSeen } from './logged-hidden.ts';

type PageRule = { readonly scope: string; readonly filter?: FixedFilter; readonly filterWhen?: string };

/** Whether a page is about some rows of its entity only, whoever reads it. */
export function isFiltered(page: PageDocument): boolean {
  return ('filter' in page && page.filter !== undefined) || ('filterWhen' in page && page.filterWhen !== undefined);
}

/** What a page rules about the rows of an entity; undefined where only the caller's own scope holds. */
function pageRule(page: PageDocument, entity: string): PageRule | undefined {
  switch (page.kind) {
    case 'dashboard':
      return { scope: page.scope };
    case 'custom':
      return page.scope === undefined ? undefined : { scope: page.scope };
    default:
      if (page.entity !== entity) return undefined;
      return {
        scope: page.scope,
        ...(page.filter === undefined ? {} : { filter: page.filter }),
        ...(page.filterWhen === undefined ? {} : { filterWhen: page.filterWhen }),
      };
  }
}

/** What widens how far a caller reaches. */
type Widened = {
  /** Named scopes that a transition, or a field of conditions, adds. */
  readonly scopes?: readonly string[] | undefined;
  /** It takes something back that was done on the page, by which the row may have left the page: his own reach counts, too. */
  readonly takesBack?: boolean;
};

/** One of the conditions that bind the rows of a call; all of them must hold. */
export type ScopeCondition = {
  /** The row's mark of deletion, how far the caller reaches, the scope of the page, a named scope in the place of both, his projects, that it is neither hidden from him nor reserved for others, a path of the page's filter and what it asks of every row. */
  readonly kind: 'live' | 'own' | 'page' | 'named' | 'projects' | 'hidden' | 'reserved' | 'filter' | 'filterWhen';
  /** Of a scope its name; of a filter the path it reads. */
  readonly name?: string;
  readonly sql: RawBuilder<unknown>;
  /** The same as alternatives, where an index may give the rows of each in their order. */
  readonly alternatives?: readonly RawBuilder<unknown>[];
  /** Another of them already says it: said twice, the database would take it to leave twice as few rows. */
  readonly isImplied?: true;
};

/**
 * The rows of an entity this call may touch: page scope ∩ user scope ∩ projects, and the page's fixed
 * filter. The same predicate guards list, count, aggregate, by-id, relation and transition.
 */
export async function rowPolicy(
  plan: SelectPlan,
  context: CallContext,
  widened?: Widened,
): Promise<RawBuilder<unknown>> {
  const conditions = await scopeConditions(plan, context, widened);
  const within = every(conditions.filter(({ isImplied }) => isImplied !== true).map(({ sql: condition }) => condition));
  if (widened?.takesBack !== true || context.page === undefined) return within;
  return some([within, await rowPolicy(plan, { ...context, page: undefined }, widened)]);
}

/**
 * The rows of `rowPolicy` in parts, each of which an index may give in its order; none where there are no such parts.
 * A row may lie in several of them.
 */
export async function rowPolicyParts(plan: SelectPlan, context: CallContext): Promise<readonly RawBuilder<unknown>[]> {
  const conditions = (await scopeConditions(plan, context)).filter(({ isImplied }) => isImplied !== true);
  const split = conditions.find(({ alternatives = [] }) => alternatives.length > 0);
  return (split?.alternatives ?? []).map((alternative) =>
    every(conditions.map((condition) => (condition === split ? alternative : condition.sql))),
  );
}

/** The conditions that `rowPolicy` joins, one by one: what tells which of them leaves a row out. */
export async function scopeConditions(
  plan: SelectPlan,
  context: CallContext,
  widened?: Widened,
): Promise<readonly ScopeCondition[]> {
  const { caller, page } = context;
  const live: ScopeCondition = { kind: 'live', sql: plan.live() };
  const project = projectRowPolicy(plan.entity.document, caller, factsOf(plan)) ?? sql`true`;
  const hidden = hiddenRowPolicy(plan.entity.document, caller, factsOf(plan));
  const reserved = reservedRowPolicy(plan.entity.document, caller, factsOf(plan));
  const always: readonly ScopeCondition[] = [
    { kind: 'projects', sql: project },
    ...(hidden === undefined ? [] : [{ kind: 'hidden', sql: hidden } as const]),
    ...loggedOfSeen(plan).map((condition): ScopeCondition => ({ kind: 'hidden', sql: condition })),
    ...(reserved === undefined ? [] : [{ kind: 'reserved', sql: reserved } as const]),
  ];
  const rule = page === undefined ? undefined : pageRule(page, plan.entity.document.name);
  if (rule !== undefined) {
    const filters = fixedConditions(rule.filter, plan, caller);
    return [
      live,
      ...(await pageConditions(rule.scope, plan, context)),
      ...always,
      ...(rule.filterWhen === undefined
        ? []
        : [{ kind: 'filterWhen', sql: await declaredCondition(rule.filterWhen, plan, context) } as const]),
      ...filters.map(({ path, sql: condition }): ScopeCondition => ({ kind: 'filter', name: path, sql: condition })),
    ];
  }
  const named = await namedRowPolicy(widened?.scopes ?? [], plan, context);
  const own = ownCondition(plan, caller);
  return [live, named.length === 0 ? own : { kind: 'own', sql: some([own.sql, ...named]) }, ...always];
}

/** The rows of those of the named scopes that the caller may see. */
export function namedRowPolicy(
  keys: readonly string[],
  plan: SelectPlan,
  context: CallContext,
): Promise<readonly RawBuilder<unknown>[]> {
  return Promise.all(
    namedScopes(plan.entity)
      .filter(({ key, permission }) => keys.includes(key) && isGranted(context.caller.grants, permission))
      .map((scope) => namedScope(scope, plan, context)),
  );
}

function namedScopes(entity: EntityModel): readonly NamedScope[] {
  return entity.document.access?.scopes ?? [];
}

/** A page's scope and the user's own; a named one stands in the place of both and needs its permission. */
async function pageConditions(
  name: string,
  plan: SelectPlan,
  context: CallContext,
): Promise<readonly ScopeCondition[]> {
  const { caller } = context;
  const { document } = plan.entity;
  const own = ownCondition(plan, caller);
  const { access } = document;
  if (name === 'all' || !belongsToSomebody(access)) return [own];
  const mine = owned(document, caller, factsOf(plan));
  // Whatever he reaches, what is his lies within.
  if (name === 'mine')
    return [
      { ...own, isImplied: true },
      { kind: 'page', name, sql: mine, alternatives: ownedAlternatives(document, caller, pathsOf(plan)) },
    ];
  if (name === 'department') {
    if (isOwnOnly(access, caller)) return [own];
    const { dataScope, departmentIds } = rowPolicyOf(caller, plan.entity.document.name);
    if (dataScope === 'self') return [own];
    const departments = dataScope === 'all' ? [caller.departmentId] : departmentIds;
    // Not what is his elsewhere: an index finds the rows of a department in their order, and of two kinds of rows none does.
    const within = inDepartments(document, departments, factsOf(plan));
    return [
      { ...own, isImplied: true },
      { kind: 'page', name, sql: within },
    ];
  }
  const scope = namedScopes(plan.entity).find((known) => known.key === name);
  // A dashboard's scope may be named by one of its entities only; the others fall back to the user's own.
  if (scope === undefined) return [own];
  if (!isGranted(caller.grants, scope.permission)) throw refuse('E_NO_PERMISSION', { expected: scope.permission });
  return [{ kind: 'named', name, sql: await namedScope(scope, plan, context) }];
}

function namedScope({ when }: NamedScope, plan: SelectPlan, context: CallContext): Promise<RawBuilder<unknown>> {
  return declaredCondition(when, plan, context);
}

/** A condition that a document puts on the rows of a plan. */
function declaredCondition(when: string, plan: SelectPlan, context: CallContext): Promise<RawBuilder<unknown>> {
  const outcome = parseExpression(when);
  if (!outcome.ok) throw refuse('E_SERVER', { got: when });
  return compileFor(outcome.expression, plan, context);
}

/** Compiles an expression over the plan's records for this caller; by the facts, unless told another way to read them. */
export async function compileFor(
  expression: Expression,
  plan: SelectPlan,
  context: CallContext,
  column: Fact = factsOf(plan),
): Promise<RawBuilder<unknown>> {
  const user = await userValues(expression, context);
  const scope = expressionScope(context, { user });
  const now = plan.now === undefined ? {} : { now: plan.now };
  return conditionSql(expression, { column: (path) => column(path.join('.')), scope, ...now });
}

/** What `user.<name>` stands for, asking the providers only for what the expression reads. */
export async function userValues(
  expression: Expression,
  context: CallContext,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = callerValues(context.caller);
  for (const name of pathsRead(expression, 'user')) {
    const provide = context.userAttributes.get(name);
    if (provide !== undefined) values[name] = await provide(context);
  }
  return values;
}

/** The caller's own scope over the rows of a plan. */
function ownCondition(plan: SelectPlan, caller: Caller): ScopeCondition {
  const { document } = plan.entity;
  return {
    kind: 'own',
    sql: staffRowPolicy(document, caller, factsOf(plan)) ?? sql`true`,
    alternatives: staffAlternatives(document, caller, pathsOf(plan)),
  };
}

function pathsOf(plan: SelectPlan): PolicyPaths {
  return { fact: factsOf(plan), referred: (path) => plan.referred(path) };
}

function factsOf(plan: SelectPlan): Fact {
  return (path) => plan.fact(path);
}
