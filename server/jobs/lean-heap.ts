import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Percent by which the heap may grow beyond what is in use before it is collected; 0 leaves that to V8. */
const lean = 20;
/** How long after lean times the heap is taken to have grown again. */
const lasting = 60_000;
let leanUntil = Number.NEGATIVE_INFINITY;

/**
 * While jobs pass thousands of rows through, most of what they leave behind is garbage: the heap is collected often
 * rather than left to grow to twice its size. V8 reads the setting after a collection, so one is asked for.
 */
export function keepHeapLean(isLean: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isLean ? lean : 0}`);
  if (isLean && performance.now() - leanUntil > lasting) garbageCollector()?.({ type: 'major', execution: 'async' });
  leanUntil = performance.now();
}

/** Without options everything is collected and moved together, at once. */
type Collect = (options?: { readonly type: 'major'; readonly execution: 'async' }) => unknown;
let collect: Collect | undefined;

/** The collector, which only contexts made after this flag know by name. */
export function garbageCollector(): Collect | undefined {
  if (collect !== undefined) return collect;
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  setFlagsFromString('--no-expose-gc');
  if (isCollect(found)) collect = found;
  return collect;
}

function isCollect(value: unknown): value is Collect {
  return typeof value === 'function';
}
