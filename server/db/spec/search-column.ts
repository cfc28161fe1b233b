import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { isStored } from '../../../engine/model/entity/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { isCustomKey, toColumn } from '../../../engine/model/naming/index.ts';
import { pinyinColumn } from './columns.ts';
import { quote } from './names.ts';

/** The column in which keywords are looked for: all searchable texts of a row in one normal form. */
export const searchColumn = 'search_text';

/** The fields whose parts a keyword finds; masked ones are found by their whole value elsewhere. */
export function searchedFields(entity: EntityDocument): readonly EntityField[] {
  return entity.fields.filter((field) => isSearchedText(field) && !isCustomKey(field.key));
}

/**
 * The fields made in the app whose parts a keyword finds: each by an index of its own, since another expression of the
 * search text would write every row anew.
 */
export function customSearched(entity: EntityDocument): readonly EntityField[] {
  return entity.fields.filter((field) => isSearchedText(field) && isCustomKey(field.key));
}

/** The search text of one such field. */
export function customSearchSql(column: string): string {
  return `(${searchTextOf(`coalesce(${column}, '')`, [])})`;
}

function isSearchedText(field: EntityField): boolean {
  return (
    field.searchable === true &&
    field.secret !== true &&
    field.mask === undefined &&
    isStored(field) &&
    kindOfValue(field) === 'text'
  );
}

/** The references by which a keyword also finds a row: by the texts of what they refer to. */
export function searchedReferences(entity: EntityDocument): readonly EntityField[] {
  return entity.fields.filter((field) => field.searchable === true && field.type === 'ref');
}

/** Whether a field is also found by how it is spoken. */
export function isSpelled(field: EntityField): boolean {
  return field.pinyin === true && field.mask === undefined && isStored(field);
}

// Characters in which one alone means something; in front of them no word needs to begin.
const notHan = '[^\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\U00020000-\\U0003ffff]+';
/** Longest text of which every pair of characters is found. */
const paired = 400;

/**
 * The search text as SQL, for a generated column, so that it is right whoever writes the row: the fields in normal form
 * (NFKC, small letters), their pinyin, and every pair of Chinese characters as a word of its own. A trigram index knows
 * the beginnings of words, so that one or two characters are found through it too, wherever they stand.
 */
export function searchExpression(entity: EntityDocument): string | undefined {
  const fields = searchedFields(entity);
  if (fields.length === 0) return undefined;
  const texts = fields.map(({ key }) => `coalesce(${quote(toColumn(key))}, '')`).join(" || ' ' || ");
  const spelled = fields.filter(isSpelled).map(({ key }) => `coalesce(${quote(pinyinColumn(key))}, '')`);
  return searchTextOf(texts, spelled);
}

function searchTextOf(texts: string, spelled: readonly string[]): string {
  const normal = `lower(normalize(${texts}, NFKC))`;
  const han = `regexp_replace(left(${normal}, ${paired}), '${notHan}', ' ', 'g')`;
  const pairs = (text: string) => `regexp_replace(${text}, '(..)', '\\1 ', 'g')`;
  const parts = [normal, ...spelled, pairs(han), pairs(`substr(${han}, 2)`)];
  return `' ' || ${parts.join(" || ' ' || ")}`;
}

/** Whether the pairs of all Chinese text of a row are in its search text, however long its fields are filled. */
export function holdsAllPairs(entity: EntityDocument): boolean {
  const lengths = searchedFields(entity).map((field) => field.maxLength ?? Number.POSITIVE_INFINITY);
  return lengths.reduce((sum, length) => sum + length + 1, 0) <= paired;
}
