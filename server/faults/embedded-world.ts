import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { embeddedDatabase } from '../config/embedded-database.ts';
import { withDatabase } from '../db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import { runningPostgres } from '../db/embedded/running.ts';
import { codeOf } from '../kernel/errors/start-error.ts';
import { builtProgram } from '../testing/built/built-server.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { NodeProcess } from './node-process.ts';
import { peopleOf, type WritingWorld } from './world.ts';

/** A demo product in one process that runs its own database. */
export type EmbeddedWorld = WritingWorld & {
  readonly node: NodeProcess;
  /** Folder of the embedded cluster. */
  readonly cluster: string;
  /** The process of the embedded database, as its own note says. */
  postmaster(): number;
  close(): Promise<void>;
};

/** Starts it and signs the people of the fault tests in. */
export async function startEmbeddedWorld(): Promise<EmbeddedWorld> {
  const filesDir = temporaryFolder();
  const node = await NodeProcess.start(builtProgram('main'), { filesDir });
  const cluster = path.join(node.folder, 'postgres/data');
  const close = async () => {
    await node.stop();
    rmSync(node.folder, { recursive: true, force: true });
    rmSync(filesDir, { recursive: true, force: true });
  };
  const database = {
    async rows(statement: string, values: readonly unknown[] = []) {
      const url = withDatabase(runningPostgres(node.folder) ?? '', embeddedDatabase);
      const { pool, close: leave } = connectDatabase({ url, max: 1 });
      try {
        return (await onceThereIsRoom(() => pool.query<Record<string, unknown>>(statement, [...values]))).rows;
      } finally {
        await leave();
      }
    },
  };
  try {
    const people = await peopleOf(node.address, database);
    return {
      ...people,
      node,
      cluster,
      database,
      addresses: () => [node.address],
      postmaster: () => Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const patience = 30_000;
/** What a database answers whose connections are all taken, as they may be while everybody comes back to it. */
const tooManyConnections = '53300';

async function onceThereIsRoom<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const until = Date.now() + patience; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== tooManyConnections || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
