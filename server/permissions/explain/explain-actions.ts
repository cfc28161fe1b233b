import { isGranted } from '../../../engine/model/access/index.ts';
import type { PageAction, PageDocument, TransitionGuard } from '../../../engine/model/documents/index.ts';
import { entityModel, guardsOf, pathTitle, resolvePath, transitionsOf } from '../../../engine/model/entity/index.ts';
import { type Scope, textHolds, textReads } from '../../../engine/model/expression/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type ActionView, actionViews, type Obstacle, viewContext } from '../../../engine/model/view/index.ts';
import type { ExplainedPart } from '../../../engine/model/wire/index.ts';
import { pageBundle } from '../../access/page-bundle.ts';
import { pageInForce } from '../../access/page-in-force.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { bracketed, clauses, sentences } from '../../kernel/language/listed.ts';
import { type CallContext, documentOf, modelOf } from '../../kernel/operation/context.ts';
import { lookupRows } from '../../records/read/lookup-rows.ts';
import { reachedValues } from '../../records/read/reached-values.ts';
import { viewRow } from '../../records/read/view.ts';
import { explainText } from '../../texts/access/explain-text.ts';
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
  const { documents, now, calendar } = context;
  const shown = await pageInForce(page, { ...context, caller });
  const bundle = pageBundle(page.name, caller, documents, calendar, shown.page);
  const { area, actions } = recordActions(bundle.page);
  const forms = 'forms' in bundle.page ? bundle.page.forms : undefined;
  const views = actionViews(actions, entityModel(documentOf(documents, entity)), forms, viewContext(bundle));
  const guards = guardsByKey(entity, caller, context);
  const conditions = [...guards.values()].flat().map(({ when }) => when);
  const guardReads = textReads(conditions, 'record');
  const document = documentOf(documents, entity);
  const fields = [...new Set([...views.flatMap(({ reads }) => reads), ...guardReads])].filter(
    (path) => resolvePath(documents.entities, document, path) !== undefined,
  );
  const record = await viewRow(modelOf(documents, entity), { id, fields }, { ...context, caller, page });
  const scope: Scope = { record, user: callerValues(caller), now, calendar };
  // Guards judge by the facts, child rows among them.
  const facts = await reachedValues(modelOf(documents, entity), id, conditions, context);
  const rows = await lookupRows(conditions, context);
  const guardScope: Scope = { ...scope, ...rows, record: { ...record, ...facts } };
  const isTold = (path: string) => fields.includes(path);
  const told = (obstacle: Obstacle) => obstacleWords(obstacle, record, entity, context);
  return views.map((view) => ({
    key: `${area}/${view.key}/${view.permission}`,
    area: formatMessage(areaWords[area]),
    title: view.title,
    ...stateOf(view, { guards, scope: guardScope, isTold }, scope, told),
  }));
}

/** The guards of the transitions somebody may run, by the key of the transition. */
function guardsByKey(
  entity: string,
  { grants }: Caller,
  { documents }: CallContext,
): ReadonlyMap<string, readonly TransitionGuard[]> {
  const found = transitionsOf(documentOf(documents, entity)).flatMap(({ transition }) => {
    const { permission, key } = transition;
    // What is filled in only then cannot be judged before.
    const guards = guardsOf(transition).filter(({ when }) => textReads([when], 'form').length === 0);
    return guards.length === 0 || !isGranted(grants, permission) ? [] : [[key, guards] as const];
  });
  return new Map(found);
}

/** The guards of transitions, what they judge by, and whether what they read can be told. */
type Judged = {
  readonly guards: ReadonlyMap<string, readonly TransitionGuard[]>;
  readonly scope: Scope;
  readonly isTold: (path: string) => boolean;
};

function stateOf(
  view: ActionView,
  judged: Judged,
  scope: Scope,
  told: (obstacle: Obstacle) => string,
): Pick<ExplainedPart, 'state' | 'reason'> {
  if (view.fault !== undefined) return { state: 'disabled', reason: view.fault };
  const hidden = view.hiddenBy(scope);
  if (hidden.length > 0) return { state: 'hidden', reason: sentences(hidden.map(told)) };
  const disabled = view.disabledBy(scope);
  if (disabled.length > 0) {
    const words = sentences(disabled.map(told));
    return {
      state: 'disabled',
      reason: view.disabledReason === undefined ? words : bracketed(view.disabledReason, words),
    };
  }
  const declared = view.operation?.kind === 'transition' ? judged.guards.get(view.operation.key) : undefined;
  const failing = (declared ?? []).filter(({ when }) => !textHolds(when, judged.scope));
  if (failing.length > 0) {
    const reasons = failing.map(({ when, message }) =>
      bracketed(
        message,
        told({ kind: 'condition', text: when, reads: textReads([when], 'record').filter(judged.isTold) }),
      ),
    );
    return {
      state: 'disabled',
      reason: formatMessage(explainText('explain.action.refused', { reasons: sentences(reasons) })),
    };
  }
  return { state: 'visible', reason: formatMessage(explainText('explain.action.allowed')) };
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
    return formatMessage(
      explainText('explain.value', { title, value: valueWords(path.split('.').reduce<unknown>(partOf, record)) }),
    );
  });
  const asked = askedWords(obstacle);
  return values.length === 0 ? asked : formatMessage(explainText('explain.asked', { asked, values: clauses(values) }));
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
}

/** A value as it stands in a reason. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return formatMessage(explainText('explain.empty'));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function askedWords(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'state':
      return formatMessage(explainText('explain.asked.state', { from: obstacle.from }));
    case 'condition':
      return formatMessage(explainText('explain.asked.condition', { text: obstacle.text }));
    case 'closed':
      return formatMessage(explainText('explain.asked.closed'));
  }
}
