/** What came of a comparison of times. */
export type PairedTimes = {
  /** Whether they cannot be told apart. */
  readonly isAlike: boolean;
  /** Medians and their difference in milliseconds, for whoever looks at a failure. */
  readonly told: string;
};

const warmUp = 3;
/** Differences nobody can use over a network, and what noise of a busy machine makes of single pairs. */
const least = 2;
const share = 0.35;

/**
 * Times two calls in pairs, one right after the other and in turn the first, so that whatever else the machine does
 * meets both alike. They count as alike where the median of the differences is less than 2 ms or than 35 % of what a
 * call takes, or where it is no further from zero than such differences scatter by chance.
 */
export async function comparePairs(
  count: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<PairedTimes> {
  const differences: number[] = [];
  const times: number[] = [];
  for (let pair = -warmUp; pair < count; pair++) {
    const swapped = pair % 2 === 0;
    const first = await timeOf(swapped ? other : one);
    const second = await timeOf(swapped ? one : other);
    if (pair < 0) continue;
    differences.push(swapped ? second - first : first - second);
    times.push(first, second);
  }
  const middle = medianOf(differences);
  const scatter = medianOf(differences.map((difference) => Math.abs(difference - middle)));
  // 1.4826 makes a deviation of the median one of the mean, 1.2533 is what a median scatters more; three times that.
  const chance = (3 * 1.4826 * 1.2533 * scatter) / Math.sqrt(count);
  const bound = Math.max(least, share * medianOf(times), chance);
  const told = `median difference ${middle.toFixed(2)} ms, bound ${bound.toFixed(2)} ms, a call ${medianOf(times).toFixed(2)} ms`;
  return { isAlike: Math.abs(middle) < bound, told };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
