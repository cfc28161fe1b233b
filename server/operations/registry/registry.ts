import type { PermissionAccess } from '../../../contract/definition/operation.ts';
import { type DeclaredOperation, declaredOperations, takesManyRows } from '../../../engine/model/access/index.ts';
import type { DocumentSet, PageDocument } from '../../../engine/model/documents/index.ts';
import { type EntityModel, transitionsOf } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { atDocument, type DocumentLocation } from '../../kernel/errors/document-fault.ts';
import { type CallContext, modelOf, type OpenContext } from '../../kernel/operation/context.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import {
  type CallerOperation,
  hasCaller,
  isOpenTo,
  type OpenOperation,
  type Operation,
} from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { placedCall, refuseUnlisted } from '../../records/policy/page-operations.ts';
import { queryRows } from '../../records/read/query.ts';
import { viewRow } from '../../records/read/view.ts';
import { registryText } from '../../texts/registry-text.ts';
import { runAction, runWholeAction } from '../action/action.ts';
import { namesManyRows } from '../bulk/bulk-request.ts';
import { runBulk } from '../bulk/run-bulk.ts';
import { undoRowsOf } from '../bulk/sealed-undo.ts';
import { queryDataset } from '../dataset/query-dataset.ts';
import { reviseEdition } from '../edition/revise.ts';
import { startExport } from '../export/export.ts';
import { groupRows } from '../group/group-rows.ts';
import { historyOf } from '../history/history.ts';
import { startImport } from '../import/import.ts';
import { intakeOf } from '../import/intake.ts';
import { printRows } from '../print/print-rows.ts';
import { runQueue } from '../queue/queue.ts';
import { checkField } from '../read/check.ts';
import { withPictureAddresses } from '../read/picture-addresses.ts';
import { revealValue } from '../read/reveal.ts';
import { rehearsalOf } from '../rehearse/rehearse-call.ts';
import { declaredFacts } from '../schema/declared-facts.ts';
import { runTransition, transitionOfRows } from '../transition/transition.ts';
import { createRow } from '../write/create.ts';
import { deleteRow, deleteRows } from '../write/delete.ts';
import { modifyRow } from '../write/modify.ts';
import { modifyRows } from '../write/modify-rows.ts';
import { moveInOrder } from '../write/move-in-order.ts';
import { moveNodeTo } from '../write/move-node.ts';
import { restoreRow, restoreRows } from '../write/restore.ts';
import { setStatus, statusOfRows } from '../write/status.ts';
import { checkInput } from './check-input.ts';

export type { Operation } from '../../kernel/operation/operation.ts';

/** All operations by path. */
export type OperationRegistry = ReadonlyMap<string, Operation>;

/** Kinds whose input is fields of a record: they are judged, unknown ones too, by the function that forms use. */
const recordKinds: ReadonlySet<DeclaredOperation['kind']> = new Set(['create', 'modify', 'transition', 'action']);

/** Kinds that ask nobody but the database, and write nothing before they have read what they change. */
const besideSession: ReadonlySet<DeclaredOperation['kind']> = new Set(['view', 'query', 'modify']);

/** What is checked of the input at the door; of a print all of it, since nothing else parses it. */
function howChecked(kind: DeclaredOperation['kind']): Pick<CallerOperation, 'check'> {
  return kind === 'print' ? {} : { check: recordKinds.has(kind) ? 'record' : 'names' };
}

/** Builds the registry from the documents, the domain's rules and further operations; what is unsound does not boot. */
export function buildRegistry(
  documents: DocumentSet,
  rules: readonly DomainRules[],
  further: readonly Operation[],
): OperationRegistry {
  const registry = new Map<string, Operation>();
  const rulesOf = new Map(rules.map((rule) => [rule.entity, rule]));
  const declared = declaredOperations(documents).map((operation) =>
    atDocument(
      placeOf(operation, documents),
      (): CallerOperation => ({
        path: operation.path,
        title: operation.title,
        ...howChecked(operation.kind),
        access: {
          kind: 'permission',
          key: operation.permission,
          ...(operation.alternatives === undefined ? {} : { or: operation.alternatives }),
        },
        ...declaredFacts(operation, documents),
        run: handlerOf(operation, documents, rulesOf),
        ...(besideSession.has(operation.kind) ? { isBesideSession: true } : {}),
        ...manyRows(operation, documents, rulesOf),
      }),
    ),
  );
  const places = new Map(declaredOperations(documents).map((one) => [one.path, placeOf(one, documents)]));
  for (const operation of [...declared, ...further]) {
    const add = () => {
      if (registry.has(operation.path)) throw new TypeError(`two operations at ${operation.path}`);
      const fault = faultOf(operation, documents);
      if (fault !== undefined) throw new TypeError(`operation ${operation.path} ${fault}`);
      registry.set(operation.path, operation);
    };
    const place = places.get(operation.path);
    if (place === undefined) add();
    else atDocument(place, add);
  }
  const undo = undoRowsOf((path) => rowsOf(registry.get(path)));
  registry.set(undo.path, undo);
  const rehearsal = rehearsalOf({
    operation: (path) => registry.get(path),
    run: runOperation,
    page: (name, context) => callingPage(name, context.documents, context),
  });
  registry.set(rehearsal.path, rehearsal);
  return registry;
}

