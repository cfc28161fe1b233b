import { newCall, type Outcome, send } from './client.ts';
import type { WritingWorld } from './world.ts';

/** A call that was made once and not repeated: when it was answered, how, and after how long. */
export type Probe = { readonly at: number; readonly took: number; readonly outcome: Outcome };

export type Probing = { readonly probes: readonly Probe[]; stop(): Promise<readonly Probe[]> };

const lanes = 6;

/** Reads all the time, each call once, as people who look at lists do. */
export function startProbing(world: WritingWorld): Probing {
  const probes: Probe[] = [];
  let isStopping = false;
  const lane = async () => {
    while (!isStopping) {
      const [address] = world.addresses();
      if (address === undefined) throw new Error('there is no node to ask');
      const begin = performance.now();
      const outcome = await send(address, world.tokens.sales, newCall('/v1/customer/query', { size: 5 }));
      probes.push({ at: performance.now(), took: performance.now() - begin, outcome });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    probes,
    stop: async () => {
      isStopping = true;
      await running;
      return probes;
    },
  };
}

/** Waits for a call that began after a moment and was answered; answers the milliseconds it took from that moment. */
export async function answeredAfter(probing: Probing, moment: number, patience = 60_000): Promise<number> {
  while (performance.now() - moment < patience) {
    const first = probing.probes.find(
      ({ at, took, outcome }) => at - took >= moment && outcome.kind === 'answered' && outcome.code === '0',
    );
    if (first !== undefined) return first.at - moment;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing was answered within ${patience} ms`);
}

/** What the calls ended in that is neither an answer nor a 503 with `Retry-After`. */
export function faultsOf(probes: readonly Probe[]): readonly string[] {
  return probes.flatMap(({ outcome }) => {
    if (outcome.kind === 'away' || (outcome.kind === 'answered' && outcome.code === '0')) return [];
    return [JSON.stringify(outcome)];
  });
}
