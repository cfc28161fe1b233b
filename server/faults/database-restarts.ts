import { newCall, send } from './client.ts';
import { answeredAfter, faultsOf, startProbing } from './probes.ts';
import { contradictions, takeBaseline } from './verify-writes.ts';
import type { World } from './world.ts';
import { startWriters } from './writers.ts';

export type RestartFigures = {
  readonly restarts: number;
  readonly calls: number;
  readonly refused: number;
  /** Milliseconds from the database being back to the first answer, the longest of all restarts. */
  readonly slowestRecovery: number;
  readonly faults: readonly string[];
};

/** Restarts the database the hard way under load. */
export async function restartDatabase(world: World, restarts: number): Promise<RestartFigures> {
  const before = await takeBaseline(world);
  const writers = startWriters(world);
  const probing = startProbing(world);
  let slowestRecovery = 0;
  for (let restart = 0; restart < restarts; restart++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
    await world.database.restart();
    slowestRecovery = Math.max(slowestRecovery, await answeredAfter(probing, performance.now()));
  }
  const probes = await probing.stop();
  const ledger = await writers.stop();
  const broken = await brokenSessions(world);
  return {
    restarts,
    calls: probes.length,
    refused: probes.filter(({ outcome }) => outcome.kind === 'away').length,
    slowestRecovery,
    faults: [...faultsOf(probes), ...broken, ...(await contradictions(world, ledger, before))],
  };
}

/** More calls at once than a node has database sessions: one that is broken and still lent out would show. */
async function brokenSessions(world: World): Promise<readonly string[]> {
  const [address = ''] = world.addresses();
  const calls = Array.from({ length: 40 }, () =>
    send(address, world.tokens.sales, newCall('/v1/customer/query', { size: 1 })),
  );
  const outcomes = await Promise.all(calls);
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'answered' && outcome.code === '0' ? [] : [`afterwards: ${JSON.stringify(outcome)}`],
  );
}
