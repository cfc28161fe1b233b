import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'docs/reliability.md');

/** Writes what a deep run found into its row of docs/reliability.md, with the day and the commit. */
export function recordFigure(scenario: string, figure: string): void {
  const text = readFileSync(file, 'utf8');
  const row = new RegExp(`^\\| ${scenario} \\|[^|]*\\|[^|]*\\|$`, 'm');
  if (!row.test(text)) throw new Error(`docs/reliability.md has no row “${scenario}”`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(file, text.replace(row, `| ${scenario} | ${figure} | ${day}，${commit()} |`));
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return '未知提交';
  }
}
