// `npm start`: installs and builds what is missing, then runs the server until it ends.
import { requireNode } from './lib/node-version.mjs';

requireNode();
import('./lib/start.mjs').then(({ start }) => start(process.argv.slice(2)));
