import axios, { type AxiosAdapter, isCancel } from 'axios';
import { ApiRefusal } from './api-refusal.ts';
import { networkRefusal, unwrap } from './envelope.ts';

/** What the client needs to know about its host. */
export type ApiClientOptions = {
  readonly baseUrl: string;
  /** Token of the session, asked before every call; null when there is none. */
  readonly token: () => string | null;
  /** Told of every refusal that nobody else shows; a lost session is always told. */
  readonly onRefusal: (refusal: ApiRefusal) => void;
  /** Sent as `X-App-Platform`. */
  readonly platform?: string;
  /** Sent as `X-App-Version`. */
  readonly version?: string;
  /** Replaces the network, for stories and tests. */
  readonly adapter?: AxiosAdapter;
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
};

/** The browser's way to the API. */
export type ApiClient = {
  /** Calls an operation and answers its data; throws an `ApiRefusal` otherwise. The shape is the operation's promise. */
  readonly call: <Data>(path: string, body?: unknown, options?: CallOptions) => Promise<Data>;
};

const timeoutMs = 30_000;

/** Makes a client that speaks the envelope and the headers of the specification. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { platform = 'sys', version = '2.2.1' } = options;
  const http = axios.create({
    baseURL: options.baseUrl,
    timeout: timeoutMs,
    // Refusals come with HTTP 200 or not; the envelope decides.
    validateStatus: () => true,
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
  });
  const headersOf = (call: CallOptions): Record<string, string> => {
    const token = options.token();
    return {
      'X-App-Platform': platform,
      'X-App-Version': version,
      ...(token === null ? {} : { 'X-App-Token': token }),
      ...(call.page === undefined ? {} : { 'X-App-Page': call.page }),
      ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
    };
  };
  return {
    call: async <Data>(path: string, body: unknown = {}, call: CallOptions = {}): Promise<Data> => {
      try {
        const answer = await http.post<unknown>(path, body, {
          headers: headersOf(call),
          ...(call.signal === undefined ? {} : { signal: call.signal }),
        });
        // The one place where an answer takes the shape its operation promises.
        return unwrap(answer.data) as Data;
      } catch (error) {
        if (isCancel(error)) throw error;
        const refusal = error instanceof ApiRefusal ? error : networkRefusal();
        if (call.quiet !== true || refusal.endsSession) options.onRefusal(refusal);
        throw refusal;
      }
    },
  };
}
