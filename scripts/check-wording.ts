// Part of `npm run check`: what stands on screen is worded as docs/wording.md has it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bannedWordsIn } from './lib/banned-words.ts';
import { root } from './lib/run.mjs';

const ours = /^(contract|engine|schemas|server|src|widgets)\/.*[.](tsx?|json)$/;
const notOnScreen = /\/generated\/|[.]test[.]tsx?$|\/meta\//;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => ours.test(file) && !notOnScreen.test(file) && existsSync(path.join(root, file)));
const faults = bannedWordsIn(root, files);
for (const { file, line, word, instead } of faults) console.error(`${file}:${line}  “${word}”写作“${instead}”`);
console.log(`屏幕上不用的说法有 ${faults.length} 处。`);
process.exit(faults.length === 0 ? 0 : 1);
