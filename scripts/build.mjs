// `npm run build`: builds `dist`; with `--if-changed` only when sources have changed; with `--report` it then tells what a
// browser loads for each part of the app.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode } from './lib/node-version.mjs';
import { binaryOf, runNode } from './lib/run.mjs';

requireNode();
await ensureInstalled();
const code = await build({ force: !process.argv.includes('--if-changed') });
if (code !== 0 || !process.argv.includes('--report')) process.exit(code);
const report = await runNode([binaryOf('tsx'), 'scripts/entry-sizes.ts']);
process.exit(report.code);
