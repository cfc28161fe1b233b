import type { EntityDocument, PageAction } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';

/** What a button that prints has no use for: the dialog shows the paper, and sends nothing but which records are meant. */
const unused = ['form', 'values', 'confirm', 'pair', 'success', 'after', 'link', 'widget'] as const;

/** Checks a button that prints: it stands on records of the entity it prints, and says nothing that its dialog leaves out. */
export function checkPrintAction(action: PageAction, entity: EntityDocument, checker: Checker, at: At): void {
  const operation = checker.operations.get(action.api ?? '');
  if (operation?.kind !== 'print') return;
  const isOnRecords = !at.includes('toolbar') && operation.entity === entity.name;
  if (!isOnRecords)
    checker.expect(
      [
        '放在所打印的记录上：行、批量或记录页的头部',
        'a button on the records it prints: a row, a selection or a header',
      ],
      operation.path,
      [...at, 'api'],
    );
  for (const word of unused)
    if (action[word] !== undefined)
      checker.expect(['打印的按钮用不到的不写', 'nothing a button that prints has no use for'], word, [...at, word]);
}
