// `npm run restore -- <folder> [--replace]`: fills the database and the files from a backup; the server is stopped before.
import { requireNode } from './lib/node-version.mjs';

requireNode();
import('./lib/run-built.mjs').then(({ runBuilt }) => runBuilt('restore', process.argv.slice(2)));
