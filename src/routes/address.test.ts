import { expect, it } from 'vitest';
import { addressOf } from './address.ts';
import { libraryMenu } from './menu.testing.ts';
import { menuRoutes } from './menu-routes.ts';

const routes = menuRoutes(libraryMenu);

it('joins the path of a page and its parameters', () => {
  expect(addressOf(routes, 'readers', {})).toBe('/books/readers');
  expect(addressOf(routes, 'bookPanorama', { id: '1&2' })).toBe('/books/shelf/bookPanorama?id=1%262');
});

it('has no address for a page outside the menu', () => {
  expect(addressOf(routes, 'Readers', {})).toBeUndefined();
});
