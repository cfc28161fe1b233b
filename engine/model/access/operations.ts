import { memoizeByIdentity } from '../cache/cache.ts';
import { revisePath } from '../entity/editions.ts';
import { transitionsOf } from '../entity/entity-model.ts';
import { printPath } from '../entity/prints.ts';
import { type QueueVerb, queuePath, queueVerbs } from '../entity/queue.ts';
import type { DatasetDocument, EntityDocument, OperationInput } from '../generated/documents.ts';
import { apiBase, pathSegments } from '../naming/naming.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';

/** Generic verbs an entity may open, and the last part of the permission key of each. */
export const verbPermissions = {
  query: 'query',
  // Who may see the rows may see how many of each kind there are.
  group: 'query',
  view: 'get',
  create: 'add',
  modify: 'edit',
  // A node of a tree gets another place.
  move: 'edit',
  delete: 'delete',
  // Who may add may ask whether a number is taken: that is what the form tells him anyway.
  check: 'add',
  restore: 'delete',
  // Enabling; disabling asks for its own key, see `statusPermission`.
  status: 'enable',
  history: 'get',
  reveal: 'reveal',
  import: 'import',
  export: 'export',
} as const;
export type GenericVerb = keyof typeof verbPermissions;

/** An operation that a document declares: its one address and the permission it asks for. */
export type DeclaredOperation = {
  readonly path: string;
  readonly permission: string;
  /** Where the input decides which key is asked for: the others it may be. */
  readonly alternatives?: readonly string[];
  readonly title: string;
} & (
  | { readonly kind: GenericVerb; readonly entity: string }
  | {
      readonly kind: 'transition';
      readonly entity: string;
      readonly key: string;
      readonly input: readonly OperationInput[];
      readonly bulk: boolean;
      /** Whether what it brings with it is looked at before it is confirmed. */
      readonly isPreviewed?: true;
    }
  | {
      readonly kind: 'action';
      readonly entity: string;
      readonly key: string;
      readonly input: readonly OperationInput[];
      /** Whether it is about no row in particular. */
      readonly isWhole: boolean;
    }
  | {
      /** An action run by each row of a table. */
      readonly kind: 'actionImport';
      readonly entity: string;
      readonly key: string;
    }
  | { readonly kind: 'queue'; readonly entity: string; readonly key: QueueVerb }
  | { readonly kind: 'revise'; readonly entity: string }
  | { readonly kind: 'print'; readonly entity: string; readonly key: string }
  | { readonly kind: 'dataset'; readonly dataset: string }
);

/** Path segments of a verb that has others than its own name. */
const verbPaths: Partial<Record<GenericVerb, string>> = { status: 'status/modify' };

/** The field that `status` sets. */
export const enabledField = 'enabled';

/** The key that enabling or disabling rows of an entity asks for. */
export function statusPermission(entity: string, enabled: boolean): string {
  return `${entity}:${enabled ? verbPermissions.status : 'disable'}`;
}

/** Every key an operation may ask for, whatever its input. */
export function permissionsOf(operation: DeclaredOperation): readonly string[] {
  return [operation.permission, ...(operation.alternatives ?? [])];
}

const manyRowVerbs: ReadonlySet<string> = new Set(['modify', 'delete', 'restore', 'status']);

/** Whether an operation takes many rows (`ids`, or all that match) in the place of one. */
export function takesManyRows(operation: DeclaredOperation): boolean {
  return operation.kind === 'transition' ? operation.bulk : manyRowVerbs.has(operation.kind);
}

