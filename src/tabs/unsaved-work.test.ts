import { expect, it, vi } from 'vitest';
import type { UnsavedWork } from '../../engine/react/index.ts';
import { isTypedOn } from './typed-pages.ts';
import { UnsavedPages } from './unsaved-work.ts';

const customers = 'customers';
const work = (): UnsavedWork & { readonly asked: (() => void)[] } => {
  const asked: (() => void)[] = [];
  return {
    asked,
    ask: ({ go }) => {
      asked.push(go);
      return () => undefined;
    },
  };
};

it('asks the forms of the page shown, and remembers that those of a page left behind had work', () => {
  const pages = new UnsavedPages();
  let typed: UnsavedWork | undefined;
  pages.shown = customers;
  const release = pages.guard(() => typed);
  expect(pages.of(customers)).toBeUndefined();
  typed = work();
  expect(pages.of(customers)).toBe(typed);
  pages.shown = 'orders';
  release();
  expect([pages.isLeft(customers), pages.isLeft('orders')]).toEqual([true, false]);
  pages.shown = customers;
  pages.guard(() => typed);
  expect(pages.isLeft(customers)).toBe(false);
});

it('forgets what was given up, and what went with its page', () => {
  const pages = new UnsavedPages();
  pages.shown = customers;
  pages.guard(work)();
  expect(pages.isLeft(customers)).toBe(false);
  const release = pages.guard(work);
  pages.shown = 'orders';
  release();
  pages.forget(customers);
  expect(pages.isLeft(customers)).toBe(false);
});

it('asks about the work of a page in the background when it is shown again', () => {
  const pages = new UnsavedPages();
  const go = vi.fn();
  pages.shown = 'orders';
  pages.askWhenShown(customers, go);
  const other = work();
  pages.guard(() => other);
  expect(other.asked).toEqual([]);
  pages.shown = customers;
  const own = work();
  pages.guard(() => own);
  expect(own.asked).toHaveLength(1);
  expect(go).not.toHaveBeenCalled();
  own.asked[0]?.();
  expect(go).toHaveBeenCalledOnce();
});

it('is on every page that has a tab with it, and on those that stand within others', () => {
  const pages = new UnsavedPages();
  const open = ['customers', 'customers~2', 'orders'].map((key) => ({ key, name: key.replace(/~.*$/, '') }));
  const typed = () => ['customers', 'orders', 'visits'].filter((page) => isTypedOn(page, open, pages));
  expect(typed()).toEqual([]);
  pages.shown = 'customers~2';
  pages.guard(work);
  // Its own second tab; and a list that has no tab, which may be the one that is typed on.
  expect(typed()).toEqual(['customers', 'visits']);
});
