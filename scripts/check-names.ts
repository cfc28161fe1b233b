// Part of `npm run check`: names in the code are the field's words, not those that were retired.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { retiredNamesIn } from './lib/retired-names.ts';
import { root } from './lib/run.mjs';

const ours = /^(bench|contract|e2e|engine|scripts|server|src|widgets)\/.*[.](tsx?|mjs)$/;
const generated = /\/generated\//;
// The list itself names what it refuses.
const list = /^scripts\/lib\/retired-names[.](test[.])?ts$/;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => ours.test(file) && !generated.test(file) && !list.test(file))
  .filter((file) => existsSync(path.join(root, file)));
const faults = retiredNamesIn(root, tracked);
for (const { file, line, name, instead } of faults)
  console.error(
    `${file}${line === undefined ? '' : `:${line}`}  ${name} 已不用，写作 ${instead} is retired, write ${instead}`,
  );
console.log(`已不用的名称有 ${faults.length} 处。`);
process.exit(faults.length === 0 ? 0 : 1);
