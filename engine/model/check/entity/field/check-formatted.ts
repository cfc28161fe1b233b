import { isStored } from '../../../entity/entity-model.ts';
import type { EntityField } from '../../../generated/documents.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

/** Formats and variables are those of formatted text that is stored; under a mask there is none to see. */
export function checkFormatted(field: EntityField, checker: Checker, at: At): void {
  const isFormatted = field.type === 'html' && isStored(field);
  for (const word of ['formats', 'variables'] as const)
    if (field[word] !== undefined && !isFormatted)
      checker.expect(documentText('check.formatted.onStoredHtmlField', { word }), field.type, [...at, word]);
  if (field.type === 'html' && field.mask !== undefined)
    checker.expect(documentText('check.formatted.noMaskOnHtmlField'), field.mask, [...at, 'mask']);
  checker.uniqueKeys(field.variables, [...at, 'variables']);
}
