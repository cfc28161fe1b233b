import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../testing/cluster.ts';

const root = path.resolve(import.meta.dirname, '../..');
const patience = 120_000;
const maxOutput = 20_000;

/** Password of the demo accounts of every node. */
export const demoPassword = 'faults-Pass1';

/** What the nodes of a product have in common. */
type Shared = {
  /** Without one, the node has an embedded database in its own folder. */
  readonly databaseUrl?: string;
  readonly filesDir: string;
};

/** A server as a process of its own, as a person starts it. */
export class NodeProcess {
  readonly #child: ChildProcess;
  readonly folder: string;
  readonly ended: Promise<void>;

  private constructor(
    child: ChildProcess,
    folder: string,
    ended: Promise<void>,
    readonly address: string,
    readonly output: () => string,
  ) {
    this.#child = child;
    this.folder = folder;
    this.ended = ended;
  }

  /** Starts a built server on a database and waits until it has told its address. */
  static start(main: string, shared: Shared): Promise<NodeProcess> {
    const folder = temporaryFolder();
    const { MODE: _, VITEST: __, NODE_ENV: ___, DATABASE_URL: ____, ...rest } = process.env;
    const settings = {
      ...(shared.databaseUrl === undefined ? {} : { DATABASE_URL: shared.databaseUrl }),
      FILES_DIR: shared.filesDir,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      SECRET_KEY: 'a key for fault tests only, never for data',
      DEMO_PASSWORD: demoPassword,
    };
    const child = spawn(process.execPath, ['--enable-source-maps', main], {
      cwd: root,
      env: { ...rest, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let text = '';
    return new Promise((resolve, reject) => {
      const give = (reason: string) => reject(new Error(`${reason}: ${text}`));
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        give('the node did not start');
      }, patience);
      const read = (chunk: Buffer) => {
        text = lastLines(text + chunk.toString(), maxOutput);
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
        if (address === undefined || !text.includes('密码')) return;
        clearTimeout(timer);
        resolve(new NodeProcess(child, folder, ended, address, () => text));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => {
        clearTimeout(timer);
        rmSync(folder, { recursive: true, force: true });
        give(`ended with ${child.exitCode ?? child.signalCode}`);
      });
    });
  }

  /** The process as the system knows it. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Ends it without a chance to clean up. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks it to end; answers its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.ended;
    return this.#child.exitCode;
  }

  /** How it ended; null while it runs. */
  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }
}

/** The end of a text, from the beginning of a line on: half a line would be read as something else. */
function lastLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(-most);
  return kept.slice(kept.indexOf('\n') + 1);
}
