import { rmSync } from 'node:fs';
import { connectDatabase } from '../db/connection/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { isGoneWithin } from '../db/embedded/process-facts.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { TcpProxy } from './tcp-proxy.ts';

const database = 'faults';

/** A PostgreSQL of the fault tests' own, durable as in operation, behind a proxy that stays where it is over restarts. */
export class FaultDatabase {
  readonly #folder: string;
  #server: EmbeddedPostgres;

  private constructor(
    folder: string,
    server: EmbeddedPostgres,
    readonly proxy: TcpProxy,
  ) {
    this.#folder = folder;
    this.#server = server;
  }

  static async start(): Promise<FaultDatabase> {
    const folder = temporaryFolder('learning-platform-faults-');
    const server = await start(folder);
    return new FaultDatabase(folder, server, await TcpProxy.start(server.port));
  }

  /** The address nodes are given: the superuser's, through the proxy. */
  get url(): string {
    return this.#at(this.proxy.port);
  }

  /** Ends the server as a power cut does to its processes, and starts it again. Answers the milliseconds it was away. */
  async restart(): Promise<number> {
    const begin = performance.now();
    process.kill(this.#server.pid, 'SIGQUIT');
    await isGoneWithin(this.#server.pid, 60_000);
    await this.#server.stop();
    this.#server = await start(this.#folder);
    this.proxy.target = this.#server.port;
    return performance.now() - begin;
  }

  /** Rows of a statement, past the proxy. */
  async rows(statement: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    const { pool, close } = connectDatabase({ url: this.#at(this.#server.port), max: 1 });
    try {
      return (await pool.query<Record<string, unknown>>(statement, [...values])).rows;
    } finally {
      await close();
    }
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.#server.stop();
    rmSync(this.#server.folder, { recursive: true, force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #at(port: number): string {
    const url = new URL(this.#server.superuserUrl);
    url.port = String(port);
    url.pathname = `/${database}`;
    return url.href;
  }
}

function start(folder: string): Promise<EmbeddedPostgres> {
  const log = { info: () => undefined, warn: () => undefined };
  return startEmbeddedPostgres({ dataDir: folder, log, settings: { max_connections: '120' } });
}
