import type { Finding, FindingKind } from './verify-batch.ts';
import type { Verification } from './verify-log.ts';

const words: Readonly<Record<FindingKind, string>> = {
  rowChanged: '有日志被改动',
  rowRemoved: '有日志被删除',
  rowInserted: '有日志是封存之后插入的',
  sealForged: '封印不是本系统所盖，或内容已改',
  sealMissing: '封印缺失',
  chainBroken: '与上一封印接不上',
  tailMissing: '末尾被截去：这一封印应在，但已不在',
  columnGone: '当时的字段已不存在，无法核对',
};

/** Rows named of one seal and kind; the rest is counted. */
const namedRows = 5;

/** Whether nothing is wrong. */
export function isIntact({ found }: Verification): boolean {
  return found === 0;
}

/** What a verification found, a line for each seal and kind, at most `most` characters. */
export function findingsText({ findings, found, seals, rows, pending }: Verification, most = 4000): string {
  const summary = `核对 ${seals} 个封印、${rows} 条日志`;
  const later = pending === 0 ? '' : `，另有 ${pending} 条尚未封存`;
  if (found === 0) return `${summary}，没有改动${later}。`;
  const lines = [...grouped(findings)].map(([, of]) => lineOf(of));
  const more = found > findings.length ? [`……共 ${found} 处`] : [];
  return [`${summary}，发现 ${found} 处改动${later}：`, ...lines, ...more].join('\n').slice(0, most);
}

function grouped(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.seal} ${finding.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return groups;
}

function lineOf(findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return '';
  const ids = findings.flatMap(({ rowId }) => rowId ?? []);
  const rows = ids.length === 0 ? '' : `：${ids.slice(0, namedRows).join('、')}`;
  const more = ids.length > namedRows ? ` 等 ${ids.length} 条` : '';
  return `第 ${first.seal} 号封印：${words[first.kind]}${rows}${more}`;
}
