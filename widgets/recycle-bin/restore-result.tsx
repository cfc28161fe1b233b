import type { BulkAnswer } from '../../engine/model/wire/index.ts';
import type { Recycled } from './recycle-calls.ts';

type RestoreResultProps = { readonly answer: BulkAnswer; readonly rows: readonly Recycled[] };

/** Which rows were not restored, each with what stands in the way. */
export function RestoreResult({ answer, rows }: RestoreResultProps) {
  const labelOf = new Map(rows.map(({ id, label }) => [id, label]));
  return (
    <ul className="recycle-result">
      {answer.results
        .filter(({ ok }) => !ok)
        .map(({ id, message }) => (
          <li key={id}>
            <strong>{labelOf.get(id) ?? id.slice(-6)}</strong>
            <span className="engine-quiet">{message}</span>
          </li>
        ))}
    </ul>
  );
}
