import { designText, isDesignKey } from '../texts/design-text.ts';
import { formatMessage } from '../texts/message.ts';

/** The word of a value that a property chooses, where it has one; one that chooses differently in some place goes by `place.name`. */
export function titleOfValue(name: string, places: readonly string[], value: string): string | undefined {
  for (const property of [...places.map((place) => `${place}.${name}`), name]) {
    const key = `design.value.${property}.${value}`;
    if (isDesignKey(key)) return formatMessage(designText(key));
  }
  return undefined;
}
