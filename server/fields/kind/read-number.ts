/** The digits of a number as people and spreadsheets write it, without grouping and signs of money. */
function plainNumber(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[,\s¥￥$]|元$/g, '');
  return /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/.test(digits) ? digits : undefined;
}

export function readDecimal(text: string): number | undefined {
  const digits = plainNumber(text);
  return digits === undefined ? undefined : Number(digits);
}

export function readWhole(text: string): number | undefined {
  const value = readDecimal(text);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** Yuan as cents, by digits, so that no fraction is lost or made up. */
export function readCents(text: string): number | undefined {
  const [, sign = '', yuan = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(plainNumber(text) ?? '-') ?? [];
  const exact = fraction.replace(/0+$/, '');
  if (yuan + fraction === '' || exact.length > 2) return undefined;
  const value = Number(`${sign}${yuan}${exact.padEnd(2, '0')}`);
  return Number.isSafeInteger(value) ? value : undefined;
}
