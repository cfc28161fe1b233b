/** Grey rows in the height of real ones, so that nothing jumps when they come. */
export function RowsSkeleton({
  rows = 10,
  columns = 7,
  label,
}: {
  readonly rows?: number;
  readonly columns?: number;
  readonly label: string;
}) {
  const row = Array.from({ length: columns }, (_, column) => column);
  return (
    <div className="engine-rows-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows + 1 }, (_, index) => index).map((index) => (
        <div key={index} className={index === 0 ? 'engine-skeleton-row engine-skeleton-head' : 'engine-skeleton-row'}>
          {row.map((column) => (
            <span
              key={column}
              className="engine-skeleton-bar"
              style={{ width: `${52 + ((index * 7 + column * 13) % 40)}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
