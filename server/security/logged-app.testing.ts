import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../app.ts';
import { assemble } from '../assemble.ts';
import { DatabaseHealth } from '../db/connection/health.ts';
import { EventFeed } from '../events/event-feed.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { TestApp } from '../testing/test-app.ts';
import { filesOf } from '../testing/test-database.ts';

/** Another server before the same company, with a log that is read or settings of its own. */
export function buildLogged(
  { documents, connection, database }: TestApp,
  logger: FastifyBaseLogger | false,
  more: Partial<Omit<AppOptions, 'assembled' | 'events' | 'logger'>> = {},
): Promise<FastifyInstance> {
  const protection = createProtection(database.secretKey);
  return buildApp({
    assembled: assemble({ documents, db: connection.db, protection, files: createFileStore(filesOf(database)) }),
    events: new EventFeed({ url: database.appUrl }),
    health: new DatabaseHealth({ url: database.appUrl }),
    logger,
    ...more,
  });
}
