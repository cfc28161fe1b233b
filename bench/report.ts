import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const [begin, end] = ['<!-- results -->', '<!-- /results -->'];

/** Writes the results of a whole run into the document, between its two marks. */
export function writeReport(lines: readonly Line[], customers: number): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `# 性能\n\n${begin}\n${end}\n`;
  const head = text.slice(0, text.indexOf(begin) + begin.length);
  const tail = text.slice(text.indexOf(end));
  writeFileSync(file, `${head}\n${results(lines, customers)}${tail}`);
  console.log(`已写入 ${file}`);
}

function results(lines: readonly Line[], customers: number): string {
  const date = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${os.cpus().length} 核，Node ${process.versions.node}`;
  const rows = lines.flatMap(({ row, isMet }) => {
    if (row === undefined) return [];
    const [title, ratio, goal, ours, theirs] = row;
    return [`| ${title} | ${ratio} | ≥ ${goal} | ${isMet ? '是' : '**否**'} | ${figures(ours)} | ${figures(theirs)} |`];
  });
  return [
    '',
    `${date}，提交 ${commit} 之上，${customers} 位客户，${machine}。`,
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
