import type { ReactNode } from 'react';
import { useEngine } from '../host/engine-context.tsx';
import { useBeside } from './use-beside.ts';

type PageLinkProps = {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
  readonly className?: string;
};

/**
 * A link to another page. A middle click or Ctrl opens a record in a tab of its own beside, with Shift that tab is shown;
 * where the host has none, and for other pages, the browser opens it as it does any link.
 */
export function PageLink({ page, params = {}, children, className }: PageLinkProps) {
  const { open, href } = useEngine();
  const beside = useBeside({ page, params });
  const address = href?.(page, params);
  if (address === undefined) {
    return (
      <button type="button" className={`engine-link ${className ?? ''}`} onClick={() => open(page, params)}>
        {children}
      </button>
    );
  }
  return (
    <a
      href={address}
      className={`engine-page-link ${className ?? ''}`}
      {...beside}
      onClick={(event) => {
        if (event.button !== 0) return;
        if (event.metaKey || event.ctrlKey) beside?.onClick(event);
        else if (!event.shiftKey) {
          event.preventDefault();
          open(page, params);
        }
      }}
    >
      {children}
    </a>
  );
}
