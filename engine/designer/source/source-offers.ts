import type { Node } from 'jsonc-parser';
import { choicesAt, type DesignTitles, propertyTitle, valueText } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { type Grammar, type GrammarProperty, propertiesOf } from '../grammar/grammar.ts';
import type { CodeText } from '../texts/use-code-text.ts';
import { locate, placeAt, type SourcePlace } from './grammar-place.ts';

/** Something that may be written at a place of the source. */
export type Offer = {
  readonly label: string;
  /** What it is called on screen. */
  readonly detail: string;
  /** What the grammar says about it. */
  readonly info?: string;
  readonly insert: string;
  /** Where the cursor goes, in characters from the end of what is inserted. */
  readonly back: number;
  readonly kind: 'property' | 'enum' | 'constant' | 'text';
};

/** What is offered, and the part of the text it takes the place of. */
export type Offers = { readonly from: number; readonly to: number; readonly offers: readonly Offer[] };

const noTitles: DesignTitles = { entities: new Map(), dictionaries: new Map(), datasets: new Map() };

/** What the grammar and the documents offer at a place of the source: names of properties, and values. */
export function offersAt(
  text: string,
  offset: number,
  grammar: Grammar,
  t: CodeText,
  titles: DesignTitles = noTitles,
): Offers | undefined {
  const location = locate(text, offset);
  const { previousNode: written, path } = location;
  const isIn = written !== undefined && written.offset <= offset && offset <= written.offset + written.length;
  const range = isIn && written.type !== 'object' && written.type !== 'array' ? rangeOf(written) : undefined;
  const { from, to } = range ?? { from: offset, to: offset };
  const wanted = location.isAtPropertyKey
    ? nameOffers(placeAt(text, path.slice(0, -1), grammar), written, grammar, rest(text, to), t)
    : valueOffers(placeAt(text, path, grammar), titles, needsComma(rest(text, to)));
  return wanted.length === 0 ? undefined : { from, to, offers: wanted };
}

function rangeOf({ offset, length }: Node) {
  return { from: offset, to: offset + length };
}

function rest(text: string, from: number): string {
  return text.slice(from, from + 500).trimStart();
}

/** Whether another value follows, so that this one has to be parted from it. */
function needsComma(following: string): boolean {
  return following !== '' && !/^[\]},:]/.test(following);
}

function nameOffers(
  { document, at, part }: SourcePlace,
  written: Node | undefined,
  grammar: Grammar,
  following: string,
  t: CodeText,
): readonly Offer[] {
  if (part === undefined) return [];
  const object = at.reduce<unknown>(childOf, document);
  const present = new Set(isJsonObject(object) ? Object.keys(object) : []);
  const own = written === undefined ? '' : String(written.value);
  return propertiesOf(grammar, part).flatMap((property): readonly Offer[] => {
    if (present.has(property.name) && property.name !== own) return [];
    const detail = propertyTitle(document, [...at, property.name]);
    const start = following.startsWith(':') ? { text: '', back: 0 } : startOf(property);
    const comma = following.startsWith(':') || !needsComma(following) ? '' : ',';
    return [
      {
        label: property.name,
        detail: property.isRequired ? t('designer.source.required', { title: detail }) : detail,
        ...(property.description === undefined ? {} : { info: property.description }),
        insert: `${JSON.stringify(property.name)}${start.text}${comma}`,
        back: start.back === 0 ? 0 : start.back + comma.length,
        kind: 'property',
      },
    ];
  });
}

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[0];
  return isJsonObject(value) ? value[name] : undefined;
}

/** What a property begins with, and how far before its end the cursor stands. */
function startOf({ schema }: GrammarProperty): { readonly text: string; readonly back: number } {
  if (schema.type === 'array') return { text: ': []', back: 1 };
  if (schema.type === 'object') return { text: ': {}', back: 1 };
  if (schema.type === 'boolean') return { text: ': true', back: 0 };
  if (schema.type === 'integer' || schema.type === 'number') return { text: ': ', back: 0 };
  return { text: ': ""', back: 1 };
}

function valueOffers(place: SourcePlace, titles: DesignTitles, hasMore: boolean): readonly Offer[] {
  const { document, at, part } = place;
  const comma = hasMore ? ',' : '';
  const chosen = part === undefined ? [] : constantsOf(part.schema);
  const constants = chosen.map(
    (value): Offer => ({
      label: JSON.stringify(value),
      detail: valueText(document, at, value, titles).replace(/^[「“].*[」”]$/, ''),
      insert: `${JSON.stringify(value)}${comma}`,
      back: 0,
      kind: typeof value === 'string' ? 'enum' : 'constant',
    }),
  );
  if (constants.length > 0) return constants;
  return choicesAt(document, at, titles).map(({ value, title }) => ({
    label: JSON.stringify(value),
    detail: title,
    insert: `${JSON.stringify(value)}${comma}`,
    back: 0,
    kind: 'text',
  }));
}

/** The values a part of the grammar chooses among. */
function constantsOf(schema: JsonObject): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.type === 'boolean' ? [true, false] : [];
}

/** What the grammar says about what stands at a place: its title, its description, what it may be. */
export type Hint = {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly lines: readonly string[];
};

/** The words about the name or value under the pointer. */
export function hintAt(
  text: string,
  offset: number,
  grammar: Grammar,
  t: CodeText,
  titles: DesignTitles = noTitles,
): Hint | undefined {
  const { path, previousNode: written } = locate(text, offset);
  if (written === undefined || written.type === 'object' || written.type === 'array' || path.length === 0)
    return undefined;
  const { document, at, part } = placeAt(text, path, grammar);
  if (part === undefined || offset > written.offset + written.length) return undefined;
  const constants = constantsOf(part.schema);
  const choices = constants.map((value) => `${JSON.stringify(value)} ${valueText(document, at, value, titles)}`);
  const value = at.reduce<unknown>((node, name) => (Array.isArray(node) ? node[0] : childOf(node, name)), document);
  const said = typeof value === 'string' && constants.length === 0 ? valueText(document, at, value, titles) : undefined;
  const { description } = part.schema;
  return {
    ...rangeOf(written),
    title: propertyTitle(document, at),
    lines: [
      ...(said === undefined || /^[「“]/.test(said) ? [] : [t('designer.source.here', { value: said })]),
      ...(typeof description === 'string' ? [description] : []),
      ...(choices.length === 0
        ? []
        : [t('designer.source.choices', { values: choices.join(t('designer.source.between')) })]),
    ],
  };
}
