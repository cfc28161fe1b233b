import { picturesOf } from '../../../engine/model/fields/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';
import { forbiddenWordIn } from '../call/index.ts';
import { refuseQa } from './errors.ts';

/** Refuses a formatted text that says nothing: neither words nor a picture. */
export function refuseEmpty(html: unknown, field: Message): void {
  const text = typeof html === 'string' ? html : '';
  if (textOfHtml(text) === '' && picturesOf(text).length === 0) throw refuseQa('E_QA_EMPTY', { field });
}

/** Refuses a text, formatted or not, that has a word nobody may say. */
export async function refuseForbidden(text: unknown, field: Message, context: RuleContext): Promise<void> {
  if (typeof text !== 'string') return;
  const word = await forbiddenWordIn(textOfHtml(text), context);
  if (word !== undefined) throw refuseQa('E_QA_WORD', { field, word });
}
