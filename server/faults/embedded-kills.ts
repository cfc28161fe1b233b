import { readEvents } from '../testing/read-events.ts';
import { faultsOfExports, startExports } from './background-work.ts';
import { newCall, sendUntilAnswered } from './client.ts';
import type { EmbeddedWorld } from './embedded-world.ts';
import { answeredAfter, faultsOf, startProbing } from './probes.ts';
import { contradictions, takeBaseline } from './verify-writes.ts';
import { startWriters } from './writers.ts';

export type EmbeddedKillFigures = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** Milliseconds from a kill to the first answer after it, the longest of all. */
  readonly slowestRecovery: number;
  readonly faults: readonly string[];
};

const maxPause = 800;

/**
 * Kills the embedded database under writes, again and again: its server, then one of its sessions, which it ends all others for. A page listens all the time and exports are under way:
 * what they wait for comes once the database is back.
 */
export async function killEmbedded(world: EmbeddedWorld, kills: number, calm: number): Promise<EmbeddedKillFigures> {
  const before = await takeBaseline(world);
  const stream = await readEvents(world.node.address, world.tokens.sales, { topics: ['notification'] });
  await stream.until(({ event }) => event === 'begin');
  const writers = startWriters(world);
  const probing = startProbing(world);
  const exports = await startExports(world, 4);
  let slowestRecovery = 0;
  for (let kill = 0; kill < kills; kill++) {
    const done = writers.done();
    await new Promise((resolve) => setTimeout(resolve, calm + Math.random() * maxPause));
    while (writers.done() === done) await new Promise((resolve) => setTimeout(resolve, 5));
    const begin = performance.now();
    process.kill(kill % 2 === 0 ? world.postmaster() : await backendOf(world), 'SIGKILL');
    slowestRecovery = Math.max(slowestRecovery, await answeredAfter(probing, begin));
  }
  const probes = await probing.stop();
  const ledger = await writers.stop();
  const faults = [...faultsOf(probes), ...(await faultsOfExports(world, exports))];
  await causeNotice(world);
  await stream.until(({ event }) => event === 'events', 30_000);
  stream.breakOff();
  return {
    kills,
    acknowledged: ledger.created.length + ledger.transferred.length,
    refused: probes.filter(({ outcome }) => outcome.kind === 'away').length,
    slowestRecovery,
    faults: [...faults, ...(await contradictions(world, ledger, before))],
  };
}

/** A work order assigned to the one who listens. */
async function causeNotice(world: EmbeddedWorld): Promise<void> {
  const ask = (path: string, body: object) =>
    sendUntilAnswered(world.addresses, world.tokens.manager, newCall(path, body));
  const title = '数据库恢复之后';
  const order = { type: 'service', customerId: world.customers[0], title, content: title };
  const { data } = await ask('/v1/work/order/create', order);
  await ask('/v1/work/order/assign', { id: data.id, assigneeId: world.colleagues[0] });
}

async function backendOf(world: EmbeddedWorld): Promise<number> {
  const [row] = await world.database.rows(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
  );
  return Number(row?.pid);
}
