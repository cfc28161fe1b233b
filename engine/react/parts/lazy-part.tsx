import { Button } from 'antd';
import { translate } from '../texts/text.ts';
import { lazyPartWith } from './lazy-part-with.tsx';

/** A part of the engine whose script is fetched when it is first drawn; give it a `Suspense` to wait in. */
export const lazyPart = lazyPartWith(function MissingEnginePart({ onRetry }) {
  return (
    <span className="engine-part-missing" role="alert">
      {translate(undefined, 'engine.part.missing')}
      <Button size="small" onClick={onRetry}>
        {translate(undefined, 'engine.fault.retry')}
      </Button>
    </span>
  );
});
