import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, PageDocument } from '../../../engine/model/documents/index.ts';
import { pageDependencies } from '../../../engine/model/view/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** Refuses what the page a call comes from does not list; calls that name no page are not bound. */
export function refuseUnlisted(path: string, { page, documents }: Pick<CallContext, 'page' | 'documents'>): void {
  if (page !== undefined && !operationsOf(documents)(page).has(path))
    throw refuse('E_PAGE_OPERATION', { expected: page.title });
}

const operationsOf = memoizeByIdentity((documents: DocumentSet) =>
  memoizeByIdentity((page: PageDocument) => pageDependencies(page, documents).operations),
);
