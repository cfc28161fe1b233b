import { isJsonObject } from '../../model/json/index.ts';
import { isFixedName } from '../../model/layers/index.ts';
import { designedAs } from '../document/node-lists.ts';
import type { GrammarProperty } from '../grammar/grammar.ts';

/** How a property is edited. */
export type PropertyKind =
  | 'fixed'
  | 'expression'
  | 'field'
  | 'choice'
  | 'switch'
  | 'number'
  | 'text'
  | 'longText'
  | 'names'
  | 'group'
  | 'json';

/** So long a text is written in several lines. */
const longText = 100;

/** How a property is edited; undefined for what has its own place, such as the columns of a list. */
export function kindOfProperty({ name, schema, defined }: GrammarProperty): PropertyKind | undefined {
  if (isFixedName(name)) return silent.has(name) ? undefined : 'fixed';
  if (defined.includes('permission') || defined.includes('apiPath')) return 'fixed';
  if (schema.type === 'array' && designedAs(name) === 'list') return undefined;
  if (designedAs(name) === 'map') return undefined;
  for (const [definition, kind] of byDefinition) if (defined.includes(definition)) return kind;
  return kindOfShape(schema);
}

/** What nobody has to know of. */
const silent: ReadonlySet<string> = new Set([
  'key',
  'formerKeys',
  'kind',
  '$schema',
  'schemaVersion',
  'extends',
  'omit',
]);

const byDefinition: readonly (readonly [string, PropertyKind])[] = [
  ['expression', 'expression'],
  ['fieldPath', 'field'],
  ['sort', 'names'],
  ['title', 'text'],
];

function kindOfShape(schema: GrammarProperty['schema']): PropertyKind {
  if (Array.isArray(schema.enum)) return 'choice';
  if (schema.type === 'boolean' || schema.const === true) return 'switch';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string')
    return typeof schema.maxLength === 'number' && schema.maxLength >= longText ? 'longText' : 'text';
  if (schema.type === 'array' && isJsonObject(schema.items) && isOfNames(schema.items)) return 'names';
  if (schema.type === 'object' && isJsonObject(schema.properties)) return 'group';
  return 'json';
}

function isOfNames({ type, enum: values, $ref }: Readonly<Record<string, unknown>>): boolean {
  const isName = typeof $ref === 'string' && /\/(key|code|fieldPath|pageName)$/.test($ref);
  return type === 'string' || Array.isArray(values) || isName;
}

/** Properties that are looked for most; the others are folded away. */
const usual: ReadonlySet<string> = new Set([
  'title',
  'subtitle',
  'field',
  'width',
  'pin',
  'hidden',
  'link',
  'page',
  'tone',
  'folded',
  'defaultValue',
  'icon',
  'emphasis',
  'visibleWhen',
  'span',
  'required',
  'readonly',
  'help',
  'placeholder',
  'dataset',
  'measure',
  'measures',
  'dimension',
  'dimensions',
  'chart',
  'compare',
  'count',
  'sort',
  'pageSize',
  'search',
  'arrange',
  'layout',
  'card',
  'start',
]);

/** Whether a property is looked for often. */
export function isUsual(name: string): boolean {
  return usual.has(name);
}
