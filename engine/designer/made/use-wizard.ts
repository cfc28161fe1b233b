import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEngine } from '../../react/index.ts';
import type { Place } from './made-place.tsx';
import type { Source } from './made-source.tsx';
import type {
  BoardChoices,
  BoardOffers,
  Choices,
  ListChoices,
  ListOffers,
  MadePage,
  Offer,
  Sources,
} from './made-types.ts';

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
type Offers = { readonly list?: ListOffers; readonly board?: BoardOffers };

function useOffers({ kind, name }: Source) {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['design', 'made', 'offers', kind, name],
    enabled: name !== undefined,
    queryFn: async ({ signal }): Promise<Offers> => {
      const options = { ...quiet, signal };
      return kind === 'list'
        ? { list: await client.callAt<ListOffers>('/v1/design/made/offers/view', { entity: name }, options) }
        : { board: await client.callAt<BoardOffers>('/v1/design/made/board/offers/view', { dataset: name }, options) };
    },
    staleTime: 0,
  });
}

/** The state of the wizard: where a page comes from, what is chosen of that, what it is called and who has it. */
export function useWizard(page: MadePage | undefined, sources: Sources | undefined) {
  const [source, setSource] = useState<Source>(() => sourceOf(page?.choices));
  const [choices, setChoices] = useState<Choices | undefined>(page?.choices);
  const [place, setPlace] = useState<Place>(() => placeOf(page));
  const offers = useOffers(source);
  const title = [...(sources?.entities ?? []), ...(sources?.datasets ?? [])].find(
    ({ name }) => name === source.name,
  )?.title;
  const offered = offers.data;
  const isChosen = choices !== undefined && sourceOf(choices).name === source.name && choices.kind === source.kind;
  useEffect(() => {
    if (isChosen || offered === undefined || source.name === undefined) return;
    const usual = usualChoices(source.name, title ?? '', offered);
    if (usual === undefined) return;
    setChoices(usual);
    const isBoard = usual.kind === 'dashboard';
    setPlace((before) => ({ ...before, title: `${title ?? ''}${isBoard ? '看板' : ''}`, slug: usual.slug }));
  }, [isChosen, offered, source, title]);
  const whole = isChosen ? { ...choices, title: place.title.trim(), slug: place.slug.trim() } : undefined;
  return { source, setSource, choices: whole, setChoices, place, setPlace, offers };
}

function sourceOf(choices: Choices | undefined): Source {
  if (choices === undefined) return { kind: 'list', name: undefined };
  return choices.kind === 'list'
    ? { kind: 'list', name: choices.entity }
    : { kind: 'dashboard', name: choices.dataset };
}

function placeOf(page: MadePage | undefined): Place {
  if (page === undefined) return { title: '', slug: '', parent: null, roles: [] };
  const { choices, parent, roles } = page;
  return { title: choices.title, slug: choices.slug, parent, roles };
}

/** What is chosen before anybody chooses. */
function usualChoices(name: string, title: string, { list, board }: Offers): Choices | undefined {
  const usual = (offers: readonly Offer[]) => offers.filter(({ isUsual }) => isUsual).map(({ key }) => key);
  if (list !== undefined) {
    const { columns, filters, fields, buttons, slug } = list;
    const chosen: ListChoices = {
      ...{ kind: 'list', title, slug, entity: name, columns: usual(columns), filters: usual(filters) },
      ...{ fields: usual(fields), buttons: usual(buttons) },
    };
    return chosen;
  }
  if (board === undefined) return undefined;
  const [dimension] = usual(board.dimensions);
  const chosen: BoardChoices = {
    ...{ kind: 'dashboard', title, slug: board.slug, dataset: name, measures: usual(board.measures) },
    ...(dimension === undefined ? {} : { dimension, chart: 'bar' }),
  };
  return chosen;
}
