// Part of `npm run check`: caches are those of engine/model/cache/cache.ts, none is made by hand.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ownCachesIn } from './lib/own-caches.ts';
import { root } from './lib/run.mjs';

const ours = /^(contract|engine|server|src|widgets)\/.*[.]tsx?$/;
const others =
  /\/generated\/|[.](test|testing|stories)[.]tsx?$|^engine\/fixtures\/|^server\/(faults|fuzz|parity|security|testing)\//;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => ours.test(file) && !others.test(file) && existsSync(path.join(root, file)));
const faults = ownCachesIn(root, files);
for (const { file, line, what } of faults)
  console.error(
    `${file}:${line}  ${what}：缓存用 engine/model/cache/cache.ts 的 memoizeByIdentity、KeyedCache、loadOnce caches are those of engine/model/cache/cache.ts`,
  );
console.log(`自制的缓存有 ${faults.length} 处。`);
process.exit(faults.length === 0 ? 0 : 1);
