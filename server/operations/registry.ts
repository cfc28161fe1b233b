import {
  type DeclaredOperation,
  type DocumentSet,
  declaredOperations,
  isGranted,
  type PageDocument,
  pageMentions,
  transitionsOf,
} from '../../engine/model/index.ts';
import { mayOpen } from '../access/caller.ts';
import { refuse } from '../http/app-error.ts';
import { runAction } from './action.ts';
import { checkUnique } from './check.ts';
import { type CallContext, modelOf } from './context.ts';
import { createRow } from './create.ts';
import { queryDataset } from './dataset/query-dataset.ts';
import type { DomainRules } from './domain-rules.ts';
import { deleteRow, modifyRow } from './modify.ts';
import { queryRows } from './query.ts';
import type { Values } from './record-store.ts';
import { runTransition } from './transition.ts';
import { viewRow } from './view.ts';

/** An operation of the API: its one address, who may call it, and what it does. */
export type Operation = {
  readonly path: string;
  readonly title: string;
  /** The permission key it asks for; `signedIn` asks for a session only. */
  readonly access: { readonly kind: 'permission'; readonly key: string } | { readonly kind: 'signedIn' };
  readonly run: (body: Values, context: CallContext) => Promise<unknown>;
};

/** All operations by path. */
export type OperationRegistry = ReadonlyMap<string, Operation>;

/** Builds the registry from the documents, the domain's rules and further operations; a path stands once. */
export function buildRegistry(
  documents: DocumentSet,
  rules: readonly DomainRules[],
  further: readonly Operation[],
): OperationRegistry {
  const registry = new Map<string, Operation>();
  const rulesOf = new Map(rules.map((rule) => [rule.entity, rule]));
  const declared = declaredOperations(documents).map((operation) => ({
    path: operation.path,
    title: operation.title,
    access: { kind: 'permission', key: operation.permission } as const,
    run: handlerOf(operation, documents, rulesOf),
  }));
  for (const operation of [...declared, ...further]) {
    if (registry.has(operation.path)) throw new TypeError(`two operations at ${operation.path}`);
    if (operation.access.kind === 'permission' && operation.access.key === '')
      throw new TypeError(`operation ${operation.path} declares no permission`);
    registry.set(operation.path, operation);
  }
  return registry;
}

function handlerOf(
  operation: DeclaredOperation,
  documents: DocumentSet,
  rulesOf: ReadonlyMap<string, DomainRules>,
): Operation['run'] {
  if (operation.kind === 'dataset') {
    const dataset = documents.datasets.get(operation.dataset);
    if (dataset === undefined) throw new TypeError(`no dataset ${operation.dataset}`);
    return (body, context) => queryDataset(dataset, body, context);
  }
  const entity = modelOf(documents, operation.entity);
  const rules = rulesOf.get(operation.entity);
  switch (operation.kind) {
    case 'query':
      return (body, context) => queryRows(entity, body, context);
    case 'view':
      return (body, context) => viewRow(entity, body, context);
    case 'create':
      return (body, context) => createRow(entity, body, context, rulesOf);
    case 'modify':
      return (body, context) => modifyRow(entity, body, context, rulesOf);
    case 'delete':
      return (body, context) => deleteRow(entity, body, context);
    case 'check':
      return (body, context) => checkUnique(entity, body, context);
    case 'transition': {
      const declared = transitionsOf(entity.document).find((item) => item.transition.key === operation.key);
      if (declared === undefined) throw new TypeError(`no transition ${operation.key}`);
      return (body, context) => runTransition(entity, declared, body, context, rulesOf);
    }
    case 'action': {
      const run = rules?.actions?.[operation.key];
      if (run === undefined)
        throw new TypeError(`${operation.path} is declared but server/domain does not implement it`);
      return (body, context) => runAction(entity, operation, run, body, context);
    }
  }
}

/** Runs an operation for a caller: permission first, then what the page it comes from allows. */
export async function runOperation(operation: Operation, body: Values, context: CallContext): Promise<unknown> {
  const { access } = operation;
  if (access.kind === 'permission' && !isGranted(context.caller.grants, access.key))
    throw refuse('E_NO_PERMISSION', { expected: access.key });
  if (
    context.page !== undefined &&
    access.kind === 'permission' &&
    !operationsOf(context.page, context.documents).has(operation.path)
  ) {
    throw refuse('E_PAGE_OPERATION', { expected: context.page.title });
  }
  return operation.run(body, context);
}

const mentioned = new WeakMap<PageDocument, ReadonlySet<string>>();

function operationsOf(page: PageDocument, documents: DocumentSet): ReadonlySet<string> {
  const known = mentioned.get(page) ?? pageMentions(page, documents).operations;
  mentioned.set(page, known);
  return known;
}

/** The page a call names, which must be the caller's; undefined for calls that name none. */
export function callingPage(
  name: string | undefined,
  documents: DocumentSet,
  context: Pick<CallContext, 'caller'>,
): PageDocument | undefined {
  if (name === undefined) return undefined;
  const page = documents.pages.get(name);
  if (page === undefined || !mayOpen(context.caller, name)) throw refuse('E_NO_PAGE');
  return page;
}
