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
