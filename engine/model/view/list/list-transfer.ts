import type { DeclaredOperation } from '../../access/operations.ts';
import type { ListPage } from '../../generated/documents.ts';

/** Whether rows are added on a list page: then a whole table of them may be imported there as well. */
export function addsRows(page: ListPage, operations: ReadonlyMap<string, DeclaredOperation>): boolean {
  return (page.toolbar ?? []).some(({ api }) => {
    const operation = api === undefined ? undefined : operations.get(api);
    return operation?.kind === 'create' && operation.entity === page.entity;
  });
}
