import { answeredAfter, faultsOf, startProbing } from './probes.ts';
import type { Weather } from './tcp-proxy.ts';
import { contradictions, takeBaseline } from './verify-writes.ts';
import type { World } from './world.ts';
import { startWriters } from './writers.ts';

export type ConnectionFigures = {
  readonly calls: number;
  readonly refused: number;
  /** Milliseconds of the longest call. */
  readonly longest: number;
  readonly faults: readonly string[];
};

/** A stretch of bad network between node and database. */
export type KeyRange = {
  readonly weather: Weather;
  readonly lasts: number;
  /** Breaks connections off again and again meanwhile. */
  readonly resets?: boolean;
};

/** Slowness, resets and refusals. */
export const roughWeather: readonly KeyRange[] = [
  { weather: { kind: 'slow', latency: 80 }, lasts: 1500 },
  { weather: { kind: 'fair' }, lasts: 1500, resets: true },
  { weather: { kind: 'closed' }, lasts: 1000, resets: true },
];

/** A network that swallows everything, for longer than a call may take. */
export const silence: readonly KeyRange[] = [{ weather: { kind: 'silent' }, lasts: 35_000 }];

/** Lets the weather change under load; after each stretch it is fair and everything must work again. */
export async function worsenConnections(world: World, keyRanges: readonly KeyRange[]): Promise<ConnectionFigures> {
  const { proxy } = world.database;
  const before = await takeBaseline(world);
  const writers = startWriters(world);
  const probing = startProbing(world);
  try {
    for (const keyRange of keyRanges) {
      proxy.weather = keyRange.weather;
      const end = performance.now() + keyRange.lasts;
      while (performance.now() < end) {
        if (keyRange.resets === true) proxy.reset(0.5);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      proxy.weather = { kind: 'fair' };
      await answeredAfter(probing, performance.now());
    }
  } finally {
    proxy.weather = { kind: 'fair' };
  }
  const probes = await probing.stop();
  const ledger = await writers.stop();
  return {
    calls: probes.length,
    refused: probes.filter(({ outcome }) => outcome.kind === 'away').length,
    longest: Math.max(...probes.map(({ took }) => took)),
    faults: [...faultsOf(probes), ...(await contradictions(world, ledger, before))],
  };
}
