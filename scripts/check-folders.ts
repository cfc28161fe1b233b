// Part of `npm run check`: folders form layers. Inside every folder, its folders and its own files import one another
// in one direction only, and no folder holds more files side by side than are taken in at a glance.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderFaults } from './lib/folder-faults.ts';
import { importsAmong } from './lib/folder-graph.ts';
import { root } from './lib/run.mjs';

/** Not yet straightened, with everything below them; whoever straightens one removes it here. */
const excused: readonly string[] = [];

const ours = /^(contract|engine|server|src|widgets)\/.*[.](tsx?|css)$/;
/** Hands on what lies in its folder to those outside it: no part of the folder itself. */
const door = /^engine\/model\/[^/]+\/index[.]ts$/;
const forTests = /[.](test|stories|testing)[.]tsx?$|^engine\/fixtures\/|^server\/testing\//;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => ours.test(file) && !forTests.test(file) && existsSync(path.join(root, file)));
const imports = importsAmong(root, files).filter(({ from }) => !door.test(from));
const parts = files.filter((file) => !door.test(file));
const faults = folderFaults(parts, imports, excused);
for (const { folder, text } of faults) console.error(`${folder}  ${text}`);
console.log(`检查了 ${files.length} 个文件，文件夹有 ${faults.length} 处问题。`);
process.exit(faults.length === 0 ? 0 : 1);
