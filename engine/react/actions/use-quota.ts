import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { usePageRuntime } from '../host/page-runtime.ts';

/** How often something that has a limit was done, how often it may be, and with how many rows at once now. */
export type Quota = { readonly used: number; readonly limit: number; readonly room: number };

/** What limits an action, as it stands now; undefined where nothing does, and until it is known. */
export function useQuota({ quota, operation }: Pick<ActionView, 'quota' | 'operation'>): Quota | undefined {
  const page = usePageRuntime();
  const entity = operation?.kind === 'transition' ? operation.entity : '';
  const api = quota?.api ?? '';
  const { data } = useQuery({
    queryKey: queryKeys.dataset(entity, page.name, api, {}),
    queryFn: ({ signal }) => page.call<Quota>(api, {}, { signal }),
    enabled: quota !== undefined,
  });
  return data;
}
