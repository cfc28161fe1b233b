import type { Turns } from '../parts/use-interval.ts';

/** The kinds of alerts, by the keys the specification gives them. */
export type AlertKey = '1' | '2' | '3';

/** What of an activity was shown: the one on the screen last, and those that were closed. */
type Kept = { readonly turns: Partial<Record<AlertKey, number>>; readonly closed: readonly string[] };

const none: Kept = { turns: {}, closed: [] };
/** Closed activities that are remembered; the server answers only the latest. */
const maxClosed = 20;

/**
 * When each alert had its turn and which activities were closed, for one person in all windows of this browser: nothing
 * is shown twice in its interval, and none again because a page was loaded anew. A storage that is full or forbidden
 * only forgets.
 */
export class AlertTurns {
  readonly #name: string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** For windows whose storage keeps nothing. */
  #kept: Kept = none;

  constructor(userId: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
    this.#name = `alerts.${userId}`;
    this.#storage = storage;
  }

  /** The turns of one alert. */
  of(key: AlertKey): Turns {
    return {
      last: () => this.#read().turns[key],
      keep: (at) => {
        const kept = this.#read();
        this.#write({ ...kept, turns: { ...kept.turns, [key]: at } });
      },
    };
  }

  /** Whether an activity was closed, by the id of its notice. */
  isClosed(id: string): boolean {
    return this.#read().closed.includes(id);
  }

  /** Notes that an activity was closed. */
  close(id: string): void {
    const kept = this.#read();
    if (!kept.closed.includes(id)) this.#write({ ...kept, closed: [...kept.closed, id].slice(-maxClosed) });
  }

  #read(): Kept {
    try {
      const text = this.#storage.getItem(this.#name);
      return text === null ? this.#kept : keptOf(JSON.parse(text));
    } catch {
      return this.#kept;
    }
  }

  #write(kept: Kept): void {
    this.#kept = kept;
    try {
      this.#storage.setItem(this.#name, JSON.stringify(kept));
    } catch {
      // It lasts until the page is left.
    }
  }
}

/** What was kept, as far as it can be read. */
function keptOf(value: unknown): Kept {
  if (typeof value !== 'object' || value === null) return none;
  const turns = Reflect.get(value, 'turns');
  const closed = Reflect.get(value, 'closed');
  const turnOf = (key: AlertKey) => {
    const at: unknown = typeof turns === 'object' && turns !== null ? Reflect.get(turns, key) : undefined;
    return typeof at === 'number' && Number.isFinite(at) ? { [key]: at } : {};
  };
  return {
    turns: { ...turnOf('1'), ...turnOf('2'), ...turnOf('3') },
    closed: Array.isArray(closed) ? closed.filter((id): id is string => typeof id === 'string') : [],
  };
}
