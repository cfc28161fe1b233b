import { useEffect, useState } from 'react';
import { pageQuery } from '../../engine/client/index.ts';
import { client, queries } from '../api/client.ts';
import { session } from '../session/session.ts';

/** Milliseconds after which the first page counts as shown, whatever it does. */
const patience = 3000;

/** What every page asks for before what it shows. */
const before: ReadonlySet<unknown> = new Set(['page', 'views']);

/** The script that draws pages. */
export const loadOutlet = () => import('./engine-outlet.tsx');

/**
 * Fetches the documents of the page of the address while user and menu are still on their way, where the person had a page
 * of that name in the menu when he came last. A guess: what it fetches in vain is left lying.
 */
export function fetchFirstPage(pathname: string): void {
  const name = pathname.split('/').findLast((part) => part !== '');
  if (name !== undefined && session.permittedRoutes().includes(name))
    void queries.prefetchQuery(pageQuery(client, name));
}

let wasShown = false;

/** Whether the first page has got what it asked for: what the shell asks for besides waits for that. */
export function useIsFirstPageShown(): boolean {
  const [isShown, setIsShown] = useState(wasShown);
  useEffect(() => {
    if (wasShown) return;
    const show = () => {
      wasShown = true;
      setIsShown(true);
    };
    const cache = queries.getQueryCache();
    const release = cache.subscribe(() => {
      const hasAnswers = cache
        .getAll()
        .some(({ queryKey, state }) => !before.has(queryKey[0]) && state.status !== 'pending');
      if (hasAnswers && queries.isFetching() === 0) show();
    });
    const end = setTimeout(show, patience);
    return () => {
      release();
      clearTimeout(end);
    };
  }, []);
  return isShown;
}
