import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { acyclicChunks } from './scripts/lib/acyclic-chunks.ts';
import { brandedPage } from './scripts/lib/branded-page.ts';
import { expressionParserAlone } from './scripts/lib/expression-parser-alone.ts';
import { formilyReact19 } from './scripts/lib/formily-react19.ts';
import { type StaticImports, staticImports } from './scripts/lib/static-imports.ts';
import { stylesOnce } from './scripts/lib/styles-once.ts';
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

const isPackage = new RegExp(`node_modules${slash}`);

/** What the first page of whoever is signed in needs, and what is drawn around it or before it. */
const outlet = 'src/pages/engine-outlet.tsx';
const entry = 'src/main.tsx';
const beside = [
  'src/login/login-page.tsx',
  'src/layout/header-second.tsx',
  'src/layout/header-tasks.tsx',
  'src/notifications/header-notices.tsx',
  'src/telephony/panel/phone-dock.tsx',
];

/**
 * Chunks of their own for packages, so that a new release of the app leaves them in the browser's cache: what every page
 * needs, and apart from that what some pages need, by which pages they are. What the first page needs comes in few files
 * instead of a hundred: the app, what the login page and the header share with pages, and the rest. None imports in a
 * circle, since whatever a module imports before it can run stands with it or in one of those before.
 */
function chunksFor(needed: StaticImports) {
  const of = (script: string): ReadonlySet<string> => needed.get(script) ?? new Set();
  const [app, page] = [of(entry), of(outlet)];
  const isShared = (id: string) => page.has(id) && beside.some((script) => of(script).has(id));
  const ours = (isIn: (id: string) => boolean) => (id: string) => isIn(id) && !isPackage.test(id);
  const theirs = (isIn: (id: string) => boolean) => (id: string) => isIn(id) && isPackage.test(id);
  const isOfPage = (id: string) => page.has(id);
  return [
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
    { name: 'shared-packages', priority: 29, test: theirs(isShared) },
    { name: 'page-packages', priority: 28, test: theirs(isOfPage) },
    { name: 'more', priority: 25, test: new RegExp(others), entriesAware: true },
    { name: 'formily', priority: 20, test: new RegExp(packages(formily)) },
    { name: 'charts', priority: 20, test: new RegExp(packages(charts)) },
    { name: 'app', priority: 12, test: ours((id) => app.has(id)) },
    { name: 'shared', priority: 11, test: ours(isShared) },
    { name: 'page', priority: 10, test: ours(isOfPage) },
  ];
}

/** What every bundle of the app is made with. */
const bundled = {
  plugins: [formilyReact19(), expressionParserAlone(), react()],
  // A door only hands on what lies behind it: who takes one thing through it loads nothing else.
  treeshake: {
    moduleSideEffects: [{ test: /[\\/](?:engine|widgets)[\\/](?:\w+[\\/]){0,2}index\.ts$/, sideEffects: false }],
  },
  target: 'es2022',
};

/** What the scripts of the first page import before they can run; a server that hands out modules one by one need not know. */
function neededAtFirst(command: 'build' | 'serve'): Promise<StaticImports> {
  if (command === 'serve') return Promise.resolve(new Map());
  const { plugins, treeshake, target } = bundled;
  return staticImports([entry, outlet, ...beside], { plugins, build: { target, rolldownOptions: { treeshake } } });
}

export default defineConfig(async ({ command }) => ({
  plugins: [bundled.plugins, stylesWithNonce(), stylesOnce(), brandedPage(), acyclicChunks()],
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
    target: bundled.target,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      treeshake: bundled.treeshake,
      output: {
        codeSplitting: {
          // Otherwise a chunk swallows what its packages import, and the lazy ones load at once.
          includeDependenciesRecursively: false,
          groups: chunksFor(await neededAtFirst(command)),
        },
      },
    },
  },
}));
