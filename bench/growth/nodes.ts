// `npm run bench:nodes -- [customers]`: reads of one node and of two behind HAProxy, on one database.

import { mkdirSync } from 'node:fs';
import { benchSize } from '../bench-size.ts';
import { casesFor } from '../cases.ts';
import { type BenchDatabase, startBenchDatabase } from '../database.ts';
import { type Call, callFor, callOnce, type Round } from '../load.ts';
import { circumstances, writeBetween } from '../report.ts';
import { type Sample, takeSample } from '../sample.ts';
import { type BenchServer, cpuSeconds, startProduct } from '../servers.ts';
import { hasHaproxy, type NodesProxy, startHaproxy } from './haproxy.ts';

const customers = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const rounds = 3;
const warmUp = 6;
/** Changes made through the proxy, each read at once at the other node. */
const changes = 200;
const folder = '.cache/bench';

if (!hasHaproxy()) {
  console.error('没有找到 haproxy：安装之后再运行（Debian、Ubuntu：apt-get install haproxy）。');
  process.exit(1);
}

const lines: string[] = [];
const tell = (line: string) => {
  lines.push(line);
  console.log(line);
};

mkdirSync(folder, { recursive: true });
const database = await startBenchDatabase(benchSize(customers));
const running: { stop(): Promise<void> }[] = [];
try {
  // Each node on a core of its own; the database, the proxy and whoever calls share both.
  const nodes: BenchServer[] = [];
  for (const core of [0, 1]) {
    const node = await startProduct(database, { core, data: `${folder}/node${core + 1}` });
    nodes.push(node);
    running.push(node);
  }
  const proxy = await startHaproxy(
    nodes.map(({ url }) => url),
    folder,
  );
  running.push(proxy);
  const [first] = nodes;
  if (first === undefined) throw new Error('no node');
  const sample = await takeSample(database, first);
  for (const one of casesFor(sample).filter(({ key }) => key === 'list' || key === 'byId'))
    await compare(one.title, one.product, { nodes, proxy, database });
  await changeAndRead(sample, proxy);
  writeBetween(
    'nodes',
    [`\n${circumstances()}，${customers} 位客户。\n`, ...lines.map((line) => `- ${line}`), ''].join('\n'),
  );
} finally {
  for (const one of running.reverse()) await one.stop();
  await database.server.stop();
}

type Setup = { readonly nodes: readonly BenchServer[]; readonly proxy: NodesProxy; readonly database: BenchDatabase };
/** A round with the milliseconds of CPU that a call took of all nodes. */
type Measured = Round & { readonly nodesCpu: number };

async function compare(title: string, call: Call, { nodes, proxy, database }: Setup): Promise<void> {
  const measure = async (url: string, forSeconds: number): Promise<Measured> => {
    const cpu = () => nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
    const before = cpu();
    const round = await callFor(forSeconds, { url, pid: proxy.pid }, database.server.pid, call);
    return { ...round, nodesCpu: ((cpu() - before) * 1000) / (round.perSecond * forSeconds) };
  };
  await measure(proxy.one, warmUp);
  await measure(proxy.all, warmUp);
  const before = await proxy.served();
  const one: Measured[] = [];
  const two: Measured[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round++) {
    one.push(await measure(proxy.one, seconds));
    two.push(await measure(proxy.all, seconds));
  }
  const split = (await proxy.served()).map(({ answers, faults }, n) => ({
    answers: answers - (before[n]?.answers ?? 0),
    faults: faults - (before[n]?.faults ?? 0),
  }));
  const [alone, both] = [middle(one), middle(two)];
  const failed = [...one, ...two].reduce((sum, round) => sum + round.failed, 0);
  tell(
    `${title}：一个节点 ${shown(alone)}；两个节点 ${shown(both)}，${(both.perSecond / alone.perSecond).toFixed(2)} 倍；` +
      `各答 ${split.map(({ answers }) => answers).join(' 与 ')} 次，失败 ${failed + split.reduce((sum, { faults }) => sum + faults, 0)} 次；` +
      `节点各有一整核时（${(1000 / alone.nodesCpu).toFixed(0)} → 2 × ${(1000 / both.nodesCpu).toFixed(0)} 次/秒）${((2 * alone.nodesCpu) / both.nodesCpu).toFixed(2)} 倍`,
  );
}

function shown({ perSecond, p99, nodesCpu, databaseCpu, serverCpu }: Measured): string {
  return `${perSecond.toFixed(0)} 次/秒（p99 ${p99} ms；每次 CPU：节点 ${nodesCpu.toFixed(2)}、数据库 ${databaseCpu.toFixed(2)}、代理 ${serverCpu.toFixed(2)} ms）`;
}

function middle(all: readonly Measured[]): Measured {
  const inOrder = all.toSorted((one, other) => one.perSecond - other.perSecond);
  const [measured] = inOrder.slice(Math.floor(inOrder.length / 2));
  if (measured === undefined) throw new Error('nothing was measured');
  return measured;
}

/** Changes rows through the proxy and reads each at once: calls take turns, so that the other node is asked. */
async function changeAndRead(sample: Sample, { all }: NodesProxy): Promise<void> {
  const headers = {
    'x-app-token': sample.tokens.manager,
    ...{ 'x-app-page': 'alllist', 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
  };
  let stale = 0;
  for (const { id, version } of sample.rows.slice(0, changes)) {
    const remark = `第 ${version} 次联系`;
    const changed = await callOnce(
      { url: all },
      { path: '/v1/customer/modify', headers, body: () => ({ id, version, remark }) },
    );
    const read = await callOnce(
      { url: all },
      { path: '/v1/customer/view', headers, body: () => ({ id, fields: ['remark'] }) },
    );
    if (read.remark !== remark || read.version !== changed.version) stale += 1;
  }
  tell(`在一个节点上修改、随即在另一个节点上读 ${changes} 次：读到旧值 ${stale} 次`);
}
