import { type ComponentType, lazy, useState } from 'react';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { useOnline } from '../faults/use-online.ts';
import { loadPart, PartNotLoaded } from './load-part.ts';

/** What stands in the place of a part that did not come. */
export type MissingPart = ComponentType<{ readonly onRetry: () => void }>;

/** A component whose script is fetched when it is first drawn. */
type LazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => ComponentType<Props>;

/**
 * Makes components whose script is fetched when they are first drawn; give them a `Suspense` to wait in. Where the script
 * does not come, `Missing` stands in its place and offers to try again; what did not come for want of a connection is
 * fetched once that is back.
 */
export function lazyPartWith(Missing: MissingPart): LazyPart {
  function Retried({ onRetry }: { readonly onRetry: () => void }) {
    useOnline(onRetry);
    return <Missing onRetry={onRetry} />;
  }
  return (load) => {
    const newPart = () => lazy(async () => ({ default: await loadPart(load) }));
    // Shared by all places it stands in: what one has fetched is there for the others.
    let part = newPart();
    return function LazyPart(props) {
      const [Part, setPart] = useState(() => part);
      const again = () => {
        part = newPart();
        setPart(() => part);
      };
      const missing = (error: unknown) => {
        if (!(error instanceof PartNotLoaded)) throw error;
        return <Retried onRetry={again} />;
      };
      return (
        <ErrorBoundary resetKey={Part} fallback={missing}>
          <Part {...props} />
        </ErrorBoundary>
      );
    };
  };
}
