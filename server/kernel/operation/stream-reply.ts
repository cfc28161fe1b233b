import type { Readable } from 'node:stream';

/** What an operation answers instead of data when it sends bytes or events. */
export class StreamReply {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Readable,
    /** 206 for a part of a content. */
    readonly status: 200 | 206 = 200,
  ) {}
}
