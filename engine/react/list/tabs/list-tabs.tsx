import { Suspense } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { PageSkeleton } from '../../page/page-skeleton.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { ListTabsProps } from './tabs-of-list.tsx';

const TabsOfList = lazyPart(async () => (await import('./tabs-of-list.tsx')).TabsOfList);

/** The tabs above a list with what the chosen one shows; without tabs only that. */
export function ListTabs(props: ListTabsProps) {
  const t = useText();
  if (props.view.tabs.length === 0) return props.children;
  return (
    <Suspense fallback={<PageSkeleton label={t('engine.loading')} />}>
      <TabsOfList {...props} />
    </Suspense>
  );
}
