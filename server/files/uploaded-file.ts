import type { Readable } from 'node:stream';

/** A file as it comes in with a request: read once, and nothing of it is believed. */
export class UploadedFile {
  constructor(
    readonly name: string,
    readonly content: Readable,
  ) {}
}
