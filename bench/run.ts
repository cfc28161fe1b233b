// `npm run bench -- [case …] [customers]`: the product against a bare server with SQL written by hand, in one run.

import { benchSize } from './bench-size.ts';
import { type Case, casesFor, deepPage } from './cases.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import { fileKeys, measureFiles } from './files.ts';
import { callFor, callOnce, type Round } from './load.ts';
import { measureFinding } from './measure-finding.ts';
import { type Line, writeReport } from './report.ts';
import { type Sample, takeSample } from './sample.ts';
import { type BenchServer, memoryOf, startBare, startProduct } from './servers.ts';

const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
/** Long enough for either server to run compiled code, as it does all day. */
const warmUp = 8;

const chosen = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const customers = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const isChosen = (key: string) => chosen.length === 0 || chosen.includes(key);
const needsCalls = chosen.length === 0 || !chosen.every((key) => fileKeys.includes(key));

const database = await startBenchDatabase(benchSize(customers));
try {
  const lines = [...(needsCalls ? await measureAll(database) : []), ...(await measureTables(database))];
  if (chosen.length === 0) writeReport(lines, customers);
} finally {
  await database.server.stop();
}

/** Tables of many rows, out and in. */
async function measureTables(database: BenchDatabase): Promise<readonly Line[]> {
  const lines: Line[] = [];
  await measureFiles(database, isChosen, (line) => {
    lines.push(line);
    console.log(line.text);
  });
  return lines;
}

async function measureAll(database: BenchDatabase): Promise<readonly Line[]> {
  const product = await startProduct(database);
  const bare = await startBare(database);
  const lines: Line[] = [];
  const add = (line: Line) => {
    lines.push(line);
    console.log(line.text);
  };
  try {
    if (isChosen('memory')) add(await measureMemory(product));
    const sample = await takeSample(database, product);
    for (const one of casesFor(sample).filter(({ key }) => isChosen(key)))
      add(await compare(one, product, bare, database.server.pid));
    if (isChosen('finding')) await measureFinding(product, sample, database.urls, add);
    if (isChosen('deep')) add(await compareDeep(sample, product, database.server.pid));
    return lines;
  } finally {
    await product.stop();
    await bare.stop();
  }
}

async function measureMemory(product: BenchServer): Promise<Line> {
  // What the start itself left behind is collected within moments.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const memory = memoryOf(product.pid);
  const isMet = memory <= 140;
  return {
    key: 'memory',
    isMet,
    text: `启动后的内存 ${memory.toFixed(0)} MB（目标 ≤ 140 MB）${isMet ? '' : ' 未达到'}`,
  };
}

async function compare(one: Case, product: BenchServer, bare: BenchServer, postmaster: number): Promise<Line> {
  for (const [server, call] of [
    [bare, one.bare],
    [product, one.product],
  ] as const) {
    await callOnce(server, call);
    await callFor(warmUp, server, postmaster, call);
  }
  const ours: Round[] = [];
  const theirs: Round[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round++) {
    theirs.push(await callFor(seconds, bare, postmaster, one.bare));
    ours.push(await callFor(seconds, product, postmaster, one.product));
  }
  return lineOf(one.key, one.title, one.goal, middle(ours), middle(theirs));
}

async function compareDeep(sample: Sample, product: BenchServer, postmaster: number): Promise<Line> {
  const { first, deep } = deepPage(sample);
  const { customers: rows } = benchSize(customers);
  const cursor = await cursorAt(Math.floor(rows / 2), sample, product);
  const ours: Round[] = [];
  const theirs: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await callFor(seconds, product, postmaster, first));
    ours.push(await callFor(seconds, product, postmaster, deep(cursor)));
  }
  return lineOf('deep', `第 ${Math.floor(rows / 2)} 行处的一页，与第一页相比`, 0.9, middle(ours), middle(theirs));
}

/** The cursor of the page near a row, found by walking pages of a thousand without their fields. */
async function cursorAt(row: number, sample: Sample, product: BenchServer): Promise<string> {
  const { first, deep } = deepPage(sample);
  let next: unknown;
  for (let passed = 0; passed < row; passed += 1000) {
    const call = next === undefined ? first : deep(String(next));
    const data = await callOnce(product, { ...call, body: () => ({ ...call.body(), size: 1000, fields: ['name'] }) });
    if (typeof data.next !== 'string') break;
    next = data.next;
  }
  return String(next);
}

function middle(all: readonly Round[]): Round {
  const of = (pick: (round: Round) => number) => all.map(pick).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return {
    perSecond: of((round) => round.perSecond),
    p99: of((round) => round.p99),
    serverCpu: of((round) => round.serverCpu),
    databaseCpu: of((round) => round.databaseCpu),
    failed: all.reduce((sum, round) => sum + round.failed, 0),
  };
}

function lineOf(key: string, title: string, goal: number, ours: Round, theirs: Round): Line {
  const ratio = ours.perSecond / theirs.perSecond;
  const isMet = ratio >= goal && ours.failed + theirs.failed === 0;
  const figures = (round: Round) =>
    `${round.perSecond.toFixed(0)} 次/秒，p99 ${round.p99} ms，CPU ${round.serverCpu.toFixed(2)} + ${round.databaseCpu.toFixed(2)} ms`;
  const failed = ours.failed + theirs.failed === 0 ? '' : `，失败 ${ours.failed} / ${theirs.failed}`;
  return {
    key,
    isMet,
    row: [title, ratio.toFixed(2), goal.toFixed(2), ours, theirs],
    text: `${title}：${ratio.toFixed(2)} 倍（目标 ≥ ${goal.toFixed(2)}）${isMet ? '' : ' 未达到'}；本产品 ${figures(ours)}；对照 ${figures(theirs)}${failed}`,
  };
}
