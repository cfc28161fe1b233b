import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, PageDocument } from '../../../engine/model/documents/index.ts';
import { pageDependencies } from '../../../engine/model/view/index.ts';
import { pageInForce } from '../../access/page-in-force.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/**
 * The call as it is answered, by what the page it comes from lists. What only a change made in the app puts on the page is
 * answered as if no page were named: what the page widens or narrows it does for what it was shipped with alone, so that
 * no such change gives anybody a row or an operation; a page made in the app is such a change as a whole. What neither
 * lists is refused.
 */
export async function placedCall(path: string, context: CallContext): Promise<CallContext> {
  const { page, documents } = context;
  if (page === undefined) return context;
  // A page made in the app decides nothing: neither what it is read with, nor what it widens.
  const isMade = documents.made?.names.has(page.name) === true;
  if (!isMade && operationsOf(documents)(page).has(path)) return context;
  const changed = (await pageInForce(page, context)).page;
  if (!operationsOf(documents)(changed).has(path)) throw refuse('E_PAGE_OPERATION', { expected: page.title });
  return { ...context, page: undefined };
}

/** Refuses what the page a call comes from does not list; calls that name no page are not bound. */
export function refuseUnlisted(path: string, { page, documents }: Pick<CallContext, 'page' | 'documents'>): void {
  if (page !== undefined && !operationsOf(documents)(page).has(path))
    throw refuse('E_PAGE_OPERATION', { expected: page.title });
}

/** Whether a page lists an operation. */
export function isListed(path: string, page: PageDocument, documents: DocumentSet): boolean {
  return operationsOf(documents)(page).has(path);
}

const operationsOf = memoizeByIdentity((documents: DocumentSet) =>
  memoizeByIdentity((page: PageDocument) => pageDependencies(page, documents).operations),
);
