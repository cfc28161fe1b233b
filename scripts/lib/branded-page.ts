import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type Brand, branded } from '../../server/http/branded-page.ts';

/** While developing, the page is the product's own too: no server stands between it and the browser that would say so. */
export function brandedPage(): Plugin {
  return {
    name: 'branded-page',
    apply: 'serve',
    transformIndexHtml: (html) => {
      const file = path.join(process.env.SCHEMAS_DIR ?? 'schemas', 'menu.json');
      const menu: { readonly title: string; readonly brand?: Partial<Brand> } = JSON.parse(readFileSync(file, 'utf8'));
      return branded(html, { ...menu.brand, title: menu.title });
    },
  };
}
