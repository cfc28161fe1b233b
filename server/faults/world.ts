import { rmSync } from 'node:fs';
import { builtProgram } from '../testing/built/built-server.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { signIn } from './client.ts';
import { FaultDatabase } from './fault-database.ts';
import { NodeProcess } from './node-process.ts';

/** What the writers of the fault tests work with, and what verifies their writes. */
export type WritingWorld = {
  readonly database: Pick<FaultDatabase, 'rows'>;
  readonly tokens: { readonly sales: string; readonly manager: string };
  /** Two colleagues who hand the customers to each other. */
  readonly colleagues: readonly [string, string];
  readonly customers: readonly string[];
  /** What every new customer takes over from one there is. */
  readonly sample: { readonly intentionProjectIds: unknown; readonly channelId: unknown };
  addresses(): readonly string[];
};

/** A demo product on a database of its own, with any number of nodes. */
export type World = WritingWorld & {
  readonly database: FaultDatabase;
  /** Nodes that serve just now; scenarios add and remove. */
  readonly nodes: Set<NodeProcess>;
  /** Where the files of all nodes lie. */
  readonly filesDir: string;
  addNode(): Promise<NodeProcess>;
  remove(node: NodeProcess): Promise<void>;
  close(): Promise<void>;
};

/** Signs the people in at a node and finds what they write on. Nobody's limits stand in their way afterwards. */
export async function peopleOf(
  address: string,
  database: WritingWorld['database'],
): Promise<Omit<WritingWorld, 'addresses' | 'database'>> {
  const sales = await signIn(address, 'sales');
  const other = await signIn(address, 'sales2');
  const manager = await signIn(address, 'manager');
  // Nobody's limits shall stand in the way of the writers.
  await database.rows('update pool set hold_limit = 1000000');
  await database.rows('update masking_policy set lookup_minute_limit = 10000, lookup_daily_limit = 100000');
  const owned = await database.rows(
    `select id, intention_project_ids as "intentionProjectIds", channel_id as "channelId" from customer
      where owner_id = $1 and own_state = 'owned' and deleted_at is null order by id limit 24`,
    [sales.id],
  );
  const [first] = owned;
  if (first === undefined) throw new Error('the demo has no customers to work with');
  return {
    tokens: { sales: sales.token, manager: manager.token },
    colleagues: [sales.id, other.id],
    customers: owned.map(({ id }) => String(id)),
    sample: { intentionProjectIds: first.intentionProjectIds, channelId: first.channelId },
  };
}

/** Starts it with one node, which fills the database. */
export async function startWorld(): Promise<World> {
  const database = await FaultDatabase.start();
  // Files of all nodes, as a shared folder holds them.
  const files = temporaryFolder();
  const nodes = new Set<NodeProcess>();
  const addNode = async () => {
    const node = await NodeProcess.start(builtProgram('main'), { databaseUrl: database.url, filesDir: files });
    nodes.add(node);
    return node;
  };
  const close = async () => {
    for (const node of nodes) await node.kill();
    await database.stop();
    rmSync(files, { recursive: true, force: true });
  };
  try {
    const { address } = await addNode();
    const people = await peopleOf(address, database);
    return {
      ...people,
      database,
      nodes,
      addNode,
      filesDir: files,
      close,
      addresses: () => [...nodes].map((node) => node.address),
      remove: async (node) => {
        nodes.delete(node);
        await node.kill();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
