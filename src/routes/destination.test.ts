import { describe, expect, it } from 'vitest';
import { afterLogin, type Destination, destinationOf, loginAddress } from './destination.ts';
import { group, libraryMenu } from './menu.testing.ts';
import { menuRoutes } from './menu-routes.ts';

const routes = menuRoutes(libraryMenu);

function at(address: string, { hasToken = true, menu = true } = {}): Destination {
  const [pathname = '', query] = address.split('?');
  return destinationOf(
    { pathname, search: query === undefined ? '' : `?${query}` },
    hasToken,
    menu ? routes : undefined,
  );
}

const redirect = (to: string): Destination => ({ kind: 'redirect', to });

describe('without a token', () => {
  const outside = { hasToken: false, menu: false };

  it('leads every page to the login page, with the way back', () => {
    expect(at('/books/readers?id=1', outside)).toEqual(redirect('/user/login?redirect=%2Fbooks%2Freaders%3Fid%3D1'));
    expect(at('/no/such/page', outside)).toEqual(redirect('/user/login?redirect=%2Fno%2Fsuch%2Fpage'));
    expect(at('/404', outside)).toEqual(redirect('/user/login'));
  });

  it('shows the login page and the waiting pages', () => {
    expect(at('/user/login', outside)).toEqual({ kind: 'login' });
    expect(at('/load', outside)).toEqual({ kind: 'waiting' });
    expect(at('/loading', outside)).toEqual({ kind: 'waiting' });
  });

  it('leads /user to the login page', () => {
    expect(at('/user', outside)).toEqual(redirect('/user/login'));
  });
});

describe('with a token', () => {
  it('waits for the menu before it judges a path', () => {
    expect(at('/books/readers', { menu: false })).toEqual({ kind: 'entering' });
    expect(at('/no/such/page', { menu: false })).toEqual({ kind: 'entering' });
  });

  it('leads the login page to / or to the way back', () => {
    expect(at('/user/login')).toEqual(redirect('/'));
    expect(at('/user/login?redirect=%2Fbooks%2Freaders')).toEqual(redirect('/books/readers'));
  });

  it('leads / to the first page of the menu', () => {
    expect(at('/')).toEqual(redirect('/desk/counter'));
  });

  it('opens pages of the menu, hidden ones and a trailing slash included', () => {
    expect(at('/books/readers')).toMatchObject({ kind: 'page', page: { name: 'readers' } });
    expect(at('/books/readers/')).toMatchObject({ kind: 'page', page: { name: 'readers' } });
    expect(at('/books/shelf/bookPanorama')).toMatchObject({ kind: 'page', page: { name: 'bookPanorama' } });
  });

  it('leads a group to its first page', () => {
    expect(at('/books')).toEqual(redirect('/books/shelf/bookList'));
  });

  it('does not know what the menu does not have, another letter case too', () => {
    expect(at('/no/such/page')).toEqual({ kind: 'unlisted', path: '/no/such/page' });
    expect(at('/books/shelf/booklist')).toEqual({ kind: 'unlisted', path: '/books/shelf/booklist' });
    expect(at('/404')).toEqual({ kind: 'unmatched' });
  });

  it('leads / to /404 when the menu has no page at all', () => {
    expect(destinationOf({ pathname: '/', search: '' }, true, menuRoutes(group('root', '/', 'ROOT', [])))).toEqual(
      redirect('/404'),
    );
  });
});

describe('the way back after signing in', () => {
  it('survives the way there', () => {
    const address = loginAddress({ pathname: '/books/readers', search: '?name=李 雷&id=1' });

    expect(decodeURI(afterLogin(address.slice('/user/login'.length)))).toBe('/books/readers?name=李 雷&id=1');
  });

  const elsewhere = [
    'https://evil.example/',
    'HTTPS:evil.example',
    'evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/..',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/./\\evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2e%2e//evil.example',
    '//user@evil.example',
    '//here.invalid@evil.example',
    '//here.invalid.evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/user/login',
    '/user/login?redirect=/user/login',
    '',
  ];

  it.each(elsewhere)('leads home instead of to %j', (wanted) => {
    expect(afterLogin(`?${new URLSearchParams({ redirect: wanted })}`)).toBe('/');
  });
});
