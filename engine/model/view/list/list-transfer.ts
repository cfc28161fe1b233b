import type { DeclaredOperation } from '../../access/operations.ts';
import type { ListPage } from '../../generated/documents.ts';

type ImportOperation = DeclaredOperation & { readonly kind: 'import' | 'actionImport' };

/**
 * The imports a list page offers: where rows are added on it, a table of further rows; where a button runs an action
 * that takes a table, or one anywhere a transition that does, that one.
 */
export function importsOf(
  page: ListPage,
  operations: ReadonlyMap<string, DeclaredOperation>,
): readonly ImportOperation[] {
  const called = (page.toolbar ?? []).flatMap(({ api }) => operations.get(api ?? '') ?? []);
  const moves = [...(page.row ?? []), ...(page.bulk ?? []), ...(page.toolbar ?? [])].flatMap(
    ({ api }) => operations.get(api ?? '') ?? [],
  );
  return [...operations.values()].filter((operation): operation is ImportOperation => {
    if (operation.kind === 'import')
      return (
        operation.entity === page.entity && called.some((one) => one.kind === 'create' && one.entity === page.entity)
      );
    if (operation.kind !== 'actionImport') return false;
    const { entity, key } = operation;
    const isIt = (one: DeclaredOperation) =>
      one.kind !== 'dataset' && one.entity === entity && 'key' in one && one.key === key;
    return (
      called.some((one) => one.kind === 'action' && isIt(one)) ||
      moves.some((one) => one.kind === 'transition' && isIt(one))
    );
  });
}
