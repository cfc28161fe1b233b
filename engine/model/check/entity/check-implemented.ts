import type { EntityDocument } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Checker } from '../checker/checker.ts';

/** What an entity leaves to a program must be implemented: its actions, and the answers to fields that are asked about. */
export function checkImplemented(entity: EntityDocument, checker: Checker): void {
  const { implemented } = checker.context;
  if (implemented === undefined) return;
  for (const [index, { key, of }] of (entity.actions ?? []).entries()) {
    const known = of === 'entity' ? implemented.wholeActions : implemented.actions;
    if (!known.has(`${entity.name}.${key}`))
      checker.expect(documentText('check.implemented.actionThatProgramImplements'), key, ['actions', index, 'key']);
  }
  const isAsked = entity.operations.includes('check');
  for (const [index, { key, asked }] of entity.fields.entries())
    if (isAsked && asked === true && !implemented.answers.has(`${entity.name}.${key}`))
      checker.expect(documentText('check.implemented.fieldThatRuleOfProgramAnswers'), key, ['fields', index, 'asked']);
}
