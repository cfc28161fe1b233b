// `npm run build`: builds `dist`; with `--if-changed` only when sources have changed.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode } from './lib/node-version.mjs';

requireNode();
await ensureInstalled();
process.exit(await build({ force: !process.argv.includes('--if-changed') }));