function rowsOf(operation: Operation | undefined): RowWork | undefined {
  return operation === undefined || !hasCaller(operation) ? undefined : operation.rows;
}

/** Where an operation is declared. */
function placeOf(operation: DeclaredOperation, documents: DocumentSet): DocumentLocation {
  if (operation.kind === 'dataset') return { kind: 'dataset', name: operation.dataset, pointer: '' };
  const place = { kind: 'entity', name: operation.entity, pointer: '' } as const;
  const { actions = [] } = documents.entities.get(operation.entity) ?? {};
  const index = operation.kind === 'action' ? actions.findIndex(({ key }) => key === operation.key) : -1;
  return index === -1 ? place : { ...place, pointer: pointer('actions', index) };
}

/** What is unsound about an operation; undefined where nothing is. */
function faultOf({ path, access, scope }: Operation, documents: DocumentSet): string | undefined {
  if (!/^\/v[12](\/[a-z][a-z0-9]*)+$/.test(path)) return 'has no address of the form /v1/…';
  const keys = access.kind === 'permission' ? [access.key, ...(access.or ?? [])] : [];
  if (!keys.every((key) => /^[a-z][a-z0-9_]*(:[a-z][a-z0-9_]*)+$/.test(key))) return 'declares no permission';
  if (scope !== null && !documents.entities.has(scope)) return `is bound to the rows of an unknown entity, ${scope}`;
  return undefined;
}

function handlerOf(
  operation: DeclaredOperation,
  documents: DocumentSet,
  rulesOf: ReadonlyMap<string, DomainRules>,
): CallerOperation['run'] {
  if (operation.kind === 'dataset') {
    const dataset = documents.datasets.get(operation.dataset);
    if (dataset === undefined) throw new TypeError(`no dataset ${operation.dataset}`);
    return (body, context) => queryDataset(dataset, body, forReports(context));
  }
  const entity = modelOf(documents, operation.entity);
  const rules = rulesOf.get(operation.entity);
  switch (operation.kind) {
    case 'query':
      return async (body, context) => {
        const { list, ...answer } = await queryRows(entity, body, context);
        return { list: list.map((record) => withPictureAddresses(entity, record, context)), ...answer };
      };
    case 'group':
      return (body, context) => groupRows(entity, body, context);
    case 'view':
      return async (body, context) => withPictureAddresses(entity, await viewRow(entity, body, context), context);
    case 'create':
      return (body, context) => createRow(entity, body, context, rulesOf);
    case 'modify':
      return (body, context) => modifyRow(entity, body, context, rulesOf);
    case 'move':
      return (body, context) =>
        entity.document.order === undefined
          ? moveNodeTo(entity, body, context, rulesOf)
          : moveInOrder(entity, body, context, rulesOf);
    case 'delete':
      return (body, context) => deleteRow(entity, body, context, rulesOf);
    case 'check':
      refuseUnanswered(entity, rules);
      return (body, context) => checkField(entity, body, context, rules);
    case 'restore':
      return (body, context) => restoreRow(entity, body, context);
    case 'status':
      return (body, context) => setStatus(entity, body, context, rulesOf);
    case 'reveal':
      return (body, context) => revealValue(entity, body, context);
    case 'history':
      return (body, context) => historyOf(entity, body, context);
    case 'export':
      return (body, context) => startExport(entity, body, context);
    case 'import':
      return (body, context) => startImport(intakeOf(entity), body, context, rulesOf);
    case 'actionImport':
      return (body, context) => startImport(intakeOf(entity, operation.key), body, context, rulesOf);
    case 'transition': {
      const declared = transitionsOf(entity.document).find((item) => item.transition.key === operation.key);
      if (declared === undefined) throw new TypeError(`no transition ${operation.key}`);
      return (body, context) => runTransition(entity, declared, body, context, rulesOf);
    }
    case 'revise':
      return (body, context) => reviseEdition(entity, body, context, rulesOf);
    case 'print':
      return printOf(operation.key, entity);
    case 'queue': {
      const { key } = operation;
      return (body, context) => runQueue(entity, key, body, context, rules?.takes);
    }
    case 'action': {
      if (operation.isWhole) return wholeActionOf(operation, entity, rulesOf);
      const run = rules?.actions?.[operation.key];
      if (run === undefined) throw unimplemented(operation.key);
      return (body, context) => runAction(entity, operation, run, body, context, rulesOf);
    }
  }
}

