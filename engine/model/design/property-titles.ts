import titles from './property-titles.zh-CN.json';
import switchTexts from './switch-words.zh-CN.json';

/**
 * What a property of a page document is called on screen. One that means something else in some places is written
 * `place.name` too, the place being the list or object it stands in, followed by `/kind` where that decides.
 */
const propertyTitles: Readonly<Record<string, string>> = titles;

/** The title of a property where it stands, the most particular place first; undefined for one the grammar has not. */
export function titleOfProperty(name: string, places: readonly string[]): string | undefined {
  for (const place of places) {
    const title = own(`${place}.${name}`);
    if (title !== undefined) return title;
  }
  return own(name);
}

function own(key: string): string | undefined {
  return Object.hasOwn(propertyTitles, key) ? propertyTitles[key] : undefined;
}

const switches: Readonly<Record<string, { readonly on: string; readonly off: string }>> = switchTexts;

/** How a yes-or-no property that was turned on or off is told; undefined where it has no words of its own. */
export function switchWords(name: string, isOn: boolean): string | undefined {
  const words = Object.hasOwn(switches, name) ? switches[name] : undefined;
  return isOn ? words?.on : words?.off;
}
