import { RowsSkeleton } from './list-skeleton.tsx';

/** The outline of a page whose document is still coming. */
export function PageSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="engine-page" aria-busy="true">
      <div className="engine-page-header">
        <span className="engine-skeleton-bar engine-skeleton-title" />
      </div>
      <div className="engine-card">
        <RowsSkeleton label={label} />
      </div>
    </div>
  );
}
