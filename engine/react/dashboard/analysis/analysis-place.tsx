import { type ReactNode, useMemo } from 'react';
import type { PageBundle } from '../../../model/documents/index.ts';
import { viewContext } from '../../../model/view/index.ts';
import { PageRuntimeContext, useNewPageRuntime } from '../../host/page-runtime.ts';
import { DashboardContext, type DashboardShared } from '../data/dashboard-context.ts';

/** On no page: no filters are shared. */
const alone: DashboardShared = { active: [], trees: new Map() };

type AnalysisPlaceProps = {
  /** The datasets the reader may ask, and what they are drawn with. */
  readonly bundle: PageBundle;
  readonly children: ReactNode;
};

/** Around analyses, wherever they stand: their datasets are asked in the name of no page, with the reader's own reach. */
export function AnalysisPlace({ bundle, children }: AnalysisPlaceProps) {
  const context = useMemo(() => viewContext(bundle), [bundle]);
  const runtime = useNewPageRuntime(bundle, context, false);
  return (
    <PageRuntimeContext.Provider value={runtime}>
      <DashboardContext.Provider value={alone}>{children}</DashboardContext.Provider>
    </PageRuntimeContext.Provider>
  );
}
