import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import type { Round } from './load.ts';

/** One result of a run. */
export type Line = {
  readonly key: string;
  readonly isMet: boolean;
  /** What is told at the terminal, and below the table where there is no row. */
  readonly text: string;
  readonly row?: readonly [title: string, ratio: string, goal: string, ours: Round, theirs: Round];
};

const file = 'docs/benchmarks.md';

/** Writes the results of a whole run of the server into the document. */
export function writeReport(lines: readonly Line[], customers: number): void {
  writeBetween('results', results(lines, customers));
}

/** Writes a part of the document anew, between its two marks. */
export function writeBetween(mark: string, part: string): void {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no ${begin} … ${end}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n${part}${text.slice(to)}`);
  console.log(`已写入 ${file}`);
}

/** When, on what and of which state of the product something was measured. */
export function circumstances(): string {
  const date = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${date}，提交 ${commit} 之上，${os.cpus().length} 核，Node ${process.versions.node}`;
}

function results(lines: readonly Line[], customers: number): string {
  const rows = lines.flatMap(({ row, isMet }) => {
    if (row === undefined) return [];
    const [title, ratio, goal, ours, theirs] = row;
    return [`| ${title} | ${ratio} | ≥ ${goal} | ${isMet ? '是' : '**否**'} | ${figures(ours)} | ${figures(theirs)} |`];
  });
  return [
    '',
    `${circumstances()}，${customers} 位客户。`,
    '',
    '| 用例 | 倍数 | 目标 | 达到 | 本产品：次/秒 · p99 · CPU（服务器 + 数据库） | 对照 |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...lines.filter(({ row }) => row === undefined).map(({ text }) => `- ${text}`),
    '',
  ].join('\n');
}

function figures({ perSecond, p99, serverCpu, databaseCpu }: Round): string {
  return `${perSecond.toFixed(0)} · ${p99} ms · ${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)} ms`;
}
