/**
 * How an amount is written in Chinese capitals, as receipts and agreements have it: steps over the text of the amount in
 * whole fen, each a pattern, in the regular expressions that the browser and the database read alike, and what stands in
 * the place of what it finds everywhere; `\1` is what its first part found. The digits are made capitals after the first.
 */
export const capitalSteps: readonly (readonly [find: string, put: string])[] = [
  // Eighteen digits: four times four of yuan, one of jiao, one of fen.
  ['^(-?)', '\\1000000000000000000'],
  ['^(-?)0+(.{18})$', '\\1\\2'],
  ['-', '负'],
  // Each of four digits by its place, each four by theirs.
  ['([^负])([^负])([^负])([^负])', '\\1仟\\2佰\\3拾\\4,'],
  ['^([^,]*),([^,]*),([^,]*),([^,]*),(.)(.)$', '\\1万\\2亿\\3万\\4元\\5角\\6分'],
  // What is nothing is not said, but that something is left out in between.
  ['^(负?)(?:零[仟佰拾]?[万亿]?)+', '\\1'],
  ['零[仟佰拾]', '零'],
  ['零+', '零'],
  ['零([万亿元])', '\\1'],
  ['亿万', '亿'],
  ['零角零分$', '整'],
  ['零分$', '整'],
  ['零角', '零'],
  ['^(负?)元整$', '\\1零元整'],
  ['^(负?)元零?', '\\1'],
];

/** The digits, and the capitals they are written as. */
export const capitalDigits = { from: '0123456789', to: '零壹贰叁肆伍陆柒捌玖' } as const;

/** What an amount reaches at most, in fen: what has more than sixteen digits of yuan is written as nothing. */
export const maxCapitals = 10n ** 18n;

/** An amount in whole fen in Chinese capitals, such as 壹仟零伍元贰角整; undefined for one that is too large. */
export function capitalsOf(fen: bigint): string | undefined {
  if (fen <= -maxCapitals || fen >= maxCapitals) return undefined;
  let text = String(fen);
  for (const [at, { find, put }] of steps.entries()) {
    text = text.replace(find, put);
    if (at === 1) text = text.replace(/\d/g, (digit) => capitalDigits.to.charAt(Number(digit)));
  }
  return text;
}

const steps = capitalSteps.map(([find, put]) => ({
  find: new RegExp(find, 'g'),
  put: put.replace(/\\(\d)/g, '$$$1'),
}));
