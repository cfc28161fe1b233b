import { readEvents } from '../testing/read-events.ts';
import { faultsOfExports, startExports } from './background-work.ts';
import { newCall, send } from './client.ts';
import { contradictions, takeBaseline } from './verify-writes.ts';
import type { World } from './world.ts';
import { startWriters } from './writers.ts';

export type LostNodeFigures = {
  readonly asked: number;
  readonly jobs: number;
  readonly faults: readonly string[];
};

const giveUpAfter = 3000;
const asked = 30;

/** Pauses one of two nodes under load, then kills it: what people do goes on at the other, with the session they have. */
export async function loseNode(world: World, pausedFor: number): Promise<LostNodeFigures> {
  while (world.nodes.size < 2) await world.addNode();
  const [lost, other] = world.nodes;
  if (lost === undefined || other === undefined) throw new Error('two nodes are needed');
  const before = await takeBaseline(world);
  const writers = startWriters(world, giveUpAfter);
  const stream = await readEvents(other.address, world.tokens.sales);
  const exports = await startExports(world, 6);
  lost.pause();
  const faults = await goOn(world, other.address);
  await new Promise((resolve) => setTimeout(resolve, pausedFor));
  await world.remove(lost);
  faults.push(...(await goOn(world, other.address)));
  stream.breakOff();
  const ledger = await writers.stop();
  faults.push(...(await faultsOfExports(world, exports)), ...(await contradictions(world, ledger, before)));
  return { asked: asked * 2, jobs: exports.ids.length, faults };
}

async function goOn(world: World, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (let n = 0; n < asked; n++) {
    const outcome = await send(address, world.tokens.sales, newCall('/v1/customer/query', { size: 5 }));
    if (outcome.kind !== 'answered' || outcome.code !== '0') faults.push(JSON.stringify(outcome));
  }
  return faults;
}
