import { isJsonObject } from '../json/json.ts';

/**
 * Documents as they are called in a language: whatever has a name of its own in that language has it for its title. What
 * has none keeps its title; in Chinese they are as they are.
 */
export function inLanguage<Documents>(documents: Documents, language: string): Documents {
  if (language === 'zh-CN' || !isNamed(documents, language)) return documents;
  const copy = structuredClone(documents);
  rename(copy, language);
  return copy;
}

function isNamed(value: unknown, language: string): boolean {
  if (Array.isArray(value)) return value.some((item) => isNamed(item, language));
  if (!isJsonObject(value)) return false;
  return nameIn(value.titles, language) !== undefined || Object.values(value).some((item) => isNamed(item, language));
}

function rename(value: unknown, language: string): void {
  if (Array.isArray(value)) for (const item of value) rename(item, language);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const name = 'titles' in value ? nameIn(value.titles, language) : undefined;
  if (name !== undefined) Object.assign(value, { title: name });
  for (const item of Object.values(value)) rename(item, language);
}

function nameIn(titles: unknown, language: string): string | undefined {
  const name = isJsonObject(titles) && Object.hasOwn(titles, language) ? titles[language] : undefined;
  return typeof name === 'string' ? name : undefined;
}
