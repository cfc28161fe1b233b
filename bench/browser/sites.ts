import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { formilyReact19 } from '../../scripts/lib/formily-react19.ts';
import { type Site, startSite } from './site.ts';

const folder = path.resolve('.cache/bench/browser');

/** Builds one of the two small apps of the run as for production, and serves it before the product's API. */
export async function buildSite(name: 'hand' | 'table', api: string): Promise<Site> {
  const outDir = path.join(folder, name);
  await build({
    configFile: false,
    root: path.resolve('bench/browser', name),
    logLevel: 'warn',
    plugins: [formilyReact19(), react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
  return startSite(outDir, api);
}
