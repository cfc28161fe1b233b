import type { DocumentSet } from '../../../engine/model/documents/index.ts';

/** What the product calls itself, on the page and at the terminal. */
export function productTitle({ menu }: Pick<DocumentSet, 'menu'>): string {
  return menu.title ?? '后台管理系统';
}
