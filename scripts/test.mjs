// `npm test`: runs every test there is, whatever fails on the way; the last line counts them.
// `--deep` runs the full figures instead of samples; names of parts run only those.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, generate } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureChromium } from './lib/install-chromium.mjs';
import { requireNode } from './lib/node-version.mjs';
import { binaryOf, root, runNode } from './lib/run.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { countPlaywright, countVitest, judgePart, partLine, sumCounts, summaryLine } from './lib/test-counts.mjs';
import { playwrightDurations, slowestLines, vitestDurations } from './lib/test-durations.mjs';
import { failureLines, playwrightFailures, vitestFailures } from './lib/test-failures.mjs';

const reports = path.join(root, 'test-results', 'reports');
const reportOf = (name) => path.join(reports, `${name}.json`);
const vitestPart = (name, env = {}) => ({
  name,
  env,
  command: [
    binaryOf('vitest'),
    'run',
    `--project=${name}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
  count: countVitest,
  listFailures: vitestFailures,
  listDurations: vitestDurations,
});
const partNames = ['unit', 'server', 'storybook', 'e2e'];
const listParts = () => [
  vitestPart('unit'),
  vitestPart('server'),
  // React as it is shipped: what it does for developers alone is a quarter of a story's time.
  vitestPart('storybook', { NODE_ENV: 'production' }),
  {
    name: 'e2e',
    env: {},
    command: [binaryOf('@playwright/test', 'playwright'), 'test'],
    count: countPlaywright,
    listFailures: playwrightFailures,
    listDurations: playwrightDurations,
  },
];

async function runPart({ name, command, env, count, listFailures, listDurations }, common) {
  console.log(`\n== ${name} ==`);
  const begun = Date.now();
  const { code } = await runNode(command, { env: { ...common, ...env } });
  const took = Date.now() - begun;
  if (!existsSync(reportOf(name))) return { name, took, ...judgePart(code) };
  const report = JSON.parse(readFileSync(reportOf(name), 'utf8'));
  return {
    name,
    took,
    ...judgePart(code, count(report)),
    failures: listFailures(report, root),
    durations: listDurations(report, root),
  };
}

async function makeReady() {
  await ensureInstalled();
  const chromium = await ensureChromium();
  if (chromium === undefined) process.exit(1);
  rmSync(reports, { recursive: true, force: true });
  return chromium;
}

requireNode();
const isDeep = process.argv.includes('--deep');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--deep');
const unknown = chosen.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`没有这一部分 Unknown part: ${unknown.join(', ')}; expected ${partNames.join(', ')} or --deep`);
  process.exit(1);
}
const chromium = await makeReady();
const folder = temporaryFolder();
const env = {
  CHROMIUM_PATH: chromium,
  ...(folder === undefined ? {} : { TMPDIR: folder }),
  ...(isDeep ? { TEST_DEPTH: 'deep', VITE_TEST_DEPTH: 'deep' } : {}),
};

const outcomes = [];
// A product that cannot be built fails once, and every test that does without it still runs.
const generated = await generate();
if (generated.code !== 0 || (await build()) !== 0)
  outcomes.push({ name: 'build', passed: 0, failed: 1, skipped: 0, repeated: 0 });
const parts = listParts().filter(({ name }) => chosen.length === 0 || chosen.includes(name));
for (const part of parts) outcomes.push(await runPart(part, env));

console.log('');
for (const line of slowestLines(outcomes)) console.log(line);
for (const line of failureLines(outcomes)) console.log(line);
for (const outcome of outcomes) console.log(partLine(outcome.name, outcome));
const sum = sumCounts(outcomes);
console.log(summaryLine(sum));
process.exit(sum.failed > 0 ? 1 : 0);
