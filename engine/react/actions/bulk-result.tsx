import type { BulkAnswer } from '../../model/wire/index.ts';
import './actions.css';

type BulkResultProps = {
  readonly answer: BulkAnswer;
  readonly names: ReadonlyMap<string, string>;
  /** Stands where the server gave no reason. Handed in: dialogs are drawn outside the engine's provider. */
  readonly noReason: string;
};

/** Which rows were refused, and why. */
export function BulkResult({ answer, names, noReason }: BulkResultProps) {
  return (
    <ul className="engine-bulk-result">
      {answer.results
        .filter((result) => !result.ok)
        .map((result) => (
          <li key={result.id}>
            <strong>{names.get(result.id) ?? result.id.slice(-6)}</strong>
            <span>{result.message ?? noReason}</span>
          </li>
        ))}
    </ul>
  );
}
