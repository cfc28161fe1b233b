import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DesignTitles, nodeKind, nodeTitle, propertyTitle, valueText } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath, valueAt } from '../../model/layers/index.ts';
import { together, useEngine } from '../../react/index.ts';
import { apiDesignStore } from '../store/api-design-store.ts';
import { type DesignText, useDesignText } from '../texts/use-design-text.ts';
import type { EditGroup, UpgradeEdit } from './upgrade-edits.ts';

/** An edit in words: where it is, and the three values. */
export type EditWords = {
  readonly place: string;
  readonly was: string;
  readonly is: string;
  readonly mine: string;
};

/** Words for the edits of a page, once its documents have come, as asked; before that, the path and the values as they are. */
export function useEditWords({ page, level, role }: EditGroup) {
  const t = useDesignText();
  const { client } = useEngine();
  const words = useQuery({
    queryKey: ['design', 'words', page, level, role],
    queryFn: async () => {
      const store = apiDesignStore(client);
      const target = { page, level, ...(role === null ? {} : { role }) };
      const [view, parts] = await Promise.all([store.view(target), store.parts(target)]);
      return { view, parts };
    },
    staleTime: 60_000,
  });
  const { data } = words;
  const wordsOf = useMemo(() => {
    if (data === undefined) return (edit: UpgradeEdit) => plainWords(t, edit);
    const { view, parts } = data;
    const titles: DesignTitles = {
      entities: byName(parts.entities),
      dictionaries: byName(parts.dictionaries),
      datasets: byName(parts.datasets),
      pages: byName(parts.pages),
    };
    return (edit: UpgradeEdit) => editWords(t, edit, [view.document, view.shipped], titles);
  }, [data, t]);
  return { wordsOf, words };
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}

function plainWords(t: DesignText, { at, was, is, mine }: UpgradeEdit): EditWords {
  return { place: at, was: plain(t, was), is: plain(t, is), mine: plain(t, mine) };
}

function editWords(
  t: DesignText,
  edit: UpgradeEdit,
  documents: readonly JsonObject[],
  titles: DesignTitles,
): EditWords {
  const path = parseKeyPath(edit.at) ?? [];
  // What it hangs on may be gone from one of them.
  const document = documents.find((one) => valueAt(one, path) !== undefined) ?? documents[0] ?? {};
  const told = (value: unknown) =>
    isJsonObject(value) ? itemText(t, value, titles, document, path) : valueText(document, path, value, titles);
  return {
    place: placeText(t, document, path, titles, edit),
    was: told(edit.was),
    is: told(edit.is),
    mine: told(edit.mine),
  };
}

function placeText(
  t: DesignText,
  document: JsonObject,
  path: readonly string[],
  titles: DesignTitles,
  edit: UpgradeEdit,
): string {
  const kind = nodeKind(document, path);
  const title = nodeTitle(document, path, titles);
  if (kind !== title) {
    const known = [edit.mine, edit.was].find((value) => isJsonObject(value) && typeof value.title === 'string');
    const own = valueAt(document, path) === undefined && isJsonObject(known) ? String(known.title) : title;
    return t('designer.place.item', { kind, title: own });
  }
  const holder = path.slice(0, -1);
  const property = propertyTitle(document, path);
  if (holder.length < 2) return property;
  const around = { kind: nodeKind(document, holder), title: nodeTitle(document, holder, titles) };
  return t('designer.place.property', { ...around, property });
}

/** An item as its properties say: 字段 手机号，宽度 130. */
function itemText(
  t: DesignText,
  value: JsonObject,
  titles: DesignTitles,
  document: JsonObject,
  path: readonly string[],
): string {
  const parts = Object.entries(value)
    .filter(([name]) => name !== 'key')
    .map(
      ([name, inner]) =>
        `${propertyTitle(document, [...path, name])} ${valueText(document, [...path, name], inner, titles)}`,
    );
  return parts.length === 0 ? t('designer.value.some') : together(parts);
}

function plain(t: DesignText, value: unknown): string {
  if (value === undefined) return t('designer.value.none');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
