import { contradictions, takeBaseline } from './verify-writes.ts';
import type { World } from './world.ts';
import { startWriters } from './writers.ts';

/** What many kills left behind. */
export type KillFigures = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly repeated: number;
  readonly contradictions: readonly string[];
};

const maxWait = 600;

/** Kills a node at a random moment of the writing, again and again, with another one in its place each time. */
export async function killDuringWrites(world: World, kills: number): Promise<KillFigures> {
  while (world.nodes.size < 2) await world.addNode();
  const before = await takeBaseline(world);
  const writers = startWriters(world);
  for (let kill = 0; kill < kills; kill++) {
    const done = writers.done();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxWait));
    // In the midst of it, however slow the machine: the writers have got somewhere since the last kill.
    while (writers.done() === done) await new Promise((resolve) => setTimeout(resolve, 5));
    const [oldest] = world.nodes;
    if (oldest !== undefined) await world.remove(oldest);
    await world.addNode();
  }
  const ledger = await writers.stop();
  const { away, broken } = ledger.counts;
  return {
    kills,
    acknowledged: ledger.created.length + ledger.transferred.length,
    repeated: away + broken,
    contradictions: await contradictions(world, ledger, before),
  };
}
