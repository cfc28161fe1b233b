import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, StartError } from '../../kernel/errors/start-error.ts';
import type { DataFolder, Log } from './place.ts';
import { endLeftOver, type Postmaster, startServer, stopServer } from './postmaster.ts';

/** How often a server that ended unasked is started again, and how long to wait before each try. */
export type RestartPolicy = {
  /** Tries before it is given up; counted anew once a server has run for `calmAfter`. */
  readonly tries: number;
  /** Milliseconds before the first try, doubled with every further one up to `maxPause`. */
  readonly firstPause: number;
  readonly maxPause: number;
  /** Milliseconds after which a server counts as running well. */
  readonly calmAfter: number;
};

/** Six tries in some ten seconds: longer than the sessions of a killed server take to notice. */
export const usualRestarts: RestartPolicy = { tries: 6, firstPause: 100, maxPause: 4000, calmAfter: 10_000 };

export type RestartingOptions = {
  readonly place: DataFolder;
  readonly log: Log;
  readonly settings?: Readonly<Record<string, string>>;
  /** Without one, a server that ends is not started again. */
  readonly restarts?: RestartPolicy;
  /** Called when the server ended unasked for good: E_DATABASE_LOST. */
  readonly onLost?: (error: StartError) => void;
};

/**
 * A PostgreSQL server that is started again at the same address when it ends without having been asked to. Whoever is
 * connected loses his session and connects anew; what was committed is there, by the server's own recovery.
 */
export class RestartingServer {
  readonly #options: RestartingOptions;
  readonly #stopping = new AbortController();
  #server: Postmaster;
  #since = Date.now();
  #tries = 0;
  #restarting: Promise<void> = Promise.resolve();

  private constructor(options: RestartingOptions, server: Postmaster) {
    this.#options = options;
    this.#server = server;
    this.#watch();
  }

  /** Starts it for the first time; what stands in the way of that is thrown (E_DATABASE_START). */
  static async start(options: RestartingOptions): Promise<RestartingServer> {
    return new RestartingServer(options, await startServer(options.place, options.log, options.settings));
  }

  /** The server there is now, or was last. */
  get server(): Postmaster {
    return this.#server;
  }

  /** Stops it in order, one that is just being started too. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    const { child, pid } = this.#server;
    if (child.exitCode === null && child.signalCode === null) await stopServer(pid);
  }

  #watch(): void {
    this.#since = Date.now();
    this.#server.child.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#restarting = this.#startAgain(`退出码 ${code ?? signal}`);
    });
  }

  async #startAgain(cause: string): Promise<void> {
    const { restarts, log, onLost } = this.#options;
    if (restarts !== undefined && Date.now() - this.#since > restarts.calmAfter) this.#tries = 0;
    const begin = Date.now();
    let reason = cause;
    while (restarts !== undefined && this.#tries < restarts.tries) {
      const wait = Math.min(restarts.firstPause * 2 ** this.#tries, restarts.maxPause);
      this.#tries += 1;
      log.warn(`内置 PostgreSQL 意外结束（${reason}），第 ${this.#tries} 次重新启动`);
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      try {
        await this.#startOnce();
        log.warn(`内置 PostgreSQL 已恢复，用时 ${Date.now() - begin} 毫秒`);
        return;
      } catch (error) {
        reason = error instanceof StartError ? String(error.facts.got) : messageOf(error);
      }
    }
    onLost?.(new StartError('E_DATABASE_LOST', { got: reason, expected: this.#tries }));
  }

  /** At the port of before: pools and listeners know no other. */
  async #startOnce(): Promise<void> {
    const { place, log, settings } = this.#options;
    await endLeftOver(place, log);
    this.#server = await startServer(place, log, settings, this.#server.port);
    this.#watch();
  }
}
