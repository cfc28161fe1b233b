import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { buildApp } from '../app.ts';
import { assemble, type PlatformParts } from '../assemble.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import { DatabaseHealth } from '../db/connection/health.ts';
import { EventFeed } from '../events/event-feed.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { filesOf, type TestDatabase } from './test-database.ts';

/** One more node on the database of a test, listening on the loopback. */
export type ListeningNode = {
  readonly address: string;
  readonly events: EventFeed;
  post<Data = Record<string, unknown>>(
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Data>>;
  close(): Promise<void>;
};

type Answer<Data> = { readonly code: string; readonly message: string; readonly data: Data };

/** Starts it in this process: with connections, feed and caches of its own it knows no more of the others than a process of its own would. */
export async function startListeningNode(
  documents: DocumentSet,
  database: TestDatabase,
  more: Partial<Pick<PlatformParts, 'files' | 'uploadDailyBytes'>> = {},
): Promise<ListeningNode> {
  const connection = connectDatabase({ url: database.appUrl });
  const events = new EventFeed({ url: database.appUrl, beatEvery: 500 });
  const app = await buildApp({
    assembled: assemble({
      documents,
      urls: database,
      db: connection.db,
      protection: createProtection(database.secretKey),
      files: createFileStore(filesOf(database)),
      ...more,
    }),
    health: new DatabaseHealth({ url: database.appUrl }),
    events,
    logger: false,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    events,
    async post<Data>(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
      const response = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      // The test says what it expects; a wrong answer fails there.
      return (await response.json()) as Answer<Data>;
    },
    async close() {
      await app.close();
      await connection.close();
    },
  };
}
