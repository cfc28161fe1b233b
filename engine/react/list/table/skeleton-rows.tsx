import { useText } from '../../host/engine-context.tsx';
import { useTableKit } from '../rows/table-kit.ts';

/** Grey rows exactly as high as real ones, below the real head: nothing moves when the rows come. */
export function SkeletonRows({ count }: { readonly count: number }) {
  const t = useText();
  const { columns, actions, canSelect } = useTableKit();
  const cells = columns.length + 1 + (canSelect ? 1 : 0) + (actions.length > 0 ? 1 : 0);
  return (
    <>
      <tr className="engine-said">
        <td>
          <span role="status" aria-label={t('engine.loading')} />
        </td>
      </tr>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <tr key={row} className="engine-tr">
          {Array.from({ length: cells }, (_, cell) => cell).map((cell) => (
            <td key={cell} className="engine-td">
              <span className="engine-skeleton-bar" style={{ width: `${40 + ((row * 7 + cell * 13) % 50)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
