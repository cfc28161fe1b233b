import { newCall, type Outcome, send } from './client.ts';
import type { NodeProcess } from './node-process.ts';
import type { World } from './world.ts';

export type Pair = readonly [NodeProcess, NodeProcess];

/** The two nodes of a world, started where they are missing. */
export async function pairOf(world: World): Promise<Pair> {
  while (world.nodes.size < 2) await world.addNode();
  const [first, second] = world.nodes;
  if (first === undefined || second === undefined) throw new Error('two nodes are needed');
  return [first, second];
}

/** Makes the same call at both nodes at the same time. */
export async function sendToBoth(pair: Pair, token: string, path: string, body: object): Promise<readonly Outcome[]> {
  const call = newCall(path, body);
  return Promise.all(pair.map((node) => send(node.address, token, call)));
}
