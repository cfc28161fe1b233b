import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { PageBundle } from '../../../model/documents/index.ts';
import { type ActionView, type ListView, listView, viewContext } from '../../../model/view/index.ts';
import { ActionHost } from '../../actions/action-host.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useEngine } from '../../host/engine-context.tsx';
import { PageRuntimeContext, useNewPageRuntime } from '../../host/page-runtime.ts';

type InListProps = {
  /** Name of the list. */
  readonly page: string;
  /** What stands there until the list is known. */
  readonly fallback: ReactNode;
  /** Told whether the list could not be had. */
  readonly onFault?: ((hasFailed: boolean) => void) | undefined;
  readonly children: (view: ListView) => ReactNode;
};

/** Draws something in the name of a list of the product: what is asked, done and said there is as on that page. */
export function InList({ page, fallback, onFault, children }: InListProps) {
  const { client } = useEngine();
  const bundle = useQuery({
    queryKey: queryKeys.page(page),
    queryFn: ({ signal }) => client.call('/v1/sys/page/view', { name: page }, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  });
  const hasFailed = bundle.error !== null;
  useEffect(() => onFault?.(hasFailed), [onFault, hasFailed]);
  if (bundle.error !== null) return <FaultBlock error={bundle.error} onRetry={() => void bundle.refetch()} />;
  return bundle.data === undefined ? fallback : <InBundle bundle={bundle.data}>{children}</InBundle>;
}

function InBundle({ bundle, children }: Pick<InListProps, 'children'> & { readonly bundle: PageBundle }) {
  const context = useMemo(() => viewContext(bundle), [bundle]);
  const runtime = useNewPageRuntime(bundle, context);
  const view = useMemo(
    () => (bundle.page.kind === 'list' ? listView(bundle.page, context) : undefined),
    [bundle, context],
  );
  if (view === undefined) return null;
  return (
    <PageRuntimeContext.Provider value={runtime}>
      <ActionHost>{children(view)}</ActionHost>
    </PageRuntimeContext.Provider>
  );
}

/** Those of the actions of a list's rows that have these keys, in this order; what the reader may not do is not there. */
export function rowActionsOf(view: ListView, keys: readonly string[]): readonly ActionView[] {
  return keys.flatMap((key) => view.row.find((action) => action.key === key) ?? []);
}
