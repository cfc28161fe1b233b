import type { Plugin } from 'vite';

const shim = '\0react-dom-with-client';
const needsShim = /@formily\/antd-v5\/(esm|lib)\/__builtins__\/render\.js/;

/**
 * Lets Formily's dialogs and drawers work with React 19: they look for `createRoot` in `react-dom`, where it no longer is.
 * The plugin belongs both into `plugins` and into `optimizeDeps`, else only one of build and dev works.
 */
export function formilyReact19(): Plugin {
  return {
    name: 'formily-react19',
    enforce: 'pre',
    resolveId(id, importer) {
      return id === 'react-dom' && importer && needsShim.test(importer.replaceAll('\\', '/')) ? shim : undefined;
    },
    load(id) {
      return id === shim ? "export * from 'react-dom'; export { createRoot } from 'react-dom/client';" : undefined;
    },
  };
}
