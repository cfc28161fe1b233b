import { Readable } from 'node:stream';
import type { Position, StoredEvent } from '../db/event-reader.ts';
import { cursorOf } from './cursor.ts';

/** Who reads a stream, and what of it. */
export type Reader = {
  readonly sessionId: string;
  readonly staffId: string;
  /** All topics where none is named. */
  readonly topics: ReadonlySet<string> | undefined;
  /** Where the reader stopped; undefined for one that begins. */
  readonly after: Position | undefined;
};

/** What one reader may be behind before he is let go: he comes back with his cursor and misses nothing. */
export const maxUnread = 262_144;

const farewell = 500;

/**
 * The server-sent events of one reader. Every message is whole and carries the position it leads to, so that a
 * connection that breaks anywhere goes on without a loss and without a repetition.
 */
export class EventStream {
  readonly body: Readable;
  #isOver = false;

  constructor(
    readonly reader: Reader,
    onEnd: (stream: EventStream) => void,
  ) {
    this.body = new Readable({ read: () => undefined, highWaterMark: maxUnread });
    // Whoever reads went away, or was let go; both are ordinary.
    this.body.on('error', () => undefined);
    this.body.once('close', () => onEnd(this));
    // Sends the headers at once.
    this.#write(': \n\n');
  }

  /** Tells that from this position on nothing is missed; what was shown before may be stale. */
  begin(position: Position, isResumed: boolean): void {
    this.#write(`retry: 1000\n${message(isResumed ? 'resumed' : 'begin', {}, position)}`);
  }

  /** Those of the events that are for this reader, in one message. */
  send(events: readonly StoredEvent[], position: Position): void {
    const { staffId, topics } = this.reader;
    const own = events.filter(
      (event) => (event.staffId === null || event.staffId === staffId) && topics?.has(event.topic) !== false,
    );
    if (own.length === 0) return;
    const told = own.map(({ id, topic, data }) => ({ id, topic, data }));
    this.#write(message('events', told, position));
  }

  /** More was missed than can be told: what the reader shows has to be read anew. */
  reset(position: Position): void {
    this.#write(message('reset', {}, position));
  }

  /** Shows that the connection lives and, where it is known, how far all was quiet. */
  beat(position: Position | undefined): void {
    this.#write(position === undefined ? ': \n\n' : message('quiet', {}, position));
  }

  /** Ends in order; with a code where the session has ended and coming back is of no use. */
  end(code?: string): void {
    if (this.#isOver) return;
    if (code !== undefined) this.#write(`event: ended\ndata: ${JSON.stringify({ code })}\n\n`);
    this.#isOver = true;
    this.body.push(null);
    // Who does not take even this is not waited for.
    setTimeout(() => this.body.destroy(), farewell).unref();
  }

  #write(text: string): void {
    if (this.#isOver || this.body.destroyed) return;
    // Looked at before, so that one large message always passes.
    if (this.body.readableLength > maxUnread) this.body.destroy(new Error('the reader does not keep up'));
    else this.body.push(text);
  }
}

function message(event: string, data: unknown, position: Position): string {
  return `id: ${cursorOf(position)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
