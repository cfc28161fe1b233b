import { variablesIn } from '../../../engine/model/fields/index.ts';

/** What the variables of a text stand for, by their keys. */
export type Filling = Readonly<Record<string, string>>;

/** A tag as it stands, or a variable in the text between tags. */
const tagOrVariable = /<[^>]*>|\{([^{}<>]*)\}/g;

/** A formatted text with what its variables stand for in their places; what is filled in says nothing but its words. */
export function filled(body: string, filling: Filling): string {
  return body.replaceAll(tagOrVariable, (whole, key: string | undefined) =>
    key === undefined ? whole : escaped(filling[key.trim()] ?? ''),
  );
}

/** Whether every variable of a text can be filled in: none whose letters stand in several formats. */
export function isFillable(body: string): boolean {
  const words = variablesIn(body.replaceAll(/<[^>]*>/g, '')).length;
  return words === [...body.matchAll(tagOrVariable)].filter(([, key]) => key !== undefined).length;
}

/** A text as it stands in markup, braces too: what is filled in is filled in once. */
export function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
