// What a browser loads for each part of the built app, compressed as it is sent; with `--limits` refuses what is larger
// than it may be. Takes the app as it was built last.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryFaults, entrySizes, type Manifest } from './lib/entry-sizes.ts';

const app = path.resolve(import.meta.dirname, '../dist/app');
const manifest: Manifest = JSON.parse(readFileSync(path.join(app, '.vite/manifest.json'), 'utf8'));
const sizes = entrySizes(manifest, (file) => {
  const content = readFileSync(path.join(app, file));
  return { bytes: content.length, sent: gzipSync(content).length };
});

if (process.argv.includes('--limits')) {
  const faults = entryFaults(
    sizes,
    JSON.parse(readFileSync(path.join(import.meta.dirname, 'entry-limits.json'), 'utf8')),
  );
  for (const fault of faults) console.log(fault);
  console.log(
    `检查了 ${sizes.length} 个入口，${faults.length} 处超出。${sizes.length} entries, ${faults.length} faults.`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
console.log('\n首屏与各部分在它之外要下载的脚本  Scripts of the first page, and what parts bring beyond them');
console.log(`${'gzip'.padStart(10)} ${'bytes'.padStart(10)} ${'files'.padStart(6)}  entry`);
for (const { name, requests, bytes, sent } of sizes)
  console.log(`${kB(sent)} ${kB(bytes)} ${String(requests).padStart(6)}  ${name}`);
