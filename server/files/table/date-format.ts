const builtInDates: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a number format shows a date: one of those built in, or a code with year, month, day or hour. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([from, to]) => id >= from && id <= to);
  const letters = code.replace(/"[^"]{0,200}"|\\.|\[[^\]]{0,60}\]/g, '');
  return /[ymdhs年月日]/i.test(letters) && !/general/i.test(letters);
}
