import { createServer, type Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the network between two parties does just now. */
export type Weather =
  | { readonly kind: 'fair' }
  /** Every piece arrives so much later. */
  | { readonly kind: 'slow'; readonly latency: number }
  /** Everything is swallowed and nobody is told; connections of this time never come back to life. */
  | { readonly kind: 'silent' }
  /** New connections are refused. */
  | { readonly kind: 'closed' };

type Link = { readonly near: Socket; readonly far: Socket };

/** A small TCP proxy that makes the faults of a network. */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #weather: Weather = { kind: 'fair' };
  #turns = 0;
  #isAnswered = true;

  private constructor(
    server: Server,
    /** Port of the loopback it leads to. */
    public target: number,
  ) {
    this.#server = server;
    server.on('connection', (near) => this.#join(near));
  }

  static async start(target: number): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, target);
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  set weather(weather: Weather) {
    this.#weather = weather;
  }

  /** How often something was said to the target after it had answered: round trips, where one connection stands. */
  get turns(): number {
    return this.#turns;
  }

  /** How many connections stand. */
  get connections(): number {
    return this.#links.size;
  }

  /** Breaks connections off with a reset: all of them, or each with a chance. */
  reset(chance = 1): void {
    for (const { near, far } of this.#links) {
      if (Math.random() >= chance) continue;
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.reset();
    await closed;
  }

  #join(near: Socket): void {
    near.on('error', () => undefined);
    if (this.#weather.kind === 'closed') {
      near.resetAndDestroy();
      return;
    }
    const far = new Socket();
    const link: Link = { near, far };
    this.#links.add(link);
    far.on('error', () => undefined);
    far.connect(this.target, '127.0.0.1');
    const lost = { isLost: false };
    this.#carry(near, far, lost);
    this.#carry(far, near, lost);
    near.on('data', () => {
      if (this.#isAnswered) this.#turns += 1;
      this.#isAnswered = false;
    });
    far.on('data', () => {
      this.#isAnswered = true;
    });
    const end = () => {
      near.destroy();
      far.destroy();
      this.#links.delete(link);
    };
    near.once('close', end);
    far.once('close', end);
  }

  #carry(from: Socket, to: Socket, link: { isLost: boolean }): void {
    const write = (chunk: Buffer) => {
      if (!to.destroyed) to.write(chunk);
    };
    // What comes once the network is fast again arrives behind what is still under way: no network swaps bytes of one connection.
    let underWay = 0;
    let last = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      const weather = this.#weather;
      link.isLost ||= weather.kind === 'silent';
      if (link.isLost) return;
      const latency = weather.kind === 'slow' ? weather.latency : 0;
      if (latency === 0 && underWay === 0) return write(chunk);
      underWay += 1;
      const before = last;
      last = sleep(latency)
        .then(() => before)
        .then(() => {
          underWay -= 1;
          write(chunk);
        });
    });
  }
}
