import { type ReactNode, Suspense, useContext } from 'react';
import { PageRuntimeContext } from '../host/page-runtime.ts';
import { ViewerMark } from './marked-page.tsx';

/** What a drawer or dialog holds, and over it the mark of the page it was opened from, where that bears one. */
export function MarkedOverlay({ children }: { readonly children: ReactNode }) {
  const page = useContext(PageRuntimeContext);
  if (page?.bundle.isPersonal !== true) return children;
  return (
    <div className="engine-marked engine-marked-overlay">
      {children}
      <Suspense fallback={null}>
        <ViewerMark isPrinted={false} />
      </Suspense>
    </div>
  );
}
