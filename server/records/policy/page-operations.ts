import { type DocumentSet, type PageDocument, pageDependencies } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

const mentioned = new WeakMap<PageDocument, ReadonlySet<string>>();

/** Refuses what the page a call comes from does not list; calls that name no page are not bound. */
export function refuseUnlisted(path: string, { page, documents }: Pick<CallContext, 'page' | 'documents'>): void {
  if (page !== undefined && !operationsOf(page, documents).has(path))
    throw refuse('E_PAGE_OPERATION', { expected: page.title });
}

function operationsOf(page: PageDocument, documents: DocumentSet): ReadonlySet<string> {
  const known = mentioned.get(page) ?? pageDependencies(page, documents).operations;
  mentioned.set(page, known);
  return known;
}
