import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiRefusal } from './api-refusal.ts';
import { networkRefusal, unwrap } from './envelope.ts';

/** Something the server tells open pages. */
export type ServerEvent = {
  readonly id: string;
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What comes of following the server. */
export type EventSourceOptions = {
  readonly address: string;
  /** Headers of the calls, asked anew for each connection. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly topics: readonly string[];
  readonly onEvents: (events: readonly ServerEvent[]) => void;
  /** What was read before may be stale: told where following begins, and where more was missed than is told. */
  readonly onGap: () => void;
  /** The session is over; nobody follows any more. */
  readonly onEnd: () => void;
  /** Stands in the place of the network, for tests. */
  readonly fetch?: typeof fetch;
  /** Milliseconds before the first attempt after a lost connection; later ones wait longer. */
  readonly patience?: number;
};

const maxWait = 30_000;

/**
 * Follows what the server tells, over lost connections and from node to node: the cursor of the last message goes along,
 * so that nothing is lost and nothing comes twice. Goes on until the function it answers is called.
 */
export function followServer(options: EventSourceOptions): () => void {
  const abort = new AbortController();
  void follow(options, abort.signal);
  return () => abort.abort();
}

type Cursor = { value: string };

async function follow(options: EventSourceOptions, signal: AbortSignal): Promise<void> {
  const { patience = 1000, onEnd } = options;
  const cursor = { value: '' };
  let wait = patience;
  while (!signal.aborted) {
    const outcome = await once(options, cursor, signal);
    if (signal.aborted) return;
    if (outcome === 'ended') return onEnd();
    if (outcome === 'read') wait = patience;
    // Not all of them at the same moment, when a node went away.
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, maxWait);
  }
}

/** One connection from its beginning to its end: read for a while, refused or lost, or ended with the session. */
async function once(
  options: EventSourceOptions,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<'read' | 'lost' | 'ended'> {
  try {
    const body = await connect(options, cursor.value, signal);
    return (await readAll(body, cursor, options)) ? 'ended' : 'read';
  } catch (error) {
    if (!(error instanceof ApiRefusal)) return 'lost';
    if (error.endsSession) return 'ended';
    // The cursor of another database: from here on, then.
    if (error.detail.code === 'E_CURSOR') cursor.value = '';
    return 'lost';
  }
}

async function connect(
  { address, headers, topics, fetch: send = fetch }: EventSourceOptions,
  cursor: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers() },
    body: JSON.stringify({ topics, ...(cursor === '' ? {} : { lastEventId: cursor }) }),
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) unwrap(await response.json());
  if (!isStream || response.body === null) throw networkRefusal();
  return response.body;
}

/** Reads a connection to its end; answers whether that is the end of the session too. */
async function readAll(
  body: ReadableStream<Uint8Array>,
  cursor: Cursor,
  options: EventSourceOptions,
): Promise<boolean> {
  let isOver = false;
  // Whole messages only: what is cut off did not come.
  const parser = createParser({
    onEvent: (message) => {
      tell(message, cursor, options);
      isOver ||= message.event === 'ended';
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return isOver;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

function tell({ event, id, data }: EventSourceMessage, cursor: Cursor, { onEvents, onGap }: EventSourceOptions): void {
  cursor.value = id ?? cursor.value;
  if (event === 'events') onEvents(eventsIn(data));
  if (event === 'begin' || event === 'reset') onGap();
}

function eventsIn(data: string): readonly ServerEvent[] {
  // The server's promise, see `/v1/sys/event/stream`.
  return JSON.parse(data) as readonly ServerEvent[];
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
