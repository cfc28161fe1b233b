import titles from './value-titles.zh-CN.json';

/** Words of the values a property chooses among; `place.name` where a name chooses differently in some place. */
const valueTitles: Readonly<Record<string, Readonly<Record<string, string>>>> = titles;

/** The word of a value that a property chooses, where it has one. */
export function titleOfValue(name: string, places: readonly string[], value: string): string | undefined {
  for (const key of [...places.map((place) => `${place}.${name}`), name]) {
    const words = Object.hasOwn(valueTitles, key) ? valueTitles[key] : undefined;
    if (words !== undefined && Object.hasOwn(words, value)) return words[value];
  }
  return undefined;
}
