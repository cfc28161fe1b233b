import { useEffect, useState } from 'react';

/** Whether what was typed means a title. */
export type Matcher = (title: string, query: string) => boolean;

/** By characters, letter case and blanks aside: `客户 · 赵梅` is found as it is written, too. */
export function matchesCharacters(title: string, query: string): boolean {
  return wordOf(title).includes(wordOf(query));
}

/** By characters or by pinyin: `客户`, `kehu`, `keh` and `kh` all mean `客户`. */
export function withSpelling(spells: Matcher): Matcher {
  return (title, query) => matchesCharacters(title, query) || (isSpelling(query) && spells(title, wordOf(query)));
}

/** What is typed, as it is compared: without blanks around or between, in small letters. */
export function wordOf(query: string): string {
  return query.toLowerCase().replace(/\s+/g, '');
}

/** Whether pinyin can be meant. */
function isSpelling(query: string): boolean {
  return /[a-z]/i.test(query);
}

/** How to look for what is typed. The pinyin of characters is fetched with the first letter. */
export function useMatcher(query: string): Matcher {
  const [matcher, setMatcher] = useState<Matcher>(() => matchesCharacters);
  const isNeeded = isSpelling(query) && matcher === matchesCharacters;
  useEffect(() => {
    if (!isNeeded) return;
    const load = async () => {
      const { spells } = await import('./spelling.ts');
      setMatcher(() => withSpelling(spells));
    };
    // Without it characters are still found; the next letter asks again.
    load().catch(() => undefined);
  }, [isNeeded]);
  return matcher;
}
