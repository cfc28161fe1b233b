// `npm run check`: everything that can be known without running the product. Names of parts run only those.
import { build, generate } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { lintCommand } from './lib/lint.mjs';
import { requireNode } from './lib/node-version.mjs';
import { binaryOf, runNode } from './lib/run.mjs';
import { sideBySide } from './lib/side-by-side.mjs';

const entrySizes = 'entry sizes';

const listParts = () => {
  const tsc = binaryOf('typescript-native', 'tsc');
  const types = (project) => ({
    name: `types ${project}`,
    command: [tsc, '-p', `tsconfig.${project}.json`, '--pretty'],
  });
  return [
    { name: 'format and lint', command: lintCommand('.') },
    types('browser'),
    types('server'),
    types('e2e'),
    {
      name: 'import rules',
      command: [binaryOf('dependency-cruiser', 'depcruise'), '--config', '.dependency-cruiser.cjs', '.'],
    },
    { name: 'dead code', command: [binaryOf('knip')] },
    { name: 'schemas', command: [binaryOf('tsx'), 'scripts/check-schemas.ts', 'schemas'] },
    { name: 'schemas of the library', command: [binaryOf('tsx'), 'scripts/check-schemas.ts', 'e2e/fixtures/library'] },
    { name: entrySizes, command: [binaryOf('tsx'), 'scripts/entry-sizes.ts', '--limits'] },
    { name: 'unreachable texts', command: [binaryOf('tsx'), 'scripts/check-texts.ts'] },
    { name: 'chinese literals', command: [binaryOf('tsx'), 'scripts/check-chinese-literals.ts'] },
    { name: 'folders', command: [binaryOf('tsx'), 'scripts/check-folders.ts'] },
    { name: 'names', command: [binaryOf('tsx'), 'scripts/check-names.ts'] },
    { name: 'caches', command: [binaryOf('tsx'), 'scripts/check-caches.ts'] },
    { name: 'wording', command: [binaryOf('tsx'), 'scripts/check-wording.ts'] },
    { name: 'product words', command: [binaryOf('tsx'), 'scripts/check-literals.ts'] },
    ...['schemas', 'server/platform/schemas', 'e2e/fixtures/library'].map((folder) => ({
      name: `schema versions of ${folder}`,
      command: [binaryOf('tsx'), 'scripts/migrate-schemas.ts', folder, '--check'],
    })),
  ];
};

async function runPart({ name, command }) {
  const started = Date.now();
  const { code, output } = await runNode(command, { capture: true });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) console.log(`\n== ${name} ==\n${output.trimEnd()}\n`);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return { name, isGood: code === 0 };
}

requireNode();
await ensureInstalled();
const chosen = process.argv.slice(2);
const parts = listParts().filter(({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)));
// What the app weighs is known of the built one; the others need the generated types alone.
const isBuilt = parts.some(({ name }) => name === entrySizes);
const code = isBuilt ? await build() : (await generate()).code;
if (code !== 0) process.exit(code);

const outcomes = await sideBySide(parts, 2, runPart);
const failed = outcomes.filter((outcome) => !outcome.isGood).map((outcome) => outcome.name);
console.log(failed.length === 0 ? '\n检查通过。All checks passed.' : `\n检查未通过 Failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
