import { type DesignKey, designText } from '../texts/design-text.ts';
import { formatMessage, type Params } from '../texts/message.ts';

/** A text for those who design a page, said now. */
export function sentence(key: DesignKey, params: Params = {}): string {
  return formatMessage(designText(key, params));
}

/** What somebody wrote, in the marks of the language. */
export function quoted(text: string): string {
  return sentence('design.quoted', { text });
}

/** Whether a text stands in such marks. */
export function isQuoted(text: string): boolean {
  return /^[「“]/.test(text);
}
