// `npm run pictures`: draws the pictures of the README anew, from the running product with demo data.
import { build, generate } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureChromium } from './lib/install-chromium.mjs';
import { requireNode } from './lib/node-version.mjs';
import { binaryOf, runNode } from './lib/run.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

requireNode();
await ensureInstalled();
const chromium = await ensureChromium();
if (chromium === undefined) process.exit(1);
const generated = await generate();
if (generated.code !== 0 || (await build()) !== 0) process.exit(1);
const folder = temporaryFolder();
const env = { CHROMIUM_PATH: chromium, PICTURES: '1', ...(folder === undefined ? {} : { TMPDIR: folder }) };
const command = [binaryOf('@playwright/test', 'playwright'), 'test', 'pictures', '--workers=1', '--reporter=list'];
const { code } = await runNode(command, { env });
process.exit(code);
