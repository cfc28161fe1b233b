import { type ApiClient, ApiRefusal, type UploadOptions } from '../../../client/index.ts';
import type { FieldFileKind } from '../../../model/documents/index.ts';
import type { UploadedFile } from '../../../model/wire/index.ts';

/** What the field says that wants the file. */
export type Wanted = {
  readonly kinds?: readonly FieldFileKind[] | undefined;
  readonly maxMegabytes?: number | undefined;
};

/** How a large file is sent. */
export type PartsOptions = {
  readonly signal: AbortSignal;
  /** Told how much has arrived, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
  /** Told when the line is broken, and when it is there again. */
  readonly onWaiting: (isWaiting: boolean) => void;
  /** Waits before the next attempt; ends early when the browser is online again. Replaced in tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

type Sending = PartsOptions & {
  readonly client: Pick<ApiClient, 'call' | 'upload'>;
  readonly file: File;
  readonly wanted: Wanted;
};

const edgeBytes = 1_048_576;
const attempts = 3;

/** Refusals after which the upload is asked once more what it has. */
const askedAgain = new Set(['E_UPLOAD_GONE', 'E_UPLOAD_PART']);

/**
 * Sends a large file in parts: what the server has of it already is not sent again, and a broken line is waited for.
 * Every part is told by its digest, and so is the whole. Throws the `ApiRefusal` of what the server does not take.
 */
export async function sendInParts(
  client: Sending['client'],
  file: File,
  wanted: Wanted,
  options: PartsOptions,
): Promise<UploadedFile> {
  const sending: Sending = { client, file, wanted, ...options };
  const fingerprint = await fingerprintOf(file);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(fingerprint, sending);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || !askedAgain.has(error.detail.code) || attempt === attempts) throw error;
    }
  }
}

async function sendOnce(fingerprint: string, sending: Sending): Promise<UploadedFile> {
  const { client, file, wanted, signal, onProgress } = sending;
  const { name, size } = file;
  const started = await overBreaks(sending, (call) =>
    client.call('/v1/file/resumable/create', { name, size, fingerprint, ...statedOf(wanted) }, call),
  );
  const have = new Set(started.have);
  const digests: string[] = [];
  for (let start = 0, number = 0; start < size; start += started.partBytes, number += 1) {
    signal.throwIfAborted();
    const part = file.slice(start, start + started.partBytes);
    const sha256 = await digestOf(await part.arrayBuffer());
    digests.push(sha256);
    const upTo = (sent: number) => onProgress((start + sent * part.size) / size);
    upTo(0);
    if (!have.has(number)) await sendPart(started.id, number, part, sha256, upTo, sending);
  }
  onProgress(1);
  return finished(started.id, await digestOf(new TextEncoder().encode(digests.join(''))), sending);
}

/** What the field states, without what it leaves open. */
function statedOf({ kinds, maxMegabytes }: Wanted) {
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(maxMegabytes === undefined ? {} : { maxMegabytes }),
  };
}

async function sendPart(
  id: string,
  number: number,
  part: Blob,
  sha256: string,
  onProgress: (sent: number) => void,
  sending: Sending,
): Promise<void> {
  const input = { id, number: `${number}`, sha256 };
  const content = new File([part], 'part');
  await overBreaks(sending, (call) => {
    const told = (sent: number) => {
      call.onProgress?.(sent);
      onProgress(sent);
    };
    return sending.client.upload('/v1/file/resumable/part', content, { ...call, input, onProgress: told });
  });
}

async function finished(id: string, digest: string, sending: Sending): Promise<UploadedFile> {
  const { client, signal, pause = untilOnline } = sending;
  for (;;) {
    const { file } = await overBreaks(sending, (call) =>
      client.call('/v1/file/resumable/finish', { id, digest }, call),
    );
    if (file !== null) return file;
    await pause(2000, signal);
  }
}

/** Milliseconds without anything arriving after which a line counts as broken. */
const stalledMs = 45_000;
/** How long one part is tried for, before the person is asked. */
const patienceMs = 1_800_000;
const maxPause = 15_000;

/** Makes a call until it is answered: a line that breaks, or that stands still, is waited for. */
async function overBreaks<Answer>(
  { signal, onWaiting, pause = untilOnline }: Sending,
  call: (options: UploadOptions) => Promise<Answer>,
): Promise<Answer> {
  let waited = 0;
  for (let turn = 0; ; turn += 1) {
    try {
      const answer = await unlessStalled(signal, call);
      onWaiting(false);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isBroken(error) || waited >= patienceMs) throw error;
      onWaiting(true);
      const milliseconds = Math.min(1000 * 2 ** turn, maxPause);
      waited += milliseconds;
      await pause(milliseconds, signal);
    }
  }
}

class StalledLine extends Error {}

/** Gives a call up on which nothing arrives any more; what it tells of its progress keeps it. */
async function unlessStalled<Answer>(
  signal: AbortSignal,
  call: (options: UploadOptions) => Promise<Answer>,
): Promise<Answer> {
  const stalled = new AbortController();
  const stop = () => stalled.abort();
  signal.addEventListener('abort', stop, { once: true });
  let timer = setTimeout(stop, stalledMs);
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, stalledMs);
  };
  try {
    return await call({ quiet: true, signal: stalled.signal, onProgress: touch });
  } catch (error) {
    throw stalled.signal.aborted ? new StalledLine() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const busy = new Set(['E_BUSY', 'E_OVERLOADED', 'E_DATABASE_AWAY', 'E_LOCKED']);

function isBroken(error: unknown): boolean {
  return (
    error instanceof StalledLine ||
    (error instanceof ApiRefusal && (error.code === 'network' || busy.has(error.detail.code)))
  );
}

function untilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** What tells a file from others: its size, when it was changed, and how it begins and ends. */
async function fingerprintOf(file: File): Promise<string> {
  const edges = new Blob([
    `${file.size} ${file.lastModified}\n`,
    file.slice(0, edgeBytes),
    file.slice(Math.max(0, file.size - edgeBytes)),
  ]);
  return digestOf(await edges.arrayBuffer());
}

async function digestOf(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
