import type { BulkAnswer } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';

/** Which rows were refused, and why. */
export function BulkResult({
  answer,
  names,
}: {
  readonly answer: BulkAnswer;
  readonly names: ReadonlyMap<string, string>;
}) {
  const t = useText();
  return (
    <ul className="engine-bulk-result">
      {answer.results
        .filter((result) => !result.ok)
        .map((result) => (
          <li key={result.id}>
            <strong>{names.get(result.id) ?? result.id.slice(-6)}</strong>
            <span>{result.message ?? t('engine.action.failed')}</span>
          </li>
        ))}
    </ul>
  );
}
