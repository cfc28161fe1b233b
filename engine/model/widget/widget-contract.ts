import { isJsonObject } from '../json/json.ts';

const slots = ['row', 'header', 'toolbar', 'tab', 'card', 'cell', 'input', 'page'] as const;

/** Places a widget may stand. */
export type WidgetSlot = (typeof slots)[number];

/** What the documents may count on about a widget, as plain data: browser, server and checker read the same thing. */
export type WidgetContract = {
  readonly name: string;
  readonly title: string;
  readonly slots: readonly WidgetSlot[];
  /** JSON Schema of `props`. */
  readonly propsSchema: Readonly<Record<string, unknown>>;
};

/** Reads the contract of a widget; a wrong one is a fault of the program, not of a document, and throws. */
export function readContract(json: unknown): WidgetContract {
  if (!isJsonObject(json)) throw new TypeError('a widget contract is an object');
  const { name, title, slots: places, propsSchema } = json;
  if (typeof name !== 'string' || !/^[A-Z][A-Za-z0-9]*$/.test(name))
    throw new TypeError(`a widget has a name such as CallButton, not ${JSON.stringify(name)}`);
  if (typeof title !== 'string' || title === '') throw new TypeError(`the widget ${name} has no title`);
  if (!Array.isArray(places) || places.length === 0 || !places.every(isSlot))
    throw new TypeError(`the widget ${name} names its slots, of ${slots.join(', ')}`);
  if (!isJsonObject(propsSchema)) throw new TypeError(`the widget ${name} has no propsSchema`);
  return { name, title, slots: places, propsSchema };
}

function isSlot(value: unknown): value is WidgetSlot {
  return slots.some((slot) => slot === value);
}
