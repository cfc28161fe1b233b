import { verbPermissions } from '../../access/operations.ts';
import { entityModel } from '../../entity/entity-model.ts';
import type { EntityDocument, ListAside, ListPage } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkActions } from './check-actions.ts';

/** Checks the tree beside a list: an entity that is one, to which the rows refer, and what can be done with its nodes. */
export function checkTreeFilter(aside: ListAside, page: ListPage, rows: EntityDocument, checker: Checker): void {
  const at = ['aside'];
  const entity = checker.entity(aside.entity, [...at, 'entity']);
  if (entity === undefined) return;
  if (entity.tree === undefined)
    checker.expect(checkText('check.treeFilter.entityThatDeclaresTree'), entity.name, [...at, 'entity']);
  const field = entityModel(rows).fields.get(aside.field);
  if ((field?.type !== 'ref' && field?.type !== 'refs') || field.ref !== entity.name)
    checker.expect(checkText('check.treeFilter.fieldThatRefersTo', { entity }), aside.field, [...at, 'field']);
  for (const verb of ['query', 'move'] as const) checkApi(aside.api[verb], verb, entity, checker, [...at, 'api', verb]);
  if (aside.note !== undefined) checker.path(entity, aside.note, [...at, 'note']);
  if (aside.count !== undefined) {
    const counted = checker.path(entity, aside.count, [...at, 'count']);
    if (counted !== undefined && counted.type !== 'int')
      checker.expect(checkText('check.treeFilter.intField'), counted.type, [...at, 'count']);
  }
  if (aside.dim !== undefined) checker.expression(aside.dim, 'visibleWhen', { entity }, [...at, 'dim']);
  for (const group of ['toolbar', 'row'] as const)
    checkActions(aside[group], page.forms, entity, checker, [...at, group], group);
}

/** Checks the address at which rows or nodes are read or moved. */
export function checkApi(
  api: string | undefined,
  verb: 'query' | 'move',
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (api === undefined) return;
  const operation = checker.operation(api, `${entity.name}:${verbPermissions[verb]}`, at, at);
  if (operation !== undefined && (operation.kind !== verb || operation.entity !== entity.name))
    checker.expect(checkText('check.treeFilter.of', { entity, verb }), api, at);
}
