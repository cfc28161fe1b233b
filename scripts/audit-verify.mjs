// `npm run audit:verify [-- --head <number:seal>]`: whether the operation log is as it was written; the server may run meanwhile.
import { requireNode } from './lib/node-version.mjs';

requireNode();
import('./lib/run-built.mjs').then(({ runBuilt }) => runBuilt('audit-verify', process.argv.slice(2)));
