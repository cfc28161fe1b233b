import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { acyclicChunks } from './scripts/lib/acyclic-chunks.ts';
import { brandedPage } from './scripts/lib/branded-page.ts';
import { expressionParserAlone } from './scripts/lib/expression-parser-alone.ts';
import { formilyReact19 } from './scripts/lib/formily-react19.ts';
import { stylesWithNonce } from './scripts/lib/styles-with-nonce.ts';

const port = Number(process.env.PORT || 8000);
const api = `http://127.0.0.1:${process.env.API_PORT || port + 1}`;

const slash = '[\\\\/]';
const packages = (pattern: string) => `node_modules${slash}(?:${pattern})${slash}`;

// Loaded only where needed: named here so that `vendor`, which every page loads, leaves them alone.
const formily = '@formily|@dnd-kit|react-sticky-box|param-case|pascal-case|camel-case|no-case|lower-case|dot-case';
const charts = 'echarts|zrender';
const antd = new RegExp(packages('antd|@ant-design|@rc-component|rc-[a-z-]+'));
const lazy = `${formily}|${charts}|sip\\.js|codemirror|@codemirror|@lezer`;

const others = packages(`(?!(?:${lazy})${slash})(?:@[^/\\\\]+${slash})?[^/\\\\]+`);

/**
 * Chunks of their own for packages, so that a new release of the app leaves them in the browser's cache: what every page
 * needs, and apart from that what some pages need, by which pages they are. None imports the app; helpers of the bundler
 * and our shim have a place too.
 */
const chunks = [
  {
    name: 'react',
    priority: 50,
    test: new RegExp(`react-dom-with-client|${packages('react|react-dom|react-is|scheduler')}`),
  },
  { name: 'antd', priority: 41, test: antd, tags: ['$initial' as const] },
  {
    name: 'vendor',
    priority: 30,
    tags: ['$initial' as const],
    test: new RegExp(`vite${slash}preload-helper|${others}`),
  },
  { name: 'more', priority: 25, test: new RegExp(others), entriesAware: true },
  { name: 'formily', priority: 20, test: new RegExp(packages(formily)) },
  { name: 'charts', priority: 20, test: new RegExp(packages(charts)) },
];

export default defineConfig({
  plugins: [formilyReact19(), expressionParserAlone(), stylesWithNonce(), react(), brandedPage(), acyclicChunks()],
  optimizeDeps: { rolldownOptions: { plugins: [formilyReact19()] } },
  server: {
    host: process.env.HOST || '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/v1', '/v2', '/livez', '/readyz'].map((path) => [path, { target: api }])),
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    // What is loaded for what: read by `npm run build -- --report`.
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // A door only hands on what lies behind it: who takes one thing through it loads nothing else.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/](?:engine|widgets)[\\/](?:\w+[\\/]){0,2}index\.ts$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Otherwise a chunk swallows what its packages import, and the lazy ones load at once.
          includeDependenciesRecursively: false,
          groups: chunks,
        },
      },
    },
  },
});
