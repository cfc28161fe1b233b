import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import { enabledField } from '../../../model/access/index.ts';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { type LookupRows, maxLookupRows } from '../../../model/expression/index.ts';
import { apiBase } from '../../../model/naming/index.ts';
import { type FormView, formLookups } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

/**
 * The rows a form looks values up in, as its reader may see them; undefined until they are there. What he may not read is
 * missing for him, and the server looks it up when he saves. A form that looks nothing up waits for nothing.
 */
export function useLookupRows(view: FormView | undefined): LookupRows | undefined {
  const page = usePageRuntime();
  const wanted = useMemo(() => {
    const lookups = view === undefined ? [] : [...formLookups(view)];
    return lookups.flatMap(([name, fields]) => {
      const entity = page.context.entities.get(name);
      return entity === undefined ? [] : [{ entity, body: requestOf(entity, [...fields]) }];
    });
  }, [view, page.context]);
  const lists = useQueries({
    queries: wanted.map(({ entity, body }) => {
      const path = `${apiBase(entity)}/query`;
      return {
        queryKey: queryKeys.rows(entity.name, page.name, path, body),
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (await page.call<QueryAnswer>(path, body, { signal })).list,
        retry: false,
      };
    }),
    combine: (answers) =>
      answers.some(({ isPending }) => isPending) ? undefined : answers.map(({ data = [] }) => data),
  });
  return useMemo(
    () =>
      lists === undefined ? undefined : new Map(wanted.map(({ entity }, index) => [entity.name, lists[index] ?? []])),
    [wanted, lists],
  );
}

function requestOf(entity: EntityDocument, fields: readonly string[]): QueryRequest {
  const mayBeOff = entity.fields.some(({ key }) => key === enabledField);
  const where = { field: enabledField, op: 'eq', value: true } as const;
  return { count: 'none', size: maxLookupRows, fields, ...(mayBeOff ? { where } : {}) };
}
