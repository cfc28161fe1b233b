import type { CDPSession } from '@playwright/test';

/** What the main thread did: milliseconds by what it did; script also by the file it stands in. */
export type Spent = ReadonlyMap<string, number>;

type Profile = Awaited<ReturnType<typeof stopped>>;

/** Microseconds between two looks. */
const interval = 200;
/** What the engine itself does, by the names it has in a profile. */
const engineWork: Readonly<Record<string, string>> = {
  '(garbage collector)': '回收内存',
  '(program)': '样式、排版与绘制',
};
/** The figure of `Performance.getMetrics` that tells of each part; seconds. */
const measured: Readonly<Record<string, string>> = {
  样式: 'RecalcStyleDuration',
  排版: 'LayoutDuration',
  编译脚本: 'V8CompileDuration',
};

/** Profiles the main thread while `work` is done. */
export async function spentIn(cdp: CDPSession, work: () => Promise<unknown>): Promise<Spent> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval });
  const before = await metricsOf(cdp);
  await cdp.send('Profiler.start');
  await work();
  const profile = await stopped(cdp);
  const after = await metricsOf(cdp);
  const spent = new Map<string, number>();
  for (const [part, name] of Object.entries(measured))
    spent.set(part, ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000);
  for (const [part, time] of selfTimes(profile)) spent.set(part, (spent.get(part) ?? 0) + time);
  return spent;
}

async function stopped(cdp: CDPSession) {
  const { profile } = await cdp.send('Profiler.stop');
  return profile;
}

async function metricsOf(cdp: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Milliseconds by the file whose function was at the top; nothing for the time when nothing was to do. */
function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profile): ReadonlyMap<string, number> {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame.functionName, callFrame.url)]));
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const part = parts.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (timeDeltas[at + 1] ?? 0) / 1000);
  });
  return times;
}

/** The file without its digest and without the list of what was put into it. */
function partOf(name: string, url: string): string | undefined {
  if (engineWork[name] !== undefined) return engineWork[name];
  if (name === '(idle)' || name === '(root)') return;
  if (url === '') return '浏览器的函数';
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return file.replace(/-[\w-]{8}\.js$/, '').replace(/^(more~\w+).*$/, '$1');
}

/** The largest parts in words, those of less than a twentieth left out. */
export function spentWords(spent: Spent): string {
  const whole = [...spent].filter(([part]) => measured[part] === undefined).reduce((sum, [, time]) => sum + time, 0);
  return [...spent]
    .filter(([, time]) => time >= whole / 20)
    .sort(([, one], [, other]) => other - one)
    .map(([part, time]) => `${part} ${time.toFixed(0)}`)
    .join('、');
}
