import { type RawBuilder, sql } from 'kysely';

/** Most words of a keyword that are looked for; what comes after them is left out. */
const maxWords = 8;
const longest = 100;
const han = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]+/u;

/** Letters up to which a keyword is taken to find very many: of Chinese a family name, of others a syllable. */
const common = { chinese: 1, other: 3 } as const;

/** A keyword in the form of the search text: NFKC (full-width letters become plain ones), small letters. */
export function normalKeyword(keyword: string): string {
  return keyword.slice(0, longest).normalize('NFKC').toLowerCase().trim();
}

/** Whether a keyword is taken to find very many rows. */
export function isCommonText(keyword: string): boolean {
  const normal = normalKeyword(keyword);
  const isChinese = /\p{Script=Han}/u.test(normal);
  return [...normal].length <= (isChinese ? common.chinese : common.other);
}

/**
 * Rows whose search text holds every word of a normal keyword; undefined where it has none. Three characters and more
 * are found anywhere. Of one or two, Chinese ones are found anywhere and others where a word begins: both are
 * beginnings of words in the search text, which a trigram index knows.
 */
export function keywordSql(column: RawBuilder<unknown>, normal: string): RawBuilder<unknown> | undefined {
  const words = normal.split(/\s+/).filter((word) => word !== '');
  const conditions = words.slice(0, maxWords).flatMap((word) => wordPatterns(word));
  if (conditions.length === 0) return undefined;
  return sql.join(
    conditions.map((pattern) => sql`${column} like ${pattern}`),
    sql` and `,
  );
}

function wordPatterns(word: string): readonly string[] {
  const [chinese] = han.exec(word) ?? [];
  const anywhere = `%${escapeLike(word)}%`;
  if ([...word].length >= 3) return [anywhere];
  if (chinese === undefined || chinese === word) return [`% ${escapeLike(word)}%`];
  // A Chinese character beside another: its pair tells which rows to look at, the whole which of them it is.
  return [`% ${chinese}%`, anywhere];
}

/**
 * What the search text of a row must hold where one of its fields holds this text, so that its index narrows down a
 * condition on the field; undefined where it cannot tell. `hasAllPairs`: see `holdsAllPairs`.
 */
export function holdingSql(
  column: RawBuilder<unknown>,
  text: string,
  hasAllPairs: boolean,
): RawBuilder<unknown> | undefined {
  const normal = normalKeyword(text);
  if ([...normal].length >= 3) return sql`${column} like ${`%${escapeLike(normal)}%`}`;
  const [chinese] = han.exec(normal) ?? [];
  return hasAllPairs && chinese !== undefined && chinese === normal ? sql`${column} like ${`% ${normal}%`}` : undefined;
}

/** A text as LIKE takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
}
