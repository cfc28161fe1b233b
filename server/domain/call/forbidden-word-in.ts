import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { findWords } from './find-words.ts';

const maxWords = 5000;

/** The first word in a text that nobody may write, as it stands there; undefined where it has none. */
export async function forbiddenWordIn(text: string, { records }: RuleContext): Promise<string | undefined> {
  const words = await records.find('forbidden_word', { enabled: true }, maxWords);
  const sought = words.map(({ id, word, matchMode }) => ({ id, word: String(word), matchMode: String(matchMode) }));
  // A text is nobody's transcript: “学员：” at its beginning exempts it from nothing.
  return findWords(` ·${text.replaceAll('\n', ' ')}`, sought)[0]?.matched;
}
