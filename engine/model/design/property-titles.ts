import { designText, isDesignKey } from '../texts/design-text.ts';
import { formatMessage } from '../texts/message.ts';

/**
 * What a property of a page document is called on screen. One that means something else in some places has a text of
 * `place.name` too, the place being the list or object it stands in, followed by `/kind` where that decides; the most
 * particular place first. Undefined for one the grammar has not.
 */
export function titleOfProperty(name: string, places: readonly string[]): string | undefined {
  return placed((key) => `design.property.${key}`, name, places);
}

/** What one item of a list is called, where that is not called as the list is. */
export function titleOfItem(name: string, places: readonly string[]): string | undefined {
  return placed((key) => `design.item.${key}`, name, places) ?? titleOfProperty(name, places);
}

function placed(keyOf: (name: string) => string, name: string, places: readonly string[]): string | undefined {
  for (const place of places) {
    const title = own(keyOf(`${place}.${name}`));
    if (title !== undefined) return title;
  }
  return own(keyOf(name));
}

/** How a yes-or-no property that was turned on or off is told; undefined where it has no words of its own. */
export function switchWords(name: string, isOn: boolean): string | undefined {
  return own(`design.switch.${name}.${isOn ? 'on' : 'off'}`);
}

function own(key: string): string | undefined {
  return isDesignKey(key) ? formatMessage(designText(key)) : undefined;
}
