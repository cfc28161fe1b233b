import type { EntityField } from '../../model/documents/index.ts';
import type { JsonObject } from '../../model/json/index.ts';

/** Types a field made in the app may have, in the order they are offered. */
export const customTypes = [
  ...['string', 'text', 'int', 'decimal', 'money', 'bool', 'date', 'month', 'datetime', 'enum', 'ref', 'refs'],
  ...['mobile', 'email', 'url', 'idcard', 'file', 'files', 'image', 'images', 'color', 'html'],
] as const;

const texts: ReadonlySet<string> = new Set(['string', 'text', 'mobile', 'email', 'url', 'idcard']);
const numbers: ReadonlySet<string> = new Set(['int', 'decimal', 'money']);
const many: ReadonlySet<string> = new Set(['refs', 'file', 'files', 'image', 'images', 'html', 'text']);

/** What can be said of a field of a type. */
export function settingsOf(type: string, isMasked: boolean) {
  const isText = texts.has(type);
  return {
    isText,
    isNumber: numbers.has(type),
    hasLength: type === 'string' || type === 'text',
    canBeUnique: type === 'string' || type === 'int' || type === 'mobile' || type === 'email' || type === 'idcard',
    canBeSearched: isText,
    canBeSorted: !many.has(type) && !isMasked && type !== 'ref',
    canBeMasked: isText && type !== 'url' && type !== 'text',
    hasDefault: (isText || numbers.has(type) || type === 'bool' || type === 'enum') && !isMasked,
  };
}

/** A default as one types it, from the expression that is kept. */
export function typedDefault({ defaultValue }: Pick<EntityField, 'defaultValue'>): string {
  const quoted = /^'(.*)'$/s.exec(defaultValue ?? '')?.[1];
  return quoted === undefined ? (defaultValue ?? '') : quoted.replace(/\\(['\\])/g, '$1');
}

/** The expression of a default that was typed. */
export function keptDefault(type: string, typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  if (numbers.has(type) || type === 'bool') return typed.trim();
  return `'${typed.replace(/['\\]/g, (letter) => `\\${letter}`)}'`;
}

/** The field without what nobody said of it. */
export function fieldOf(draft: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
    ),
  );
}
