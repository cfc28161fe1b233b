// `npm run backup -- [folder]`: writes a backup of the database and the files; the server may run meanwhile.
import { requireNode } from './lib/node-version.mjs';

requireNode();
import('./lib/run-built.mjs').then(({ runBuilt }) => runBuilt('backup', process.argv.slice(2)));
