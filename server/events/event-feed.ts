import { EventListener } from '../db/event-listener.ts';
import { currentPosition, eventsAfter, eventsMissed, type Position } from '../db/event-reader.ts';
import { purgeEvents } from '../db/event-store.ts';
import { forgetPresence } from '../db/presence-store.ts';
import { endedSessions } from '../db/session-store.ts';
import type { Db } from '../kernel/database/db.ts';
import { EventStream, type Reader } from './event-stream.ts';

export type FeedOptions = {
  /** Address of the application's role. */
  readonly url: string;
  readonly onLost?: (error: Error) => void;
  /** Milliseconds between heartbeats; 10 seconds unless told. */
  readonly beatEvery?: number;
};

/** Hours for which a reader may come back and miss nothing. */
export const keptHours = 24;

const maxPerSession = 20;
const purgeEvery = 60;

/**
 * What one node tells its readers: it hears of commits on a connection of its own, reads what is new once for all
 * readers, and goes on from its position when the connection was lost. Ends the streams of sessions that have ended.
 */
export class EventFeed {
  readonly #listener: EventListener;
  readonly #streams = new Set<EventStream>();
  readonly #joining = new Set<EventStream>();
  readonly #sessionEnds = new Set<(staffId: string) => void>();
  readonly #timer: NodeJS.Timeout;
  #position: Position | undefined;
  #isTurning = false;
  #isAwake = false;
  #isCheckDue = false;
  #isSweepDue = false;
  #beats = 0;

  constructor(options: FeedOptions) {
    const { url, onLost } = options;
    this.#listener = new EventListener({ url, onWake: () => this.#wake(), ...(onLost && { onLost }) });
    this.#listener.start();
    this.#timer = setInterval(() => this.#beat(), options.beatEvery ?? 10_000);
    this.#timer.unref();
  }

  /** Opens a stream; undefined where the session has more of them than a person can look at. */
  open(reader: Reader): EventStream | undefined {
    const ofSession = [...this.#streams, ...this.#joining].filter(
      (stream) => stream.reader.sessionId === reader.sessionId,
    );
    if (ofSession.length >= maxPerSession) return undefined;
    const stream = new EventStream(reader, (ended) => {
      this.#streams.delete(ended);
      this.#joining.delete(ended);
    });
    this.#joining.add(stream);
    this.#wake();
    return stream;
  }

  /** Has this node hear whose sessions ended, on whichever node and for whatever reason; those that run out are told of nowhere. */
  whenSessionsEnd(listener: (staffId: string) => void): void {
    this.#sessionEnds.add(listener);
  }

  /** How many readers there are. */
  get readers(): number {
    return this.#streams.size + this.#joining.size;
  }

  /** Ends every stream in order and lets go of the connection; readers go on at another node. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const stream of [...this.#streams, ...this.#joining]) stream.end();
    await this.#listener.close();
  }

  #wake(): void {
    this.#isAwake = true;
    if (this.#isTurning) return;
    this.#isTurning = true;
    void this.#turns();
  }

  /** One turn after another, as long as something woke it in the meantime. */
  async #turns(): Promise<void> {
    try {
      while (this.#isAwake) {
        this.#isAwake = false;
        const { db } = this.#listener;
        // Without a connection nothing is told; making it wakes us again.
        if (db === undefined) break;
        await this.#turn(db);
      }
    } catch (error) {
      this.#isCheckDue = true;
      this.#listener.lost(error);
    } finally {
      this.#isTurning = false;
    }
  }

  async #turn(db: Db): Promise<void> {
    await this.#tellNews(db);
    await this.#letJoin(db);
    if (this.#isCheckDue) await this.#endStreamsOfEndedSessions(db);
    if (this.#isSweepDue) {
      this.#isSweepDue = false;
      await forgetPresence(db);
    }
  }

  async #tellNews(db: Db): Promise<void> {
    if (this.#position === undefined) {
      this.#position = await currentPosition(db);
      return;
    }
    const { position, events } = await eventsAfter(db, this.#position);
    this.#position = position;
    if (events === 'tooMany') {
      this.#isCheckDue = true;
      for (const stream of this.#streams) stream.reset(position);
      return;
    }
    if (events.some(({ topic }) => topic === 'session' || topic === 'access')) this.#isCheckDue = true;
    for (const { topic, staffId } of events)
      if (topic === 'session' && staffId !== null) for (const listener of this.#sessionEnds) listener(staffId);
    if (events.length > 0) for (const stream of this.#streams) stream.send(events, position);
  }

  /** New readers get what they missed up to the node's position and from there on what all get. */
  async #letJoin(db: Db): Promise<void> {
    const position = this.#position;
    if (position === undefined || this.#joining.size === 0) return;
    for (const stream of this.#joining) {
      const { after, staffId } = stream.reader;
      if (after === undefined) stream.begin(position, false);
      else {
        const missed = await eventsMissed(db, { after, upTo: position, keptHours }, staffId);
        if (missed === undefined) stream.reset(position);
        else {
          stream.send(missed, position);
          stream.begin(position, true);
        }
      }
      if (this.#joining.delete(stream)) this.#streams.add(stream);
    }
    // Sessions may have ended between the request and the joining.
    this.#isCheckDue = true;
  }

  async #endStreamsOfEndedSessions(db: Db): Promise<void> {
    this.#isCheckDue = false;
    if (this.#streams.size === 0) return;
    const ids = [...new Set([...this.#streams].map((stream) => stream.reader.sessionId))];
    const ended = await endedSessions(db, ids);
    for (const stream of this.#streams) {
      const code = ended.get(stream.reader.sessionId);
      if (code !== undefined) stream.end(code);
    }
  }

  /**
   * Besides showing that the connection lives, finds what no message told: sessions that ran out, a lost wake-up; and
   * forgets who was at a record and is heard of no more.
   */
  #beat(): void {
    const { db } = this.#listener;
    for (const stream of this.#streams) stream.beat(db === undefined ? undefined : this.#position);
    this.#isCheckDue = true;
    this.#isSweepDue = true;
    this.#wake();
    this.#beats += 1;
    if (db !== undefined && this.#beats % purgeEvery === 1) void purgeEvents(db, keptHours + 1).catch(() => undefined);
  }
}
