// `npm run bench:online -- [people] [small | medium | large]`: so many people have the application open, on one node.

import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { insertEvent } from '../../server/db/event-store.ts';
import { quantile } from '../../server/faults/quantile.ts';
import type { BenchDatabase } from '../database.ts';
import { dataOf } from '../load.ts';
import { measureWork } from '../measure-work.ts';
import { circumstances, writeBetween } from '../report.ts';
import { type BenchServer, memoryOf, startProduct } from '../servers.ts';
import { Latency } from './latency.ts';
import { OpenWindow } from './open-window.ts';
import { scaleSize, startScaleDatabase } from './scale-database.ts';
import { type SignedInStaff, signInStaff } from './staff-online.ts';

const words = process.argv.slice(2);
const people = Number(words.find((word) => /^\d{1,4}$/.test(word)) ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** Of so many people one has a record open. */
const atRecord = 3;
/** Windows opened at a time. */
const together = 50;

const lines: string[] = [];
const tell = (line: string) => {
  lines.push(line);
  console.log(line);
};

const database = await startScaleDatabase(scaleSize(words, 'medium'));
try {
  const staff = await signInStaff(database, people);
  const product = await startProduct(database);
  try {
    await measureOnline(product, database, staff);
  } finally {
    await product.stop();
  }
  if (people === 1000)
    writeBetween('online', [`\n${circumstances()}。\n`, ...lines.map((line) => `- ${line}`), ''].join('\n'));
} finally {
  await database.server.stop();
}
process.exit(0);

/** What the windows have said since they were last asked. */
type Heard = {
  readonly times: number[];
  failed: number;
  readonly readAnew: number[];
  readonly whatFailed: Map<string, number>;
};

async function measureOnline(
  product: BenchServer,
  database: BenchDatabase,
  staff: readonly SignedInStaff[],
): Promise<void> {
  const heard: Heard = { times: [], failed: 0, readAnew: [], whatFailed: new Map() };
  const windows = staff.map(
    (person) =>
      new OpenWindow(
        product,
        person,
        {
          onAnswer: (_, milliseconds) => heard.times.push(milliseconds),
          onFailure: (path, error) => {
            heard.failed += 1;
            const what = `${path} ${/E_[A-Z_]+/.exec(String(error))?.[0] ?? String(error).slice(0, 200)}`;
            heard.whatFailed.set(what, (heard.whatFailed.get(what) ?? 0) + 1);
          },
          onReadAnew: () => heard.readAnew.push(performance.now()),
        },
        words.includes('together') ? 0 : 1,
      ),
  );
  const list = listOf(product, staff);
  for (let turn = 0; turn < 30; turn++) await list();
  await pause(3000);
  const before = memoryOf(product.pid);
  tell(`没有人在线：内存 ${before.toFixed(0)} MB；列表首页（20 行，轮流以各人打开）${(await beside(list, 10)).shown}`);

  const opening = performance.now();
  for (let at = 0; at < windows.length; at += together)
    await Promise.all(windows.slice(at, at + together).map((window) => window.follow()));
  tell(`${windows.length} 位员工各开一个事件流：${((performance.now() - opening) / 1000).toFixed(1)} 秒内全部接通`);

  for (const [at, window] of windows.entries()) window.poll(at % atRecord === 0);
  await pause(5000);
  forget(heard);
  let latency = new Latency();
  const quiet = await measureWork(product, database, () => pause(seconds * 1000));
  tell(
    `静静开着（心跳每 10 秒、定时询问，三分之一的人开着一位客户的全景，每 15 秒报一次在看）${seconds} 秒：服务器 CPU ${share(quiet.serverCpu, quiet.seconds)}，数据库 ${share(quiet.databaseCpu, quiet.seconds)}（一核为 100%）；` +
      `询问 ${heard.times.length} 次，p95 ${quantile(heard.times, 0.95).toFixed(0)} ms${failures(heard)}`,
  );
  latency = await beside(list, 10);
  tell(
    `同时打开列表首页：${latency.shown}；内存 ${memoryOf(product.pid).toFixed(0)} MB，最多 ${quiet.peak.toFixed(0)} MB，每人 ${(((memoryOf(product.pid) - before) * 1024) / windows.length).toFixed(0)} kB`,
  );

  forget(heard);
  const { db, close } = connectDatabase({ url: database.urls.migratorUrl, max: 1 });
  const told = performance.now();
  let isOver = false;
  latency = new Latency();
  const watching = latency.timeUntil(() => isOver, list, 20);
  const news = await measureWork(product, database, async () => {
    await insertEvent(db, { topic: 'update_message', staffId: null, data: {} });
    for (let waited = 0; heard.readAnew.length < windows.length && waited < 300; waited++) await pause(100);
  });
  isOver = true;
  await watching;
  await close();
  const after = heard.readAnew.map((moment) => moment - told);
  tell(
    `发布一条面向全员的更新公告：${after.length} 个窗口重读通知，中位 ${(quantile(after, 0.5) / 1000).toFixed(1)} 秒、最后一个 ${(Math.max(...after) / 1000).toFixed(1)} 秒之后，服务器 CPU ${news.serverCpu.toFixed(1)} 秒${failures(heard)}；其间的列表首页 ${latency.shown}；内存最多 ${news.peak.toFixed(0)} MB`,
  );
  for (const window of windows) window.close();
}

function forget(heard: Heard): void {
  heard.times.length = 0;
  heard.readAnew.length = 0;
  heard.failed = 0;
  heard.whatFailed.clear();
}

function failures({ failed, whatFailed }: Heard): string {
  const what = [...whatFailed].map(([one, times]) => `${one} ${times} 次`).join('、');
  return failed === 0 ? '，没有失败' : `，失败 ${failed} 次（${what}）`;
}

/** The list of customers, as one person after another opens it. */
function listOf(product: BenchServer, staff: readonly SignedInStaff[]): () => Promise<unknown> {
  const readers = staff.filter(({ customerId }) => customerId !== null);
  let turn = 0;
  return () => {
    const { token = '' } = readers[turn++ % readers.length] ?? {};
    const headers = {
      'x-app-token': token,
      'x-app-page': 'alllist',
      'x-app-platform': 'sys',
      'x-app-version': '2.2.1',
    };
    return dataOf(product, { path: '/v1/customer/query', headers, body: () => ({ size: 20, sort: ['-createdAt'] }) });
  };
}

async function beside(list: () => Promise<unknown>, forSeconds: number): Promise<Latency> {
  const latency = new Latency();
  const until = performance.now() + forSeconds * 1000;
  await latency.timeUntil(() => performance.now() > until, list);
  return latency;
}

function share(cpu: number, ofSeconds: number): string {
  return `${((cpu / ofSeconds) * 100).toFixed(0)}%`;
}
