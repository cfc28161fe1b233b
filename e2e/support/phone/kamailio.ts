import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '../test.ts';
import { kamailioConfig } from './kamailio-config.ts';

/** What is the matter with a host: `mute` accepts and never answers, `register` and `ringsecs` take a number, `handshake` refuses. */
export type Fault = 'mute' | 'handshake' | 'register' | 'ringsecs';

/** Two Kamailio hosts and the registration service in front of them. */
export type PhoneSystem = {
  /** Address of the registration service: TELEPHONY_URL of the server under test. */
  readonly url: string;
  /** WebSocket addresses of the hosts, in the order they are handed out. */
  readonly hosts: readonly string[];
  /** Fixes the password of a seat; other seats have the one they first register with. */
  setPassword(seat: string, password: string): Promise<void>;
  fault(host: number, fault: Fault, value: number): Promise<void>;
  clearFaults(): Promise<void>;
  /** Forgets that a seat is registered, as a line does that lost it. */
  unregister(host: number, seat: string): Promise<void>;
  isRegistered(host: number, seat: string): Promise<boolean>;
  /** How often a host has seen a method. */
  seen(host: number, method: string): Promise<number>;
  killHost(host: number): Promise<void>;
  startHost(host: number): Promise<void>;
  stop(): Promise<void>;
};

const domain = '127.0.0.1';
const packages = ['kamailio', 'kamailio-websocket-modules'];

/**
 * For journeys that cannot do without Kamailio: where it is missing and cannot be installed each of them says that it
 * did not run, and why; in CI, where everything has to run, they fail.
 */
export function needKamailio(): void {
  const missing = missingKamailio();
  test.skip(missing !== undefined && process.env.CI !== 'true', missing);
  test.beforeAll(() => {
    if (missing !== undefined) throw new Error(missing);
  });
}

/** Whether Kamailio is there; installed where it is missing and may be. Undefined means yes, else why not. */
function missingKamailio(): string | undefined {
  if (isInstalled()) return undefined;
  const run = (...words: readonly string[]) => execFileSync('apt-get', words, { stdio: 'pipe', timeout: 300_000 });
  const install = () => run('install', '-y', '--no-install-recommends', ...packages);
  try {
    try {
      install();
    } catch {
      // A machine that never asked knows no packages.
      run('update');
      install();
    }
  } catch (error) {
    return `Kamailio is not installed and cannot be: ${String(error).split('\n', 1)[0]}`;
  }
  return isInstalled() ? undefined : 'Kamailio is not installed';
}

function isInstalled(): boolean {
  try {
    execFileSync('kamailio', ['-v'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Starts two hosts on these ports and the service on the third; everything lives in a folder of its own and is stopped by id. */
export async function startKamailio([first, second, service]: readonly [number, number, number]): Promise<PhoneSystem> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kamailio-'));
  const hosts = [new Host(first, folder), new Host(second, folder)];
  await Promise.all(hosts.map((host) => host.start()));
  const onAll = (method: string, params: readonly unknown[]) =>
    Promise.all(hosts.filter((host) => host.isUp).map((host) => host.rpc(method, params)));
  const fixed = new Set<string>();
  const addresses = hosts.map(({ address }) => address);
  const answers: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => Promise<unknown>>> = {
    '/register': async ({ seatCode, sipPassword }) => {
      if (!fixed.has(String(seatCode))) await onAll('htable.sets', ['pw', seatCode, sipPassword]);
      return { code: 200, data: { registerAddress: addresses, regIp: domain } };
    },
    '/dial': async ({ code, number, seatCode }) => {
      await onAll('htable.sets', ['codes', `${String(seatCode)}:${String(code)}`, number]);
      return { code: 200 };
    },
    '/answer': async ({ number, seatCode }) => {
      await onAll('htable.sets', ['answer', number, seatCode]);
      return { code: 200 };
    },
  };
  const server = await serve(service, answers);
  const hostAt = (index: number): Host => {
    const host = hosts[index];
    if (host === undefined) throw new RangeError(`no host ${index}`);
    return host;
  };
  return {
    url: `http://127.0.0.1:${service}`,
    hosts: addresses,
    async setPassword(seat, password) {
      fixed.add(seat);
      await onAll('htable.sets', ['pw', seat, password]);
    },
    async fault(index, fault, value) {
      await hostAt(index).rpc('htable.seti', ['fault', fault, value]);
    },
    async clearFaults() {
      for (const fault of ['mute', 'handshake', 'register', 'ringsecs'])
        await onAll('htable.seti', ['fault', fault, 0]);
    },
    async unregister(index, seat) {
      await hostAt(index).rpc('ul.rm', ['location', seat]);
    },
    isRegistered: (index, seat) =>
      hostAt(index)
        .rpc('ul.lookup', ['location', seat])
        .then(
          () => true,
          () => false,
        ),
    seen: (index, method) => hostAt(index).count(method),
    killHost: (index) => hostAt(index).stop(),
    startHost: (index) => hostAt(index).start(),
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(hosts.map((host) => host.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One Kamailio, started and stopped by itself. */
class Host {
  #process: ChildProcess | undefined;
  #said = '';

  constructor(
    readonly port: number,
    readonly folder: string,
  ) {}

  get address(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  async start(): Promise<void> {
    const own = path.join(this.folder, String(this.port));
    await mkdir(own, { recursive: true });
    const config = path.join(own, 'kamailio.cfg');
    await writeFile(config, kamailioConfig(this.port));
    const child = spawn('kamailio', ['-f', config, '-DD', '-E', '-m', '32', '-M', '4', '-Y', own], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#said = `${this.#said}${chunk.toString()}`.slice(-4000);
    });
    child.once('error', (error) => {
      this.#said = error.message;
      this.#process = undefined;
    });
    child.once('exit', () => {
      if (this.#process === child) this.#process = undefined;
    });
    this.#process = child;
    for (let tries = 0; tries < 100; tries += 1) {
      if (this.#process !== child) throw new Error(`Kamailio did not start: ${this.#said}`);
      const isReady = await fetch(`http://127.0.0.1:${this.port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Kamailio is not ready: ${this.#said}`);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    // Asked nothing from now on: it would not answer.
    this.#process = undefined;
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 8000);
    await over;
    clearTimeout(timer);
  }

  async rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.port}/rpc`, {
      method: 'POST',
      // It closes connections as it likes: one kept for the next question may be gone by then.
      headers: { connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer: { readonly error?: { readonly message?: string }; readonly result?: unknown } = await response.json();
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message ?? 'refused'}`);
    return answer.result;
  }

  async count(method: string): Promise<number> {
    const result = await this.rpc('htable.get', ['seen', method]).catch(() => undefined);
    const found = /"value":\s*"?(\d+)/.exec(JSON.stringify(result) ?? '');
    return found === null ? 0 : Number(found[1]);
  }
}

function serve(
  port: number,
  answers: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => Promise<unknown>>>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const reply = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/ready') {
      reply({ ready: true });
      return;
    }
    const answer = answers[request.url ?? ''];
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (answer === undefined) {
        reply({ code: 404, message: 'nothing here' });
        return;
      }
      answer(JSON.parse(Buffer.concat(chunks).toString() || '{}')).then(reply, (error: unknown) =>
        reply({ code: 500, message: String(error) }),
      );
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
