import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { presencePaths, secondPaths } from '../../engine/model/wire/index.ts';
import { dataOf } from '../load.ts';
import type { BenchServer } from '../servers.ts';
import type { SignedInStaff } from './staff-online.ts';

const minute = 60_000;

/** What every signed-in page asks for by itself, and how often: `src/notifications`, `engine/react/second`. */
const polls = [
  { path: '/v1/sys/user/notify/all/query', body: { stage: '1' }, every: 10 * minute },
  { path: '/v1/sys/user/notify/type/last/my/query', body: { stage: 1, type: 13 }, every: 10 * minute },
  { path: '/v1/work/order/ten/minute/query', body: {}, every: 10 * minute },
  { path: '/v1/work/order/processing/time/query', body: {}, every: 30 * minute },
  { path: secondPaths.query, body: {}, every: 10 * minute },
  { path: '/v1/system/update/message/latest/query', body: {}, every: 5 * minute },
] as const;
/** What a window reads anew when there is another update of the product, and within how long: `src/api/spread-news.ts`. */
const readAnew = polls.filter(({ path }) => path.includes('/notify/all/') || path.includes('/latest/query'));
const spreadOver = 3000;
/** So often a window tells that its person is at a record: `engine/react/presence`. */
const presentEvery = 15_000;

const topics = ['notification', 'update_message', 'access', 'holiday', 'phone', 'second_request', 'presence'];

/** What the windows of a run came to, told as it happens. */
export type WindowNews = {
  readonly onAnswer: (path: string, milliseconds: number) => void;
  readonly onFailure: (path: string, error: unknown) => void;
  /** The server told of another update of the product, and what hangs on it has been read anew. */
  readonly onReadAnew: () => void;
};

/** The application open in a browser: follows the server and asks what the real one asks, until it is closed. */
export class OpenWindow {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #closing = new AbortController();

  constructor(
    private readonly server: BenchServer,
    private readonly person: SignedInStaff,
    private readonly news: WindowNews,
    /** 0 for windows that ask in the same moment. */
    private readonly spread: 0 | 1 = 1,
  ) {
    this.#headers = { 'x-app-platform': 'sys', 'x-app-version': '2.2.1', 'x-app-token': person.token };
  }

  /** Follows the server until the window is closed; resolves when it hears from it. */
  async follow(): Promise<void> {
    const response = await fetch(`${this.server.url}/v1/sys/event/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers },
      body: JSON.stringify({ topics }),
      signal: this.#closing.signal,
    });
    const { body } = response;
    if (body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
      throw new Error(await response.text());
    await new Promise<void>((resolve, reject) => {
      const parser = createParser({
        onEvent: (message) => {
          if (message.event === 'begin') resolve();
          this.#hear(message);
        },
      });
      void readAll(body, (text) => parser.feed(text)).catch((error: unknown) => {
        reject(error);
        if (!this.#closing.signal.aborted) this.news.onFailure('stream', error);
      });
    });
  }

  /** Asks from time to time, beginning anywhere within each turn; at a record as well, where one is open. */
  poll(isAtRecord: boolean): void {
    for (const { path, body, every } of polls) this.#repeat(every, () => this.#ask(path, body));
    const { customerId } = this.person;
    if (!isAtRecord || customerId === null) return;
    const place = crypto.randomUUID();
    const at = { place, page: 'allpromotepanoramic', id: customerId, isEditing: false };
    this.#repeat(presentEvery, () => this.#ask(presencePaths.note, at));
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#closing.abort();
  }

  #hear({ event, data }: EventSourceMessage): void {
    if (event !== 'events') return;
    const told: readonly { readonly topic: string }[] = JSON.parse(data);
    if (!told.some(({ topic }) => topic === 'update_message')) return;
    setTimeout(
      () => {
        const asked = readAnew.map(({ path, body }) => this.#ask(path, body));
        void Promise.all(asked).then(() => this.news.onReadAnew());
      },
      Math.random() * spreadOver * this.spread,
    );
  }

  #repeat(every: number, work: () => Promise<void>): void {
    const first = setTimeout(() => {
      void work();
      this.#timers.add(setInterval(() => void work(), every));
    }, Math.random() * every);
    this.#timers.add(first);
  }

  async #ask(path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    const begun = performance.now();
    try {
      await dataOf(this.server, { path, headers: this.#headers, body: () => body });
      this.news.onAnswer(path, performance.now() - begun);
    } catch (error) {
      this.news.onFailure(path, error);
    }
  }
}

async function readAll(body: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of body) take(decoder.decode(chunk, { stream: true }));
}
