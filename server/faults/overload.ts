import { type Answer, closedLoad, openLoad, type Target } from './open-load.ts';
import { quantile } from './quantile.ts';
import type { World } from './world.ts';

export type OverloadFigures = {
  /** Calls served per second with as many callers as suit the node, and with three times as many calls as that. */
  readonly peak: number;
  readonly served: number;
  readonly refused: number;
  /** Milliseconds within which nine of ten refusals came. */
  readonly refusalTook: number;
  /** Milliseconds until everything was answered again afterwards. */
  readonly recovery: number;
  readonly faults: readonly string[];
};

const lanes = 24;

/** Measures what one node serves at best, then offers it three times as much. */
export async function overload(world: World, lasts: number): Promise<OverloadFigures> {
  const [address = ''] = world.addresses();
  const target: Target = { address, path: '/v1/customer/query', token: world.tokens.sales, body: { size: 20 } };
  await closedLoad(target, lanes, 1000);
  const best = await closedLoad(target, lanes, lasts);
  const peak = perSecond(servedOf(best), lasts);
  const begin = performance.now();
  const answers = await openLoad(target, peak * 3, lasts);
  const took = performance.now() - begin;
  const recovery = await timeToCalm(target);
  const refusals = answers.filter(({ status }) => status === 503);
  return {
    peak,
    served: perSecond(servedOf(answers), took),
    refused: refusals.length,
    refusalTook: quantile(
      refusals.map(({ took }) => took),
      0.9,
    ),
    recovery,
    faults: answers
      .filter(({ status, hasRetryAfter }) => status !== 200 && !(status === 503 && hasRetryAfter))
      .map((answer) => JSON.stringify(answer)),
  };
}

const servedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;

const perSecond = (count: number, milliseconds: number) => (count * 1000) / milliseconds;

async function timeToCalm(target: Target): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const answers = await closedLoad(target, 4, 50);
    if (answers.every(({ status }) => status === 200)) return performance.now() - begin;
  }
}
