const day = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
const leapYears1904 = 1462;

/**
 * A spreadsheet's day number as people write it: `2026-03-01`, with the time behind it where there is one. Undefined
 * outside of 1900-03-01 to 9999-12-31, where the count is not sound.
 */
export function serialDate(serial: number, since1904 = false): string | undefined {
  const days = since1904 ? serial + leapYears1904 : serial;
  if (!(days >= 61 && days < 2_958_466)) return undefined;
  // Spreadsheets keep times as fractions; seconds are as exact as they are meant.
  const moment = new Date(Math.round((epoch + days * day) / 1000) * 1000).toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment.slice(0, 19).replace('T', ' ');
}
