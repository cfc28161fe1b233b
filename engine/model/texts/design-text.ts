import { messagesOf } from './message.ts';
import texts from './words/design.zh-CN.json';

/** Key of a text for those who design a page. */
export type DesignKey = keyof typeof texts;

/** What is said to those who design a page. */
export const designText = messagesOf(texts);

/** Whether there is a text of this key. */
export function isDesignKey(key: string): key is DesignKey {
  return Object.hasOwn(texts, key);
}
