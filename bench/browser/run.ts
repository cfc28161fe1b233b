// `npm run bench:browser -- [case …]`: the product's pages against the same pages written by hand with antd, in one run.

import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { circumstances, writeBetween } from '../report.ts';
import { handApp, type MeasuredApp, productApp } from './apps.ts';
import { type Case, cases, firstLoad, heldAround, keystroke, pickedKeystrokes } from './cases.ts';
import { pickedRows } from './documents.ts';
import { measureInteractions } from './interactions.ts';
import type { Held } from './meter.ts';
import { type BenchSession, signIn } from './pages.ts';
import { startBrowserProduct } from './product.ts';
import { spentWords } from './profile.ts';
import { buildSite } from './sites.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** Milliseconds of one frame. */
const frame = 16;
/** Most kilobytes of script, scripts, and calls before the rows', that the first list of the product may need. */
const maxAtFirst = { kilobytes: 350, scripts: 20, callsBefore: 6 };
const chosen = process.argv.slice(2);
const isChosen = (key: string) => chosen.length === 0 || chosen.includes(key);

/** Where the time of what misses its goal goes. */
const profiles: string[] = [];
const product = await startBrowserProduct();
const hand = await buildSite('hand', product.url);
const table = await buildSite('table', product.url);
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...chromiumArgs] });
try {
  const bench: BenchSession = { browser, session: await signIn(browser, product.url, product.password) };
  const ours = productApp(product.url, table.url);
  const theirs = handApp(hand.url);
  const rows: string[] = [];
  const notes: string[] = [];
  for (const one of cases.filter(({ key }) => isChosen(key))) rows.push(await compared(one, ours, theirs, bench));
  if (isChosen('first')) notes.push(await firstLoads(ours, theirs, bench));
  if (isChosen('flat')) notes.push(await comparedForms(ours, bench));
  if (isChosen('picked')) notes.push(await pickedForm(ours, bench));
  if (isChosen('leak')) for (const app of [theirs, ours]) notes.push(await leaks(app, bench));
  const interactions = isChosen('interactions') ? await measureInteractions(browser) : [];
  if (chosen.length === 0) writeBetween('browser', report(rows, notes, interactions));
} finally {
  await browser.close();
  await hand.stop();
  await table.stop();
  await product.stop();
}

/** A line of the table, told at once. */
async function compared(one: Case, ours: MeasuredApp, theirs: MeasuredApp, bench: BenchSession): Promise<string> {
  const mine: number[] = [];
  const others: number[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round++) {
    others.push(await one.measure(theirs, bench));
    mine.push(await one.measure(ours, bench));
  }
  const [our, their] = [middle(mine), middle(others)];
  const ratio = our / their;
  const figures = [our, their].map((figure) => `${figure.toFixed(1)} ${one.unit}`);
  const line = `| ${one.title} | ${ratio.toFixed(2)} | ≤ ${one.goal} | ${ratio <= one.goal ? '是' : '**否**'} | ${figures.join(' | ')} |`;
  console.log(line);
  if (ratio > one.goal && one.unit === 'ms')
    for (const app of [ours, theirs]) profiles.push(await profileOf(one, app, bench));
  return line;
}

/** Where the time of a case goes, in one more round that is watched. */
async function profileOf(one: Case, app: MeasuredApp, bench: BenchSession): Promise<string> {
  let words = '';
  await one.measure(app, {
    ...bench,
    profiled: (spent) => {
      words = spentWords(spent);
    },
  });
  const line = `- ${one.title}，${app.name}：${words}`;
  console.log(line);
  return line;
}

/** What the first list fetches, of both apps. */
async function firstLoads(ours: MeasuredApp, theirs: MeasuredApp, bench: BenchSession): Promise<string> {
  const [mine, others] = [await firstLoad(ours, bench), await firstLoad(theirs, bench)];
  const isMet =
    mine.kilobytes <= maxAtFirst.kilobytes &&
    mine.scripts <= maxAtFirst.scripts &&
    mine.callsBefore <= maxAtFirst.callsBefore;
  const words = ({ kilobytes, scripts, callsBefore }: typeof mine) =>
    `脚本 ${kilobytes.toFixed(0)} kB（gzip）、${scripts} 个文件、首批行之前 ${callsBefore} 次调用`;
  const note = `- 首个列表：${words(mine)}（目标 ≤ ${maxAtFirst.kilobytes} kB、${maxAtFirst.scripts} 个、${maxAtFirst.callsBefore} 次，达到：${isMet ? '是' : '**否**'}）；对照 ${words(others)}`;
  console.log(note);
  return note;
}

/** A keystroke must cost the same in a form of 300 fields as in one of 30. */
async function comparedForms(ours: MeasuredApp, bench: BenchSession): Promise<string> {
  const wide: number[] = [];
  const slim: number[] = [];
  for (let round = 0; round < rounds; round++) {
    slim.push(await keystroke(ours, bench, 'noteAdd'));
    wide.push(await keystroke(ours, bench, 'sheetAdd'));
  }
  const [many, few] = [middle(wide), middle(slim)];
  const note = `- 每次按键，300 个字段与 30 个字段相比：${(many / few).toFixed(2)} 倍（${many.toFixed(1)} 与 ${few.toFixed(1)} ms）`;
  console.log(note);
  return note;
}

/** A keystroke in a form with two hundred rows picked from a list fits into one frame. */
async function pickedForm(ours: MeasuredApp, bench: BenchSession): Promise<string> {
  const heads: number[] = [];
  const lines: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [head, line] = await pickedKeystrokes(ours, bench);
    heads.push(head);
    lines.push(line);
  }
  const figures = [middle(heads), middle(lines)];
  const words = figures.map((figure) => `${figure.toFixed(1)} ms`).join('、');
  const isMet = figures.every((figure) => figure <= frame) ? '是' : '**否**';
  const note = `- 每次按键，选来 ${pickedRows} 行的表单，主表与子行：${words}（目标 ≤ ${frame} ms，达到：${isMet}）`;
  console.log(note);
  return note;
}

/** Two hundred times from page to page: what is held must not grow. */
async function leaks(app: MeasuredApp, bench: BenchSession): Promise<string> {
  const [before, after] = await heldAround(app, bench);
  const note = `- ${app.name}，切换 80 次之后与再切换 200 次之后：${heldWords(before)} → ${heldWords(after)}`;
  console.log(note);
  return note;
}

function heldWords({ heap, nodes, listeners }: Held): string {
  return `堆 ${(heap / 1e6).toFixed(1)} MB、节点 ${nodes}、监听 ${listeners}`;
}

function middle(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

function report(rows: readonly string[], notes: readonly string[], interactions: readonly string[]): string {
  return [
    '',
    `${circumstances()}，Chromium ${browser.version()}，各 ${rounds} 轮取中位数。`,
    '',
    '| 用例 | 倍数 | 目标 | 达到 | 本产品 | 对照 |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...notes,
    '',
    ...(profiles.length === 0
      ? []
      : [
          '没有达到的，主线程的时间花在哪里（另跑一轮看着，毫秒；脚本按文件，`react`、`antd`、`formily` 是各自的库）：',
          '',
          ...profiles,
          '',
        ]),
    '中型演示公司，各 20 次，从点击或按键到画出来（含服务器往返）：',
    '',
    '| 动作 | 中位 | p95 | 目标 | 达到 |',
    '|---|---|---|---|---|',
    ...interactions,
    '',
  ].join('\n');
}
