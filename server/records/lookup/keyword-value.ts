import type { EntityDocument, EntityField, MaskKind } from '../../../engine/model/documents/index.ts';
import { fieldTypes } from '../../../engine/model/fields/index.ts';

/** What whole values of a kind look like; text of any other form is not taken for one when it is typed as a keyword. */
const forms: Readonly<Record<MaskKind, RegExp>> = {
  mobile: /^\+?\d[\d\s()-]{2,19}$/,
  idcard: /^\d{17}[\dXx]$|^\d{15}$/,
  bankcard: /^\d{12,19}$/,
  email: /^\S+@\S+$/,
  // Letters alone are names in pinyin; an account of letters alone is found by its own condition.
  wechat: /^1\d{10}$|^(?=\w*[\d_-])[A-Za-z][\w-]{5,19}$/,
  address: /\d{6}|@/,
  text: /\d{6}|@/,
};

/**
 * The whole value of a masked field that a keyword, also given in its normal form, reads like, in its stored form; undefined where it is plainly something
 * else. Such a keyword is a lookup, so names, words and the entity's own numbers must not be taken for one.
 */
export function wholeValueIn(
  { keyword, normal }: { readonly keyword: string; readonly normal: string },
  field: EntityField,
  entity: EntityDocument,
): string | undefined {
  if (field.mask === undefined) return undefined;
  const { lookup } = fieldTypes[field.type];
  if (lookup !== undefined) return lookup(normal);
  const value = keyword.trim();
  return forms[field.mask].test(value) && !isOwnNumber(value, entity) ? value : undefined;
}

/** Whether a text is a number that the entity itself gives, such as `KH20260101000001`. */
function isOwnNumber(text: string, { fields }: EntityDocument): boolean {
  return fields.some(({ sequence }) => {
    const rest = sequence === undefined ? '' : text.toUpperCase().replace(sequence.prefix.toUpperCase(), '');
    return sequence !== undefined && rest.length < text.length && /^\d+$/.test(rest);
  });
}
