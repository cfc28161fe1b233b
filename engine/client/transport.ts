/** A call on its way to the server. */
export type Sent = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as text, or a form with a file. */
  readonly body: string | FormData;
  /** After so many milliseconds without an answer the line counts as dead. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Told how much has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
};

/** What the server answered, whatever its status: the envelope decides. */
export type Answered = {
  /** Parsed where it is JSON, else as text. */
  readonly body: unknown;
  readonly header: (name: string) => string | null;
};

/** The way of a call to the server and back; throws where none came back, and where the call was taken back. */
export type Transport = (sent: Sent) => Promise<Answered>;

/** The browser's own way. How much of a file has been sent only its older interface tells. */
export const browserTransport: Transport = (sent) => (sent.onProgress === undefined ? fetched(sent) : uploaded(sent));

async function fetched({ url, headers, body, timeout, signal }: Sent): Promise<Answered> {
  const within = new AbortController();
  const end = () => within.abort(signal?.reason);
  const timer = setTimeout(end, timeout);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const answer = await fetch(url, { method: 'POST', headers: typed(headers, body), body, signal: within.signal });
    return { body: parsed(await answer.text()), header: (name) => answer.headers.get(name) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function uploaded({ url, headers, body, timeout, signal, onProgress }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const ended = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const fail = (what: string) => ended(() => reject(new DOMException(what, `${what}Error`)));
    request.open('POST', url);
    for (const [name, value] of Object.entries(typed(headers, body))) request.setRequestHeader(name, value);
    request.timeout = timeout;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = ended(() =>
      resolve({ body: parsed(request.responseText), header: (name) => request.getResponseHeader(name) }),
    );
    request.onerror = fail('Network');
    request.ontimeout = fail('Timeout');
    request.onabort = fail('Abort');
    if (signal?.aborted === true) return fail('Abort')();
    signal?.addEventListener('abort', abort, { once: true });
    request.send(body);
  });
}

/** A form says by itself where its parts end. */
function typed(headers: Sent['headers'], body: Sent['body']): Sent['headers'] {
  return typeof body === 'string' ? { ...headers, 'Content-Type': 'application/json' } : headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
