// `npm run security:removals [-- class…]`: takes the guard of each class away in a copy of the sources and requires its tests to fail.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binaryOf, root, runNode } from './lib/run.mjs';

const left = new Set(['node_modules', '.git', '.data', '.cache', 'dist', 'test-results', 'storybook-static']);

/** A copy of the sources to which the packages are lent. */
function copySources() {
  const folder = mkdtempSync(path.join(tmpdir(), 'removals-'));
  cpSync(root, folder, { recursive: true, filter: (source) => !left.has(path.relative(root, source)) });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Whether the tests of the class fail without its guard. */
async function isNoticed(folder, { class: key, file, find, replace }) {
  const place = path.join(folder, file);
  const whole = readFileSync(place, 'utf8');
  if (whole.split(find).length !== 2) throw new Error(`${key}: not once in ${file}: ${find}`);
  writeFileSync(
    place,
    whole.replace(find, () => replace),
  );
  const args = [binaryOf('vitest'), 'run', '--root', folder, '--project', 'server', `server/security/${key}-`];
  const { code, output } = await runNode([...args, '--maxWorkers=1'], { capture: true });
  writeFileSync(place, whole);
  // Failing to begin proves nothing.
  return code !== 0 && /Tests .*\d+ failed/.test(output);
}

const removals = JSON.parse(readFileSync(path.join(root, 'server/security/removals.json'), 'utf8'));
const wanted = process.argv.slice(2);
const chosen = removals.filter((removal) => wanted.length === 0 || wanted.includes(removal.class));
const folder = copySources();
const unnoticed = [];
try {
  for (const removal of chosen) {
    const noticed = await isNoticed(folder, removal);
    if (!noticed) unnoticed.push(removal.class);
    console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${removal.class} ${removal.guard}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(unnoticed.length === 0 ? '\n拿掉的保护都被发现。' : `\n没有被发现 Unnoticed: ${unnoticed.join(', ')}`);
process.exit(unnoticed.length === 0 ? 0 : 1);
