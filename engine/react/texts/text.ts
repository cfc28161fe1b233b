import { fillTemplate } from '../../model/faults/index.ts';
import texts from './texts.zh-CN.json';

/** Key of a text the engine shows; all begin with `engine.`. */
export type TextKey = keyof typeof texts;

/** The host's translation; it answers the key itself when it has none. */
export type HostText = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** The Chinese texts the engine ships, for the host to merge into its own. `{name}` is filled from parameters. */
export const engineTexts: Readonly<Record<TextKey, string>> = texts;

/** The text of a key: the host's when it has one, else the shipped Chinese one. */
export function translate(
  host: HostText | undefined,
  key: TextKey,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const own = host?.(key, params);
  return own === undefined || own === key ? fillTemplate(texts[key], params) : own;
}