/** Operations of one entity. A transition key in camelCase becomes path segments as it stands, in lower case. */
export function operationsOfEntity(entity: EntityDocument): readonly DeclaredOperation[] {
  const base = apiBase(entity);
  const verbs = entity.operations.map((verb) => ({
    kind: verb,
    entity: entity.name,
    path: `${base}/${verbPaths[verb] ?? verb}`,
    permission: `${entity.name}:${verbPermissions[verb]}`,
    ...(verb === 'status' ? { alternatives: [statusPermission(entity.name, false)] } : {}),
    title: formatMessage(modelText(`model.operation.${verb}`)),
  }));
  const transitions = transitionsOf(entity).map(({ transition }) => ({
    kind: 'transition' as const,
    entity: entity.name,
    key: transition.key,
    path: `${base}/${pathSegments(transition.key)}`,
    permission: transition.permission,
    title: transition.title,
    input: transition.input ?? [],
    bulk: transition.bulk === true,
    ...(transition.preview === undefined ? {} : { isPreviewed: true as const }),
  }));
  const actions = (entity.actions ?? []).map((action) => ({
    kind: 'action' as const,
    entity: entity.name,
    key: action.key,
    path: `${base}/${pathSegments(action.key)}`,
    permission: action.permission,
    title: action.title,
    input: action.input ?? [],
    isWhole: action.of === 'entity',
  }));
  const imports = (entity.actions ?? [])
    .filter((action) => action.import !== undefined)
    .map((action) => ({
      kind: 'actionImport' as const,
      entity: entity.name,
      key: action.key,
      path: `${base}/${pathSegments(action.key)}/import`,
      permission: action.permission,
      title: formatMessage(modelText('model.operation.bulk', { title: action.title })),
    }));
  const moves = transitionsOf(entity)
    .filter(({ transition }) => transition.import !== undefined)
    .map(({ transition }) => ({
      kind: 'actionImport' as const,
      entity: entity.name,
      key: transition.key,
      path: `${base}/${pathSegments(transition.key)}/import`,
      permission: transition.permission,
      title: formatMessage(modelText('model.operation.bulk', { title: transition.title })),
    }));
  return [
    ...verbs,
    ...transitions,
    ...actions,
    ...imports,
    ...moves,
    ...queueOperations(entity),
    ...editionOperations(entity),
    ...printOperations(entity),
  ];
}

/** Who may change a record may make the next draft of it. */
function editionOperations(entity: EntityDocument): readonly DeclaredOperation[] {
  if (entity.editions === undefined) return [];
  const permission = `${entity.name}:${verbPermissions.modify}`;
  return [
    {
      kind: 'revise',
      entity: entity.name,
      path: revisePath(entity),
      permission,
      title: formatMessage(modelText('model.operation.revise')),
    },
  ];
}

function queueOperations(entity: EntityDocument): readonly DeclaredOperation[] {
  const { queue } = entity;
  if (queue === undefined) return [];
  return queueVerbs.map((key) => ({
    kind: 'queue',
    entity: entity.name,
    key,
    path: queuePath(entity, key),
    permission: queue.permission,
    title: formatMessage(modelText(`model.operation.queue.${key}`)),
  }));
}

function printOperations(entity: EntityDocument): readonly DeclaredOperation[] {
  return (entity.prints ?? []).map(({ key, title, permission }) => ({
    kind: 'print',
    entity: entity.name,
    key,
    path: printPath(entity, key),
    permission,
    title: formatMessage(modelText('model.operation.print', { title })),
  }));
}

/** Address of an action of an entity by its key. */
export function actionPath(entity: Pick<EntityDocument, 'name' | 'api'>, key: string): string {
  return `${apiBase(entity)}/${pathSegments(key)}`;
}

/** Every operation the documents declare. */
export function declaredOperations(documents: {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly datasets: ReadonlyMap<string, DatasetDocument>;
}): readonly DeclaredOperation[] {
  const ofEntities = [...documents.entities.values()].flatMap(operationsOfEntity);
  const ofDatasets = [...documents.datasets.values()].map((dataset) => ({
    kind: 'dataset' as const,
    dataset: dataset.name,
    path: dataset.path,
    permission: dataset.permission,
    title: dataset.title,
  }));
  return [...ofEntities, ...ofDatasets];
}

/** Declared operations by path. */
export function operationIndex(
  documents: Parameters<typeof declaredOperations>[0],
): ReadonlyMap<string, DeclaredOperation> {
  return new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
}

/** The keys of those who confirm what another one asked for, with the titles of the transitions. */
export function secondPermissions(
  entity: EntityDocument,
): readonly { readonly permission: string; readonly title: string }[] {
  return transitionsOf(entity).flatMap(({ transition: { second, title } }) =>
    second === undefined
      ? []
      : [{ permission: second.permission, title: formatMessage(modelText('model.operation.second', { title })) }],
  );
}

/**
 * Every permission key an operation, a named scope, the rows of others or reserved ones ask for, and those declared beside
 * them; gathered once for documents, which every role and every session is held against.
 */
export const knownPermissions = memoizeByIdentity(
  (documents: Parameters<typeof declaredOperations>[0]): ReadonlySet<string> => {
    const further = [...documents.entities.values()].flatMap(({ access, permissions = [] }) => [
      ...(access?.scopes ?? []).map((scope) => scope.permission),
      ...(access?.others === undefined ? [] : [access.others]),
      ...(access?.reserved ?? []).map(({ permission }) => permission),
      ...(access?.shows === undefined ? [] : [access.shows.unless]),
      ...permissions,
    ]);
    const seconds = [...documents.entities.values()].flatMap(secondPermissions).map(({ permission }) => permission);
    return new Set([...declaredOperations(documents).flatMap(permissionsOf), ...further, ...seconds]);
  },
);
