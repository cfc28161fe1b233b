/**
 * The form of a word that goes with a number: `row|rows` gives `row` for one. A number that is written out already, such
 * as `1,284`, is more than one; languages with a single form have no such words.
 */
export function wordFor(value: unknown, forms: string, language: string): string {
  const [one = '', other = one] = forms.split('|');
  const isPlain = typeof value === 'number' || (typeof value === 'string' && /^\d{1,3}$/.test(value));
  return isPlain && new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other;
}

/** Fills a text in a language: `{count}` with the value of that name, `{count, row|rows}` with the word that goes with it. */
export function fillText(text: string, params: Readonly<Record<string, unknown>>, language: string): string {
  return text.replace(/\{(\w+)(?:, ([^}]*))?\}/g, (_, name: string, forms: string | undefined) =>
    forms === undefined ? String(params[name] ?? '') : wordFor(params[name], forms, language),
  );
}
