import type { CDPSession, Page } from '@playwright/test';
import { type Spent, spentIn } from './profile.ts';

/** What a page holds after garbage was collected: bytes of script objects, nodes of documents, listeners. */
export type Held = { readonly heap: number; readonly nodes: number; readonly listeners: number };

/** Measures the main thread of a page in milliseconds of CPU, whatever else the machine does. */
export class Meter {
  private readonly page: Page;
  private readonly cdp: CDPSession;

  private readonly profiled: ((spent: Spent) => void) | undefined;

  private constructor(page: Page, cdp: CDPSession, profiled: ((spent: Spent) => void) | undefined) {
    this.page = page;
    this.cdp = cdp;
    this.profiled = profiled;
  }

  /** `profiled` is told what the thread did meanwhile; being watched costs, so such a figure is not compared. */
  static async on(page: Page, profiled?: (spent: Spent) => void): Promise<Meter> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Meter(page, cdp, profiled);
  }

  /** Milliseconds the main thread worked until what was started was shown and the page had come to rest. */
  async cpuOf(work: () => Promise<unknown>): Promise<number> {
    return await this.cpuUntil(async () => {
      await work();
      await this.atRest();
    });
  }

  /** Milliseconds the main thread worked on a page that was loaded anew, until it had come to rest: it counts from there. */
  async cpuAnew(load: () => Promise<unknown>): Promise<number> {
    await load();
    await this.atRest();
    return this.worked();
  }

  /** Milliseconds the main thread worked until the condition held, without what comes after. */
  async cpuUntil(work: () => Promise<unknown>): Promise<number> {
    const before = await this.worked();
    if (this.profiled === undefined) await work();
    else this.profiled(await spentIn(this.cdp, work));
    return (await this.worked()) - before;
  }

  /** Waits until half a second passes with next to nothing done. */
  async atRest(): Promise<void> {
    let last = await this.worked();
    for (let turn = 0; turn < 40; turn++) {
      await this.page.waitForTimeout(500);
      const now = await this.worked();
      if (now - last < 6) return;
      last = now;
    }
  }

  /** What is left when all that nobody needs is gone. */
  async held(): Promise<Held> {
    await this.cdp.send('HeapProfiler.enable');
    for (let turn = 0; turn < 3; turn++) await this.cdp.send('HeapProfiler.collectGarbage');
    const metrics = await this.metrics();
    return {
      heap: metrics.get('JSHeapUsedSize') ?? 0,
      nodes: metrics.get('Nodes') ?? 0,
      listeners: metrics.get('JSEventListeners') ?? 0,
    };
  }

  private async worked(): Promise<number> {
    return ((await this.metrics()).get('TaskDuration') ?? 0) * 1000;
  }

  private async metrics(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}

/** Milliseconds between frames while a place is scrolled by the wheel, in their order of length. */
export async function frameLengths(page: Page, selector: string, turns: number): Promise<readonly number[]> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  // Rows may be wider than the window.
  await page.mouse.move(Math.min(box.x + box.width / 2, 720), Math.min(box.y + box.height / 2, 600));
  // As text: what a function of ours is compiled to may need helpers the page does not have.
  await page.evaluate(
    'window.benchFrames = []; requestAnimationFrame(function frame(at) { benchFrames.push(at); requestAnimationFrame(frame); });',
  );
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
  }
  const times = await page.evaluate<number[]>('benchFrames');
  return times
    .slice(1)
    .map((at, place) => at - (times[place] ?? at))
    .sort((a, b) => a - b);
}
