import axios, { type AxiosAdapter, type AxiosProgressEvent, isCancel } from 'axios';
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
  /** Sends a file to an operation that takes one, and tells how much of it has arrived. */
  readonly upload: <Data>(path: string, file: File, options?: UploadOptions) => Promise<Data>;
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
  const send = async <Data>(path: string, body: unknown, call: UploadOptions, timeout: number): Promise<Data> => {
    const { signal, onProgress } = call;
    try {
      const answer = await http.post<unknown>(path, body, {
        headers: headersOf(call),
        timeout,
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined
          ? {}
          : { onUploadProgress: ({ progress }: AxiosProgressEvent) => onProgress(progress ?? 0) }),
      });
      // The one place where an answer takes the shape its operation promises.
      return unwrap(answer.data) as Data;
    } catch (error) {
      if (isCancel(error)) throw error;
      const refusal = error instanceof ApiRefusal ? error : networkRefusal();
      if (call.quiet !== true || refusal.endsSession) options.onRefusal(refusal);
      throw refusal;
    }
  };
  return {
    call: (path, body = {}, call = {}) => send(path, body, call, timeoutMs),
    upload: (path, file, call = {}) => {
      const form = new FormData();
      form.append('file', file, file.name);
      return send(path, form, call, uploadTimeoutMs);
    },
  };
}
