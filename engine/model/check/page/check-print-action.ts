import type { EntityDocument, PageAction } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** What a button that prints has no use for: the dialog shows the paper, and sends nothing but which records are meant. */
const unused = ['form', 'values', 'confirm', 'pair', 'success', 'after', 'link', 'widget'] as const;

/** Checks a button that prints: it stands on records of the entity it prints, and says nothing that its dialog leaves out. */
export function checkPrintAction(action: PageAction, entity: EntityDocument, checker: Checker, at: At): void {
  const operation = checker.operations.get(action.api ?? '');
  if (operation?.kind !== 'print') return;
  const isOnRecords = !at.includes('toolbar') && operation.entity === entity.name;
  if (!isOnRecords)
    checker.expect(checkText('check.printAction.buttonOnRecordsItPrintsRow'), operation.path, [...at, 'api']);
  for (const word of unused)
    if (action[word] !== undefined)
      checker.expect(checkText('check.printAction.nothingButtonThatPrintsHasNo'), word, [...at, word]);
}