function printOf(name: string, entity: EntityModel): CallerOperation['run'] {
  const print = entity.document.prints?.find(({ key }) => key === name);
  if (print === undefined) throw new TypeError(`no print ${name}`);
  return (body, context) => printRows(entity, print, body, context);
}

/** A field that shall be asked about has a rule that answers. */
function refuseUnanswered({ document }: EntityModel, rules: DomainRules | undefined): void {
  for (const [index, { key, asked }] of document.fields.entries())
    atDocument({ kind: 'entity', name: document.name, pointer: pointer('fields', index, 'asked') }, () => {
      if (asked === true && rules?.checks?.[key] === undefined)
        throw new TypeError(formatMessage(registryText('registry.asked', { field: key })));
    });
}

function unimplemented(action: string): TypeError {
  return new TypeError(formatMessage(registryText('registry.action', { action })));
}

function wholeActionOf(
  operation: Extract<DeclaredOperation, { kind: 'action' }>,
  entity: EntityModel,
  rules: ReadonlyMap<string, DomainRules>,
): CallerOperation['run'] {
  const run = rules.get(operation.entity)?.wholeActions?.[operation.key];
  if (run === undefined) throw unimplemented(operation.key);
  return (body, context) => runWholeAction(entity, operation, run, body, context, rules);
}

/** Reports are read from the copy where there is one: what they say may lag behind by a moment. */
function forReports(context: CallContext): CallContext {
  return context.replica === undefined ? context : { ...context, db: context.replica, primary: context.db };
}

/** How a declared operation works on many rows; nothing where it takes one at a time. */
function manyRows(
  operation: DeclaredOperation,
  documents: DocumentSet,
  rulesOf: ReadonlyMap<string, DomainRules>,
): { readonly rows?: RowWork } {
  if (operation.kind === 'dataset' || !takesManyRows(operation)) return {};
  const entity = modelOf(documents, operation.entity);
  switch (operation.kind) {
    case 'modify':
      return { rows: modifyRows(entity, rulesOf) };
    case 'delete':
      return { rows: deleteRows(entity, rulesOf) };
    case 'restore':
      return { rows: restoreRows(entity) };
    case 'status':
      return { rows: statusOfRows(entity, rulesOf) };
    case 'transition': {
      const declared = transitionsOf(entity.document).find((item) => item.transition.key === operation.key);
      return declared === undefined ? {} : { rows: transitionOfRows(entity, declared, rulesOf) };
    }
    default:
      return {};
  }
}

/** Runs an operation for a caller: permission first, then what the page it comes from allows. */
export async function runOperation(operation: Operation, body: Values, context: CallContext): Promise<unknown> {
  if (!hasCaller(operation)) throw new TypeError(`${operation.path} is called without a session`);
  const placed = await placedContext(operation, context);
  if (operation.idempotency === 'required' && context.idempotencyKey === undefined) throw refuse('E_KEY_REQUIRED');
  checkInput(operation, body, context.documents);
  return operation.rows !== undefined && namesManyRows(body)
    ? runBulk(operation, operation.rows, body, placed)
    : operation.run(body, placed);
}

async function placedContext({ access, path }: CallerOperation, context: CallContext): Promise<CallContext> {
  if (access.kind !== 'permission') return context;
  refuseUngranted(access, context);
  return placedCall(path, context);
}

function refuseUngranted(access: PermissionAccess, { caller }: CallContext): void {
  if (!isOpenTo({ access }, caller.grants)) throw refuse('E_NO_PERMISSION', { expected: access.key });
}

/** Runs an operation that needs no session. */
export function answerOpen(operation: OpenOperation, body: Values, context: OpenContext): Promise<unknown> {
  checkInput(operation, body, context.documents);
  return operation.answer(body, context);
}

/** Refuses an operation that the caller may not use, or not from the page he calls it from. */
export function refuseForeign({ access, path }: CallerOperation, context: CallContext): void {
  if (access.kind !== 'permission') return;
  refuseUngranted(access, context);
  refuseUnlisted(path, context);
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
