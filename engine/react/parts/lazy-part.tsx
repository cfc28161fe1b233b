import { Button } from 'antd';
import { type ComponentType, lazy, useState } from 'react';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { translate } from '../text.ts';
import { loadPart, PartNotLoaded } from './load-part.ts';

/**
 * A component whose script is fetched when it is first drawn; give it a `Suspense` to wait in. Where the script does not
 * come, its place says so and offers to try again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const newPart = () => lazy(async () => ({ default: await loadPart(load) }));
  // Shared by all places it stands in: what one has fetched is there for the others.
  let part = newPart();
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => part);
    const again = () => {
      part = newPart();
      setPart(() => part);
    };
    return (
      <ErrorBoundary resetKey={Part} fallback={(error) => <Missing error={error} onRetry={again} />}>
        <Part {...props} />
      </ErrorBoundary>
    );
  };
}

function Missing({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof PartNotLoaded)) throw error;
  return (
    <span className="engine-part-missing" role="alert">
      {translate(undefined, 'engine.part.missing')}
      <Button size="small" onClick={onRetry}>
        {translate(undefined, 'engine.fault.retry')}
      </Button>
    </span>
  );
}
