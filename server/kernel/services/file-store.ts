import type { Readable } from 'node:stream';

/** A file in the store: its key, its size in bytes and the digest of its content. */
export type StoredFile = { readonly key: string; readonly size: number; readonly sha256: string };

/** A part of a file; `end` is the last byte, inclusive. */
export type ByteRange = { readonly start: number; readonly end?: number };

/** Keeps contents of files by key; names given by people are never part of a key. */
export interface FileStore {
  /** Where it lies, for a thread that opens it for itself. */
  readonly folder: string;
  /** Writes a stream under a random key; answers key, size and digest. Refuses beyond `limit` bytes (E_FILE_TOO_LARGE). */
  write(source: Readable, limit: number): Promise<StoredFile>;
  /** Same key again overwrites: for parts of a job that may run twice. */
  writeAt(key: string, source: Readable | Uint8Array): Promise<void>;
  /** The content, or a part of it; a key that is not there is refused (E_FILE_GONE). */
  read(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Bytes there is still room for. */
  freeBytes(): Promise<number>;
  /** Keys last written before a moment, for cleaning up what nothing refers to. */
  keysBefore(moment: Date): AsyncIterable<string>;
}
