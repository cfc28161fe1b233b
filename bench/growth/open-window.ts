import { followServer } from '../../engine/client/index.ts';
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
] as const;
const [notices] = polls;
/** So often a window tells that its person is at a record: `engine/react/presence`. */
const presentEvery = 15_000;

const topics = ['notification', 'update_message', 'access', 'holiday', 'phone', 'second_request', 'presence'];

/** What the windows of a run came to, told as it happens. */
export type WindowNews = {
  readonly onAnswer: (path: string, milliseconds: number) => void;
  readonly onFailure: (path: string, error: unknown) => void;
  /** The server told that something changed, and the notices have been read anew. */
  readonly onReadAnew: () => void;
};

/** The application open in a browser: follows the server and asks what the real one asks, until it is closed. */
export class OpenWindow {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #headers: Readonly<Record<string, string>>;
  #leave: () => void = () => undefined;

  constructor(
    private readonly server: BenchServer,
    private readonly person: SignedInStaff,
    private readonly news: WindowNews,
  ) {
    this.#headers = { 'x-app-platform': 'sys', 'x-app-version': '2.2.1', 'x-app-token': person.token };
  }

  /** Follows the server; resolves when it hears from it. */
  follow(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#leave = followServer({
        address: `${this.server.url}/v1/sys/event/stream`,
        topics,
        headers: () => this.#headers,
        onGap: resolve,
        onEvents: (events) => {
          if (events.some(({ topic }) => topic === 'notification' || topic === 'update_message'))
            void this.#ask(notices.path, notices.body).then(() => this.news.onReadAnew());
        },
        onEnd: () => reject(new Error('the session is over')),
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
    this.#leave();
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
