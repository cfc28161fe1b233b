import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecycledAnswer } from '../../contract/recycle.ts';
import { useEngine } from '../../engine/react/index.ts';

/** A deleted record that can be restored. */
export type Recycled = RecycledAnswer['list'][number];
/** A kind of records of which there are deleted ones. */
export type RecycledKind = RecycledAnswer['kinds'][number];

/** What is looked for among what was deleted. */
export type Sought = {
  readonly entity?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly mine?: boolean | undefined;
  readonly page?: number | undefined;
};

const recycledKey = ['recycled'];

/** A page of what was deleted. */
export function useRecycled({ size, ...sought }: Sought & { readonly size: number }) {
  const { client } = useEngine();
  const { entity = null, search = null, from = null, to = null, mine = false, page = 1 } = sought;
  const body = { entity, search, from, to, mine, page, size };
  return useQuery({
    queryKey: [...recycledKey, body],
    queryFn: ({ signal }) => client.call('/v1/recycle/query', body, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Restores records; every list may show them again. */
export function useRestore() {
  const { client } = useEngine();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rows: readonly Recycled[]) =>
      client.call('/v1/recycle/restore', { rows: rows.map(({ entity, id }) => ({ entity, id })) }),
    onSettled: () => queries.invalidateQueries(),
  });
}
