import type { ListPage } from '../../../engine/model/documents/index.ts';
import { isForbiddenName } from '../../../engine/model/naming/index.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** The list page a body names, which must be the caller's. */
export function listPageOf(name: unknown, { documents, caller }: Pick<CallContext, 'documents' | 'caller'>): ListPage {
  const page = typeof name === 'string' && !isForbiddenName(name) ? documents.pages.get(name) : undefined;
  if (page?.kind !== 'list' || !mayOpen(caller, page.name)) throw refuse('E_NO_PAGE');
  return page;
}
