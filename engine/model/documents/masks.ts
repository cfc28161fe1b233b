import type { EntityField } from '../generated/documents.ts';

/** How a masked value is shown. */
export type MaskKind = NonNullable<EntityField['mask']>;

/** Every kind of mask. */
export const maskKinds: readonly MaskKind[] = ['mobile', 'idcard', 'email', 'wechat', 'bankcard', 'address', 'text'];

/** What a role sees of masked fields. */
export type MaskMode = 'plain' | 'mask' | 'hidden';

const hide = (value: string, head: number, tail: number): string => {
  const letters = [...value];
  if (letters.length <= head + tail) return '*'.repeat(Math.max(letters.length, 3));
  return `${letters.slice(0, head).join('')}${'*'.repeat(letters.length - head - tail)}${tail === 0 ? '' : letters.slice(-tail).join('')}`;
};

/** The value as staff without clear sight get it: `138****5678`, first three and last four of an id card, … */
export function maskValue(kind: MaskKind, value: string): string {
  switch (kind) {
    case 'mobile':
      return hide(value, 3, 4);
    case 'idcard':
      return hide(value, 3, 4);
    case 'bankcard':
      return hide(value, 0, 4);
    case 'email': {
      const at = value.indexOf('@');
      return at < 0 ? hide(value, 1, 0) : `${hide(value.slice(0, at), 1, 0)}${value.slice(at)}`;
    }
    case 'wechat':
      return hide(value, 2, 1);
    case 'address':
      return hide(value, 6, 0);
    case 'text':
      return '*'.repeat(6);
  }
}

/**
 * Normalises a mobile number as people write it: full-width digits, spaces, dashes, brackets, unseen marks and a
 * leading +86, 0086 or 86 are dropped. Undefined when what remains is no mainland mobile number.
 */
export function normaliseMobile(text: string): string | undefined {
  const digits = plainNumber(text).replace(/^86(?=1\d{10}$)/, '');
  return /^1[3-9]\d{9}$/.test(digits) ? digits : undefined;
}

/** A landline with its area code as digits alone, however it was written; undefined for anything else. */
export function normaliseLandline(text: string): string | undefined {
  const plain = plainNumber(text);
  // From abroad the area code has no zero before it.
  const digits = plain === halfWidth(text) || plain.startsWith('0') ? plain : `0${plain}`;
  return /^0(?:(?:10|2\d)[2-9]\d{7}|[3-9]\d{2}[2-9]\d{6,7})$/.test(digits) ? digits : undefined;
}

/** Any number that can be called as digits alone: a mobile, a landline, a short number of the line itself; else undefined. */
export function normaliseNumber(text: string): string | undefined {
  const digits = normaliseMobile(text) ?? normaliseLandline(text) ?? halfWidth(text).replace('+', '');
  return /^\d{3,20}$/.test(digits) ? digits : undefined;
}

/** Without what people put between digits, and without the code of the country. */
function plainNumber(text: string): string {
  return halfWidth(text).replace(/^(\+86|0086)/, '');
}

function halfWidth(text: string): string {
  // Dashes of all kinds; marks nobody sees come along from address books.
  return text.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}\u2212()（）.·]/gu, '');
}
