import { useEffect } from 'react';
import type { PageRoute } from '../routes/menu-routes.ts';
import { notePage } from './use-log.ts';

/** Keeps account of the pages that are opened; coming back to one by its tab counts too. */
export function useNotePage(page: PageRoute | undefined): void {
  const { name, title } = page ?? {};
  useEffect(() => {
    if (name !== undefined && title !== undefined) notePage(name, title);
  }, [name, title]);
}
