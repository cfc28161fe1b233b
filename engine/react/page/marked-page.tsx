import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import './marked-page.css';

/** Drawn once the page stands: nobody waits for it. */
export const ViewerMark = lazyPart(async () => (await import('./viewer-mark.tsx')).ViewerMark);

/** Whether a page around this one bears the mark already. */
const MarkedContext = createContext(false);

type MarkedPageProps = {
  readonly isPersonal: boolean;
  /** Whether its sheets bear no mark of their own. */
  readonly isPrintedBare: boolean;
  readonly children: ReactNode;
};

/** A page, and over it the name of whoever looks at it where it shows personal data. */
export function MarkedPage({ isPersonal, isPrintedBare, children }: MarkedPageProps) {
  const isMarked = useContext(MarkedContext);
  if (!isPersonal || isMarked) return children;
  return (
    <MarkedContext.Provider value={true}>
      <div className="engine-marked">
        {children}
        <Suspense fallback={null}>
          <ViewerMark isPrinted={isPrintedBare} />
        </Suspense>
      </div>
    </MarkedContext.Provider>
  );
}
