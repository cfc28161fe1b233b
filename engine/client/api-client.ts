import { ApiRefusal } from './api-refusal.ts';
import { networkRefusal, unwrap } from './envelope.ts';
import type { OperationInput, OperationOutput, OperationPath } from './operations.ts';
import { browserTransport, type Transport } from './transport.ts';

/** What the client needs to know about its host. */
export type ApiClientOptions = {
  readonly baseUrl: string;
  /** Token of the session, asked before every call; null when there is none. */
  readonly token: () => string | null;
  /** Language in which the server is to say what it says, asked before every call; absent: the browser's own. */
  readonly language?: () => string;
  /** Told of every refusal that nobody else shows; a lost session is always told. */
  readonly onRefusal: (refusal: ApiRefusal) => void;
  /**
   * A call found its session lost. Answers, once that is known, whether the same person is signed in again: then the call
   * is sent once more, as it was. Without it the call is refused at once.
   */
  readonly renewed?: () => Promise<boolean>;
  /** Told with every answer which build of the product the server serves (`X-App-Build`). */
  readonly onBuild?: (build: string) => void;
  /** Sent as `X-App-Platform`. */
  readonly platform?: string;
  /** Sent as `X-App-Version`. */
  readonly version?: string;
  /** Replaces the network, for stories and tests. */
  readonly transport?: Transport;
};

/** What one call may add. */
export type CallOptions = {
  /** Page the call is made from: its scope and fixed filter apply. */
  readonly page?: string;
  /** The same key again gives the same answer and changes nothing. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The caller shows the refusal itself. */
  readonly quiet?: boolean;
  /** It belongs to this very session and is not sent again in another one. */
  readonly thisSession?: boolean;
};

/** Body and options of a call; an operation that needs no input is called by its address alone. */
type CallArguments<Path extends OperationPath> =
  Record<never, never> extends OperationInput<Path>
    ? [body?: OperationInput<Path>, options?: CallOptions]
    : [body: OperationInput<Path>, options?: CallOptions];

/** The browser's way to the API. What is refused is thrown as an `ApiRefusal`. */
export type ApiClient = {
  /** Calls an operation of a fixed address and answers its data; both shapes are those declared for it. */
  readonly call: <Path extends OperationPath>(
    path: Path,
    ...bodyAndOptions: CallArguments<Path>
  ) => Promise<OperationOutput<Path>>;
  /** Calls an operation whose address the documents give; the caller says which shape documents promise. */
  readonly callAt: <Data>(path: string, body?: unknown, options?: CallOptions) => Promise<Data>;
  /** Sends a file to an operation that takes one, and tells how much of it has arrived. */
  readonly upload: <Path extends OperationPath>(
    path: Path,
    file: File,
    options?: UploadOptions & {
      /** What the operation takes beside the file. */
      readonly input?: OperationInput<Path>;
    },
  ) => Promise<OperationOutput<Path>>;
};

/** What an upload may add. */
export type UploadOptions = CallOptions & {
  /** Told how much has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
};

const timeoutMs = 30_000;
/** A large file over a slow line; the server waits as long. */
const uploadTimeoutMs = 600_000;

/** Makes a client that speaks the envelope and the headers of the specification. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { platform = 'sys', version = '2.2.1', transport = browserTransport } = options;
  const headersOf = (call: CallOptions): Record<string, string> => {
    const token = options.token();
    return {
      'X-App-Platform': platform,
      'X-App-Version': version,
      ...(options.language === undefined ? {} : { 'Accept-Language': options.language() }),
      ...(token === null ? {} : { 'X-App-Token': token }),
      ...(call.page === undefined ? {} : { 'X-App-Page': call.page }),
      ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
    };
  };
  const sendOnce = async <Data>(path: string, body: unknown, call: UploadOptions, timeout: number): Promise<Data> => {
    const { signal, onProgress } = call;
    signal?.throwIfAborted();
    const answer = await transport({
      url: `${options.baseUrl}${path}`,
      headers: headersOf(call),
      body: body instanceof FormData ? body : JSON.stringify(body),
      timeout,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const build = answer.header('x-app-build');
    if (build !== null) options.onBuild?.(build);
    // The one place where an answer takes the shape its operation promises.
    return unwrap(answer.body) as Data;
  };
  /** The refusal an error is, told to who has to know. A cancelled call is none. */
  const refused = (error: unknown, call: UploadOptions): ApiRefusal => {
    if (call.signal?.aborted === true) throw error;
    const refusal = error instanceof ApiRefusal ? error : networkRefusal();
    if (call.quiet !== true || refusal.endsSession || refusal.asksForPassword) options.onRefusal(refusal);
    return refusal;
  };
  /** Ends when a call may be sent once more; throws what it is refused with otherwise. */
  const untilSendable = async (error: unknown, call: UploadOptions, token: string | null): Promise<void> => {
    const isLost = error instanceof ApiRefusal && error.code === '1002' && call.thisSession !== true;
    const now = options.token();
    // Somebody signed in again while the call was on its way: the session that is lost is not the one there is.
    if (isLost && token !== null && now !== null && now !== token) return;
    const refusal = refused(error, call);
    const isRenewed = isLost && options.renewed !== undefined && (await unlessAborted(options.renewed(), call.signal));
    if (!isRenewed) throw refusal;
  };
  const send = async <Data>(path: string, body: unknown, call: UploadOptions, timeout: number): Promise<Data> => {
    const token = options.token();
    const sendNow = () => sendOnce<Data>(path, body, call, timeout);
    try {
      return await sendNow();
    } catch (error) {
      await untilSendable(error, call, token);
    }
    try {
      return await sendNow();
    } catch (error) {
      throw refused(error, call);
    }
  };
  return {
    call: (path, body = {}, call = {}) => send(path, body, call, timeoutMs),
    callAt: (path, body = {}, call = {}) => send(path, body, call, timeoutMs),
    upload: (path, file, call = {}) => {
      const form = new FormData();
      form.append('file', file, file.name);
      const query = queryOf(call.input);
      return send(query === '' ? path : `${path}?${query}`, form, call, uploadTimeoutMs);
    },
  };
}

/** The input of an operation that takes a file, which goes in the address. */
function queryOf(input: unknown): string {
  const given: readonly (readonly [string, unknown])[] = Object.entries(Object(input ?? {}));
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

/** What is waited for, unless the call is taken back meanwhile. */
function unlessAborted<Value>(waited: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return waited;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
