import { isMadeName } from '../../engine/model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../engine/model/json/index.ts';

/** What leads to what: a list to pages of one record, a form to a list. */
const ranks: Readonly<Record<string, number>> = { detail: 0, panorama: 0, form: 2 };

/** Whether a page shows one record: it is opened from where that is named. */
export function isOfRecord(document: unknown): boolean {
  return isJsonObject(document) && ranks[String(document.kind)] === 0;
}

/** Pages made in the app in turns, those first that others lead to. */
export function inTurns<Page extends { readonly document: unknown }>(
  pages: readonly Page[],
): readonly (readonly Page[])[] {
  const rankOf = ({ document }: Page) => (isJsonObject(document) ? (ranks[String(document.kind)] ?? 1) : 1);
  return [0, 1, 2].map((rank) => pages.filter((page) => rankOf(page) === rank)).filter((turn) => turn.length > 0);
}

/** A page that leads to none made in the app that is not in force: what led there stays, and leads nowhere. */
export function withoutGoneLinks(json: JsonObject, isKnown: (page: string) => boolean): JsonObject {
  const isGone = ({ link }: JsonObject) => typeof link === 'string' && isMadeName(link) && !isKnown(link);
  const kept = (part: JsonObject): JsonObject => {
    if (!isGone(part)) return part;
    const { link: _, ...rest } = part;
    return rest;
  };
  const { columns } = json;
  const own = kept(json);
  if (!Array.isArray(columns)) return own;
  return { ...own, columns: columns.map((column: unknown) => (isJsonObject(column) ? kept(column) : column)) };
}
