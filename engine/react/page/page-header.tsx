import type { ReactNode } from 'react';

/** The head every page has: its title on the left, its actions on the right. */
export function PageHeader({ title, actions }: { readonly title: string; readonly actions?: ReactNode }) {
  return (
    <header className="engine-page-header">
      <h1>{title}</h1>
      {actions}
    </header>
  );
}
