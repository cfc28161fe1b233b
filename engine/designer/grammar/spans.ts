import type { JsonObject } from '../../model/json/index.ts';
import { type Grammar, grammarAt, propertiesOf } from './grammar.ts';

/** How many columns of its grid a node may take, smallest first; none where the grammar does not let it choose. */
export function spansAt(grammar: Grammar, document: JsonObject, at: string): readonly number[] {
  const part = grammarAt(grammar, document, at);
  const span = part === undefined ? undefined : propertiesOf(grammar, part).find(({ name }) => name === 'span');
  const choices: unknown = span?.schema.enum;
  return Array.isArray(choices) ? choices.filter((one) => typeof one === 'number').sort((a, b) => a - b) : [];
}
