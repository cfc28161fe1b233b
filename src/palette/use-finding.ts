import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FoundRecord } from '../../contract/record/search.ts';
import { type AskedAction, askForAction } from '../../engine/react/index.ts';
import { client, queries } from '../api/client.ts';
import { useText } from '../locales/i18n.ts';
import { useDial } from '../telephony-port/telephony-port.ts';
import type { Finding, PaletteEntry } from './entries.ts';

/** How long somebody has to stop typing before the server is asked. */
const pauseMilliseconds = 200;
/** A single letter or figure would find nearly everybody; a single Chinese character is a name. */
const worthAsking = /\p{Script=Han}|\S.*\S/u;

/** Looks for people and things by what is typed into the palette, a moment after the last key. */
export function useFinding(query: string): Finding {
  const wanted = worthAsking.test(query) ? query.trim() : '';
  const keyword = useLater(wanted);
  const t = useText();
  const navigate = useNavigate();
  const entryOf = useFoundEntry();
  const { data, error, isFetching } = useQuery(
    {
      queryKey: ['global-search', keyword],
      queryFn: ({ signal }) => client.call('/v1/search/query', { keyword }, { quiet: true, signal }),
      enabled: keyword !== '',
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    },
    queries,
  );
  const allEntry = (entity: string, title: string, path: string): PaletteEntry => ({
    key: `found:${entity}`,
    title: t('palette.all', { title }),
    detail: keyword,
    use: () => void navigate({ pathname: path, search: `?${new URLSearchParams({ q: keyword })}` }),
  });
  if (wanted === '') return { groups: [], isLooking: false };
  const groups = (data ?? []).map(({ entity, title, records, hasMore, list }) => ({
    key: `found:${entity}`,
    title,
    entries: [
      ...records.map((record) => entryOf(entity, record)),
      ...(hasMore && list !== null ? [allEntry(entity, title, list.path)] : []),
    ],
  }));
  return {
    groups,
    isLooking: keyword !== wanted || isFetching,
    ...(error === null ? {} : { refusal: error.message }),
  };
}

/** A value once it has not changed for a moment. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

/** Opens the page of a record, and there the form of an action. */
function actOn(asked: AskedAction, open: () => void): void {
  askForAction(asked);
  open();
}

/** A record that was found as the palette offers it. */
function useFoundEntry(): (entity: string, record: FoundRecord) => PaletteEntry {
  const navigate = useNavigate();
  const dial = useDial();
  return (entity, { id, label, facts, dial: field, act, place }) => {
    const { page, path } = place;
    const params = place.id === null ? { q: place.keyword ?? label } : { id: place.id };
    const open = () => void navigate({ pathname: path, search: `?${new URLSearchParams(params)}` });
    return {
      key: `found:${entity}:${id}`,
      title: label,
      detail: facts.map(({ text }) => text).join(' · '),
      use: open,
      ...(act === null ? {} : { act: { title: act.title, use: () => actOn({ page, id, action: act.key }, open) } }),
      ...(field === null || dial === undefined ? {} : { dial: () => dial({ entity, id, field, page, rest: [] }) }),
    };
  };
}
