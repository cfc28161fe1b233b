import type { MenuRoutes, PageRoute } from './menu-routes.ts';

/** What the address bar says. */
export type Place = { readonly pathname: string; readonly search: string };

/** What to show for a place. */
export type Destination =
  | { readonly kind: 'login' }
  | { readonly kind: 'waiting' }
  /** The user is signed in, but his pages are not known yet. */
  | { readonly kind: 'entering' }
  | { readonly kind: 'page'; readonly page: PageRoute }
  | { readonly kind: 'unmatched' }
  /** Nothing of the user's menu: not permitted, or not there. */
  | { readonly kind: 'unlisted'; readonly path: string }
  | { readonly kind: 'redirect'; readonly to: string };

const loginPath = '/user/login';
const unmatchedPath = '/404';
// Besides the login page, these need no token.
const waitingPaths: readonly string[] = ['/load', '/loading'];

/** Decides what to show; letter case of paths counts. `routes` are undefined until the menu has been fetched. */
export function destinationOf(place: Place, hasToken: boolean, routes: MenuRoutes | undefined): Destination {
  const path = place.pathname.length > 1 ? place.pathname.replace(/\/$/, '') : place.pathname;
  if (path === '/user') return { kind: 'redirect', to: `${loginPath}${place.search}` };
  if (path === loginPath) return hasToken ? { kind: 'redirect', to: afterLogin(place.search) } : { kind: 'login' };
  if (waitingPaths.includes(path)) return { kind: 'waiting' };
  if (!hasToken) return { kind: 'redirect', to: loginAddress(place) };
  return routes === undefined ? { kind: 'entering' } : withRoutes(path, routes);
}

function withRoutes(path: string, routes: MenuRoutes): Destination {
  if (path === unmatchedPath) return { kind: 'unmatched' };
  const page = routes.byPath.get(path);
  if (page !== undefined) return { kind: 'page', page };
  const to = path === '/' ? (routes.home ?? unmatchedPath) : routes.redirects.get(path);
  return to === undefined ? { kind: 'unlisted', path } : { kind: 'redirect', to };
}

/** The login page with the way back. */
export function loginAddress({ pathname, search }: Place): string {
  const isWorthReturning = pathname !== '/' && pathname !== loginPath && pathname !== unmatchedPath;
  return isWorthReturning ? `${loginPath}?${new URLSearchParams({ redirect: `${pathname}${search}` })}` : loginPath;
}

/** Where to go after signing in: the place the redirect query names, only ever one of ours. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '';
  const here = 'http://here.invalid';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/';
  const url = new URL(wanted, here);
  // A browser reads `//host` and `/\host` as another site; `/.//host` becomes the former once its dots are resolved.
  const isOurs = url.origin === here && !url.pathname.startsWith('//');
  return isOurs && url.pathname !== loginPath ? `${url.pathname}${url.search}` : '/';
}
