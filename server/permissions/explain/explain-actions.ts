import type { ExplainedPart } from '../../../engine/model/index.ts';
import {
  type ActionView,
  actionViews,
  entityModel,
  isGranted,
  type Obstacle,
  type PageAction,
  type PageDocument,
  parseExpression,
  pathsRead,
  pathTitle,
  resolvePath,
  type Scope,
  transitionsOf,
  viewContext,
} from '../../../engine/model/index.ts';
import { pageBundle } from '../../access/page-bundle.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { type CallContext, documentOf, modelOf } from '../../kernel/operation/context.ts';
import { holdsGuard } from '../../operations/transition/apply-transition.ts';
import { callerValues } from '../../records/policy/row-policy.ts';
import { viewRow } from '../../records/read/view.ts';
import { areaWords } from './words.ts';

/** The actions of a page that are about one record, and where on it they stand. */
export function recordActions(page: PageDocument): {
  readonly area: 'row' | 'header';
  readonly actions: readonly PageAction[];
} {
  if (page.kind === 'list') return { area: 'row', actions: page.row ?? [] };
  if (page.kind === 'detail' || page.kind === 'panorama') return { area: 'header', actions: page.header.actions ?? [] };
  return { area: 'row', actions: [] };
}

/** The actions somebody is granted on a page, as they stand for a record that he reaches. */
export async function explainActions(
  page: PageDocument,
  entity: string,
  id: string,
  caller: Caller,
  context: CallContext,
): Promise<readonly ExplainedPart[]> {
  const { documents, now } = context;
  const bundle = pageBundle(page.name, caller, documents);
  const { area, actions } = recordActions(bundle.page);
  const forms = 'forms' in bundle.page ? bundle.page.forms : undefined;
  const views = actionViews(actions, entityModel(documentOf(documents, entity)), forms, viewContext(bundle));
  const guards = guardsOf(entity, caller, context);
  const guardReads = [...guards.values()].flatMap(({ reads }) => reads);
  const document = documentOf(documents, entity);
  const fields = [...new Set([...views.flatMap(({ reads }) => reads), ...guardReads])].filter(
    (path) => resolvePath(documents.entities, document, path) !== undefined,
  );
  const record = await viewRow(modelOf(documents, entity), { id, fields }, { ...context, caller, page });
  const scope: Scope = { record, user: callerValues(caller), now };
  const told = (obstacle: Obstacle) => obstacleWords(obstacle, record, entity, context);
  return views.map((view) => ({
    key: `${area}/${view.key}/${view.permission}`,
    area: areaWords[area],
    title: view.title,
    ...stateOf(view, guards, scope, told),
  }));
}

type Guard = {
  readonly text: string;
  readonly message: string;
  readonly reads: readonly string[];
  readonly holds: (scope: Scope) => boolean;
};

/** The guards of the transitions somebody may run, by the path of their operation. */
function guardsOf(entity: string, { grants }: Caller, { documents }: CallContext): ReadonlyMap<string, Guard> {
  const found = transitionsOf(documentOf(documents, entity)).flatMap(({ transition }) => {
    const { guard, guardMessage = '不满足该操作的条件', permission, key } = transition;
    if (guard === undefined || !isGranted(grants, permission)) return [];
    const holds = (scope: Scope) => holdsGuard(transition, scope);
    return [[key, { text: guard, message: guardMessage, reads: readsOf(guard), holds }] as const];
  });
  return new Map(found);
}

/** Paths of the record that an expression names. */
function readsOf(text: string): readonly string[] {
  const outcome = parseExpression(text);
  return outcome.ok ? pathsRead(outcome.expression, 'record') : [];
}

function stateOf(
  view: ActionView,
  guards: ReadonlyMap<string, Guard>,
  scope: Scope,
  told: (obstacle: Obstacle) => string,
): Pick<ExplainedPart, 'state' | 'reason'> {
  if (view.fault !== undefined) return { state: 'disabled', reason: view.fault };
  const hidden = view.hiddenBy(scope);
  if (hidden.length > 0) return { state: 'hidden', reason: hidden.map(told).join('；') };
  const disabled = view.disabledBy(scope);
  if (disabled.length > 0) {
    const words = disabled.map(told).join('；');
    return {
      state: 'disabled',
      reason: view.disabledReason === undefined ? words : `${view.disabledReason}（${words}）`,
    };
  }
  const guard = view.operation?.kind === 'transition' ? guards.get(view.operation.key) : undefined;
  if (guard !== undefined && !guard.holds(scope)) {
    const words = told({ kind: 'condition', text: guard.text, reads: guard.reads });
    return { state: 'disabled', reason: `点击会被拒绝：${guard.message}（${words}）` };
  }
  return { state: 'visible', reason: '有权限，这条记录满足条件' };
}

/** A condition that does not hold, and the values it does not hold with. */
function obstacleWords(
  obstacle: Obstacle,
  record: Readonly<Record<string, unknown>>,
  entity: string,
  { documents }: CallContext,
): string {
  const document = documentOf(documents, entity);
  const values = obstacle.reads.map((path) => {
    const title = pathTitle(documents.entities, document, path);
    return `${title} 为 ${valueWords(path.split('.').reduce<unknown>(partOf, record))}`;
  });
  const asked = obstacle.kind === 'state' ? `只能从 ${obstacle.from.join('、')} 开始` : `条件 ${obstacle.text} 不成立`;
  return values.length === 0 ? asked : `${asked}：${values.join('，')}`;
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
}

/** A value as it stands in a reason. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '空';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
