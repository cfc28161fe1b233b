import { kindOfValue } from '../../fields/type-groups.ts';
import type { DictionaryDocument, EntityField } from '../../generated/documents.ts';
import { parseDay, parseMoment } from '../instant.ts';

/** What kind of value a part of an expression has. */
export type ExpressionType =
  /** `unknown` is what is already at fault: nothing more is said about it. */
  | { readonly kind: 'bool' | 'moment' | 'day' | 'null' | 'json' | 'masked' | 'unknown' }
  | { readonly kind: 'number'; readonly whole: boolean }
  /** `literals` are all the texts it can be, where they stand in the expression. */
  | { readonly kind: 'text'; readonly literals?: readonly string[] }
  | { readonly kind: 'enum'; readonly dictionary: string; readonly values: readonly string[] }
  /** A reference; `entity` is absent where it may be to one of several. */
  | { readonly kind: 'reference'; readonly entity?: string }
  | { readonly kind: 'list'; readonly of: ExpressionType };

export const text: ExpressionType = { kind: 'text' };
export const bool: ExpressionType = { kind: 'bool' };
export const moment: ExpressionType = { kind: 'moment' };
export const unknown: ExpressionType = { kind: 'unknown' };
export const whole: ExpressionType = { kind: 'number', whole: true };
export const fraction: ExpressionType = { kind: 'number', whole: false };

const names: Readonly<Record<ExpressionType['kind'], string>> = {
  bool: 'bool',
  moment: 'datetime',
  day: 'date',
  null: 'null',
  json: 'json',
  masked: 'masked',
  unknown: '?',
  number: 'number',
  text: 'text',
  enum: 'enum',
  reference: 'ref',
  list: 'list',
};

/** A type in the words of the language of documents, the same for every reader. */
export function typeName(type: ExpressionType): string {
  if (type.kind === 'enum') return `enum ${type.dictionary}`;
  if (type.kind === 'reference') return type.entity === undefined ? 'ref' : `ref ${type.entity}`;
  return type.kind === 'list' ? `list of ${typeName(type.of)}` : names[type.kind];
}

/** What the type of a field says about it, and where its choices stand. */
export type TypedField = Pick<EntityField, 'key' | 'type'> &
  Partial<Pick<EntityField, 'dictionary' | 'ref' | 'mask' | 'secret'>>;

/** The type of a field's values. */
export function typeOfField(
  field: TypedField,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
  owner?: string,
): ExpressionType {
  if (field.mask !== undefined) return { kind: 'masked' };
  if (field.key === 'id' && owner !== undefined) return { kind: 'reference', entity: owner };
  switch (kindOfValue(field)) {
    case 'whole':
      return whole;
    case 'fraction':
      return fraction;
    case 'bool':
      return bool;
    case 'json':
      return { kind: 'json' };
    case 'day':
      return { kind: 'day' };
    case 'moment':
      return moment;
    case 'choice':
      return enumType(field.dictionary, dictionaries);
    case 'reference':
      return referenceType(field.ref);
    case 'references':
      return { kind: 'list', of: referenceType(field.ref) };
    case 'text':
      return text;
  }
}

function enumType(name: string | undefined, dictionaries: ReadonlyMap<string, DictionaryDocument>): ExpressionType {
  const dictionary = name === undefined ? undefined : dictionaries.get(name);
  if (dictionary === undefined) return text;
  return { kind: 'enum', dictionary: dictionary.name, values: dictionary.values.map((value) => value.key) };
}

function referenceType(entity: string | undefined): ExpressionType {
  return entity === undefined ? { kind: 'reference' } : { kind: 'reference', entity };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether every literal a text can be reads as a value of another type. */
export function readsAs(type: ExpressionType, kind: 'day' | 'moment' | 'instant' | 'reference'): boolean {
  if (type.kind !== 'text' || type.literals === undefined || type.literals.length === 0) return false;
  return type.literals.every((literal) => {
    if (kind === 'reference') return uuid.test(literal);
    const [isDay, isMoment] = [parseDay(literal) !== undefined, parseMoment(literal) !== undefined];
    return kind === 'instant' ? isDay || isMoment : kind === 'day' ? isDay : isMoment;
  });
}

/** The day or moment a type is or reads as; undefined for every other type. */
export function timeOf(type: ExpressionType): 'day' | 'moment' | undefined {
  if (type.kind === 'day' || type.kind === 'moment') return type.kind;
  if (readsAs(type, 'day')) return 'day';
  return readsAs(type, 'moment') ? 'moment' : undefined;
}

/** The literals of a text that are no value of a dictionary. */
export function strangers(type: ExpressionType, values: readonly string[]): readonly string[] {
  return type.kind === 'text' ? (type.literals ?? []).filter((literal) => !values.includes(literal)) : [];
}

/** The type of what is one of two; undefined where they do not go together. */
export function eitherOf(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a.kind === 'unknown' || b.kind === 'unknown') return unknown;
  if (a.kind === 'null') return b;
  if (b.kind === 'null') return a;
  return eitherText(a, b) ?? (a.kind === b.kind ? eitherAlike(a, b) : (eitherReference(a, b) ?? eitherTime(a, b)));
}

function eitherText(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a.kind === 'text' && b.kind === 'text')
    return a.literals === undefined || b.literals === undefined
      ? text
      : { kind: 'text', literals: [...a.literals, ...b.literals] };
  const [choice, other] = a.kind === 'enum' ? [a, b] : [b, a];
  if (choice.kind !== 'enum') return undefined;
  if (other.kind === 'enum') return other.dictionary === choice.dictionary ? choice : text;
  if (other.kind !== 'text') return undefined;
  return other.literals !== undefined && strangers(other, choice.values).length === 0 ? choice : text;
}

function eitherAlike(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a.kind === 'masked') return undefined;
  if (a.kind === 'number' && b.kind === 'number') return { kind: 'number', whole: a.whole && b.whole };
  if (a.kind === 'reference' && b.kind === 'reference') return a.entity === b.entity ? a : { kind: 'reference' };
  if (a.kind !== 'list' || b.kind !== 'list') return a;
  const of = eitherOf(a.of, b.of);
  return of === undefined ? undefined : { kind: 'list', of };
}

/** A reference and texts that are ids. */
function eitherReference(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a.kind === 'reference' && readsAs(b, 'reference')) return a;
  return b.kind === 'reference' && readsAs(a, 'reference') ? b : undefined;
}

/** A time and texts that read as the same kind of time. */
function eitherTime(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  const [first, second] = [timeOf(a), timeOf(b)];
  return first !== undefined && first === second ? { kind: first } : undefined;
}
