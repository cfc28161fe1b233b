const most = 60;

/** What a caller gave, as a refusal repeats it: short, and safe for objects that cannot be turned into text. */
export function shownInput(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  return text.slice(0, most);
}
