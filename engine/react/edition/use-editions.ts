import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import type { EditionStates, EntityModel } from '../../model/entity/index.ts';
import { apiBase } from '../../model/naming/index.ts';
import type { QueryAnswer, QueryRequest, WireRecord } from '../../model/wire/index.ts';
import { usePageRuntime } from '../host/page-runtime.ts';

/** Most editions that are named beside a record; the list of all has the others. */
const maxShown = 30;

/** Other editions as far as they are known; undefined while they are not, or where the reader may not ask. */
export type Editions = {
  readonly others: readonly WireRecord[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** The other editions of what a record is one of, the newest first, as far as the reader may see them. */
export function useEditions(entity: EntityModel, { by, number, machine }: EditionStates, record: WireRecord): Editions {
  const page = usePageRuntime();
  const { name } = entity.document;
  const path = `${apiBase(entity.document)}/query`;
  const body: QueryRequest = {
    fields: [number, machine.field],
    where: { field: by, op: 'eq', value: record[by] },
    sort: [`-${number}`],
    size: maxShown,
    count: 'none',
  };
  const isOne = record[by] !== null && record[by] !== undefined;
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.rows(name, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    enabled: page.context.operations.has(path) && isOne,
  });
  return {
    others: isOne ? data?.list.filter(({ id }) => id !== record.id) : [],
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
  };
}
