/** The kinds of notices, as the dictionary of their types has them, with their names. */
const texts = {
  10: 'notify.type.10',
  11: 'notify.type.11',
  12: 'notify.type.12',
  13: 'notify.type.13',
  14: 'notify.type.14',
  15: 'notify.type.15',
  16: 'notify.type.16',
  17: 'notify.type.17',
} as const;

/** The kinds by their keys. */
export const noticeKinds: readonly string[] = Object.keys(texts);

/** The name of a kind, as a key of the texts. */
export function kindText(type: string): (typeof texts)[keyof typeof texts] | 'notify.type.other' {
  const known = Object.entries(texts).find(([key]) => key === type);
  return known === undefined ? 'notify.type.other' : known[1];
}
