import type { Plugin } from 'vite';

const cache = /@ant-design\/cssinjs\/es\/hooks\/useGlobalCache\.js$/;

const written = 'onCacheEffect === null || onCacheEffect === void 0 || onCacheEffect(cacheContent);';
const writtenOnce = `if (prefix !== 'style' || !writtenStyles.has(cacheContent)) {
      if (prefix === 'style') writtenStyles.add(cacheContent);
      ${written}
    }`;
const dropped = 'if (nextCount === 0) {';
// With the values of a theme go the styles that were written for it: whoever comes back to it would find none.
const droppedUnlessStyle = "if (nextCount === 0 && prefix !== 'style' && prefix !== 'token') {";

/**
 * The styles of a component of antd are made and written when the first of its kind is drawn, and stay. As it comes, every
 * single button looks for its style among the hundreds of the page, and the last one to go takes what was made along, so
 * that the next has it made again. Those of a theme stay when another comes, each under its own mark.
 */
export function stylesOnce(): Plugin {
  return {
    name: 'styles-once',
    transform(code, id) {
      if (!cache.test(id.replaceAll('\\', '/'))) return undefined;
      if (code.split(dropped).length !== 2 || !code.includes(written))
        this.error('antd keeps its styles in another way: adapt scripts/lib/styles-once.ts');
      const changed = code.replace(written, writtenOnce).replace(dropped, droppedUnlessStyle);
      return { code: `${changed}\nconst writtenStyles = new WeakSet();\n`, map: null };
    },
  };
}
