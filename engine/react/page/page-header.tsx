import type { ReactNode } from 'react';

type PageHeaderProps = {
  readonly title: string;
  /** Stands right of the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
};

/** The head every page has: its title on the left, its actions on the right. */
export function PageHeader({ title, beside, actions }: PageHeaderProps) {
  return (
    <header className="engine-page-header">
      <h1>{title}</h1>
      {beside}
      {actions}
    </header>
  );
}
