import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sameJson } from '../../model/layers/index.ts';
import { useEngine } from '../../react/index.ts';
import { type MadeText, useMadeText } from '../texts/use-made-text.ts';
import type { Place } from './made-place.tsx';
import type { Source } from './made-source.tsx';
import type { BoardChoices, BoardOffers, Choices, EntityOffers, MadePage, Offer, Sources } from './made-types.ts';

const quiet = { quiet: true } as const;

/** What a page can be made from, and where it can stand. */
export function useSources() {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['design', 'made', 'sources'],
    queryFn: ({ signal }) => client.callAt<Sources>('/v1/design/made/sources/view', {}, { ...quiet, signal }),
    staleTime: 0,
  });
}

/** What of its source a page can show. */
type Offers = { readonly entity?: EntityOffers; readonly board?: BoardOffers };

function useOffers({ kind, name }: Source) {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['design', 'made', 'offers', kind, name],
    enabled: name !== undefined,
    queryFn: async ({ signal }): Promise<Offers> => {
      const options = { ...quiet, signal };
      if (kind === 'dashboard')
        return {
          board: await client.callAt<BoardOffers>('/v1/design/made/board/offers/view', { dataset: name }, options),
        };
      const input = { entity: name, kind };
      return { entity: await client.callAt<EntityOffers>('/v1/design/made/offers/view', input, options) };
    },
    staleTime: 0,
  });
}

/** The state of the wizard: where a page comes from, what is chosen of that, what it is called and who has it. */
export function useWizard(page: MadePage | undefined, sources: Sources | undefined) {
  const t = useMadeText();
  const [source, setSource] = useState<Source>(() => sourceOf(page?.choices));
  const [choices, setChoices] = useState<Choices | undefined>(page?.choices);
  const [place, setPlace] = useState<Place>(() => placeOf(page));
  const offers = useOffers(source);
  const of = [...(sources?.entities ?? []), ...(sources?.datasets ?? [])].find(({ name }) => name === source.name);
  const title = titleOf(t, source.kind, of?.title ?? '');
  const offered = offers.data;
  const isChosen = choices !== undefined && sourceOf(choices).name === source.name && choices.kind === source.kind;
  useEffect(() => {
    if (isChosen || offered === undefined || source.name === undefined) return;
    const usual = usualChoices({ ...source, name: source.name }, title, offered);
    if (usual === undefined) return;
    setChoices(usual);
    const { slug } = usual;
    setPlace((before) => ({
      ...before,
      title: usual.title,
      slug,
      ...(isOfRecord(usual.kind) ? { parent: null } : {}),
    }));
  }, [isChosen, offered, source, title]);
  const whole = isChosen ? { ...choices, title: place.title.trim(), slug: place.slug.trim() } : undefined;
  const isTouched =
    page === undefined ? source.name !== undefined : !sameJson([whole, place], [page.choices, placeOf(page)]);
  return { source, setSource, choices: whole, setChoices, place, setPlace, offers, isTouched };
}

function sourceOf(choices: Choices | undefined): Source {
  if (choices === undefined) return { kind: 'list', name: undefined };
  return { kind: choices.kind, name: choices.kind === 'dashboard' ? choices.dataset : choices.entity };
}

/** Whether a page shows one record: it is opened where that is named, and has no place in the menu. */
export function isOfRecord(kind: string): boolean {
  return kind === 'panorama' || kind === 'detail';
}

/** What a page is called before anybody names it. */
function titleOf(t: MadeText, kind: Source['kind'], title: string): string {
  return kind === 'list' ? title : t(`designer.made.called.${kind}`, { title });
}

function placeOf(page: MadePage | undefined): Place {
  if (page === undefined) return { title: '', slug: '', parent: null, roles: [] };
  const { choices, parent, roles } = page;
  return { title: choices.title, slug: choices.slug, parent, roles };
}

type Named = { readonly kind: Source['kind']; readonly name: string };

/** What is chosen before anybody chooses. */
function usualChoices({ kind, name }: Named, title: string, { entity, board }: Offers): Choices | undefined {
  if (kind === 'dashboard') return board === undefined ? undefined : usualBoard(name, title, board);
  if (entity === undefined) return undefined;
  const base = { title, slug: entity.slug, entity: name, fields: usual(entity.fields) };
  const opens = usual(entity.opens)[0];
  if (kind === 'form') return { ...base, kind };
  const buttons = usual(entity.buttons);
  if (kind === 'panorama' || kind === 'detail')
    return { ...base, kind, facts: usual(entity.facts), tags: usual(entity.tags), tabs: usual(entity.tabs), buttons };
  return {
    ...{ ...base, kind, columns: usual(entity.columns), filters: usual(entity.filters), buttons },
    ...(opens === undefined ? {} : { opens }),
    ...(kind === 'kanban' ? { lane: usual(entity.lanes)[0] } : {}),
  };
}

function usualBoard(name: string, title: string, { measures, dimensions, slug }: BoardOffers): BoardChoices {
  const [dimension] = usual(dimensions);
  return {
    ...{ kind: 'dashboard', title, slug, dataset: name, measures: usual(measures) },
    ...(dimension === undefined ? {} : { dimension, chart: 'bar' }),
  };
}

function usual(offers: readonly Offer[]): readonly string[] {
  return offers.filter(({ isUsual }) => isUsual).map(({ key }) => key);
}
