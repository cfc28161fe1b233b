import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** One message of a stream as a browser sees it. */
export type SeenMessage = { readonly event: string; readonly id: string | undefined; readonly data: unknown };

/** A connection to `/v1/sys/event/stream`, read as it comes. */
export type OpenStream = {
  readonly messages: readonly SeenMessage[];
  /** The cursor to come back with. */
  lastEventId(): string | undefined;
  /** Data of the events told so far, in order. */
  told(): readonly { readonly id: string; readonly topic: string; readonly data: Record<string, unknown> }[];
  /** Waits for a message that fits. */
  until(fits: (message: SeenMessage) => boolean, patience?: number): Promise<SeenMessage>;
  /** Settles when the stream is over, whoever ended it. */
  readonly ended: Promise<void>;
  /** Breaks the connection off, as a lost network does. */
  breakOff(): void;
};

type Told = ReturnType<OpenStream['told']>;

/** Opens a stream at a node; rejects when it is refused. */
export async function readEvents(address: string, token: string, body: object = {}): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await fetch(`${address}/v1/sys/event/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-token': token },
    body: JSON.stringify(body),
    signal: abort.signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream'))
    throw new TypeError(`${response.status} ${await response.text()}`);
  const messages: SeenMessage[] = [];
  let cursor: string | undefined;
  const listeners = new Set<() => void>();
  const take = ({ event = 'message', id, data }: EventSourceMessage) => {
    cursor = id ?? cursor;
    messages.push({ event, id, data: JSON.parse(data) });
    for (const listener of listeners) listener();
  };
  const ended = pump(response.body, take);
  return {
    messages,
    ended,
    lastEventId: () => cursor,
    told: () => messages.flatMap(({ event, data }) => (event === 'events' ? (data as Told) : [])),
    breakOff: () => abort.abort(),
    until: (fits, patience = 10_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(fits);
          if (found === undefined) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`nothing like it in ${JSON.stringify(messages)}`));
        }, patience);
        listeners.add(look);
        look();
      }),
  };
}

/** Hands on whole messages only: a cut-off last one counts as not received, as the standard says. */
async function pump(body: ReadableStream<Uint8Array>, take: (message: EventSourceMessage) => void): Promise<void> {
  const parser = createParser({ onEvent: take });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
  } catch {
    // Broken off.
  }
}
