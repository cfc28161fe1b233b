import type { EntityDocument, Transition } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks what a limited transition asks how far it may go: an action of the whole entity that only reads, and needs nothing. */
export function checkQuota({ quota }: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  if (quota === undefined) return;
  const here = [...at, 'quota', 'action'];
  const readers = (entity.actions ?? []).filter(({ of, reads }) => of === 'entity' && reads === true);
  const known = readers.map(({ key }) => key);
  if (!checker.name('readingAction', quota.action, known, here, entity)) return;
  const asked = readers.find(({ key }) => key === quota.action)?.input?.find(({ required }) => required === true);
  if (asked !== undefined) checker.expect(documentText('check.quota.actionThatNeedsNoInput'), asked.key, here);
}
