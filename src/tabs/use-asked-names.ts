import { useEffect, useRef } from 'react';
import { maxNamedRecords } from '../../contract/record/record-words.ts';
import { client } from '../api/client.ts';
import { nameRecords, type RecordPlace, useNamesOf } from './record-names.ts';

/** Asks what records are called that no page has shown: their tabs were opened beside, or they were kept over a reload. */
export function useAskedNames(places: readonly RecordPlace[]): void {
  const nameOf = useNamesOf();
  const asked = useRef(new Set<string>());
  const wanted = places.filter(
    (place) => nameOf(place) === undefined && !asked.current.has(`${place.page} ${place.id}`),
  );
  useEffect(() => {
    const records = wanted.slice(0, maxNamedRecords);
    if (records.length === 0) return;
    // Asked once: a record without a name there leaves the title of its page.
    for (const { page, id } of records) asked.current.add(`${page} ${id}`);
    const ask = async () => nameRecords(await client.call('/v1/sys/record/name/query', { records }, { quiet: true }));
    ask().catch(() => undefined);
  });
}
