import type { ReactNode } from 'react';
import { useEngine } from '../host/engine-context.tsx';

type PageLinkProps = {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
  readonly className?: string;
};

/** A link to another page; a middle click or Ctrl opens it beside when the host tells its address. */
export function PageLink({ page, params = {}, children, className }: PageLinkProps) {
  const { open, href } = useEngine();
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
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        open(page, params);
      }}
    >
      {children}
    </a>
  );
}
