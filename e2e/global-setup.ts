import { randomBytes } from 'node:crypto';
import type { FullConfig } from '@playwright/test';
import { startServer } from './support/server.ts';

/**
 * Starts the built product twice for every worker: with its own documents, and with those of a public library that
 * share no code with it. Workers find theirs by their place in `E2E_PLACES`, and sign in with `E2E_PASSWORD`.
 */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const password = `e2e-${randomBytes(5).toString('hex')}1`;
  const places = Array.from({ length: workers }, (_, place) => place);
  const startAll = (documents: string) => places.map(() => startServer(documents, password));
  const started = await Promise.allSettled([...startAll('schemas'), ...startAll('e2e/fixtures/library')]);
  const running = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    const ends = await Promise.allSettled(running.map((server) => server.stop()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  for (const outcome of started) {
    if (outcome.status === 'fulfilled') continue;
    await stop().catch(() => undefined);
    throw outcome.reason;
  }
  const told = running.map(({ baseUrl, folder }) => ({ baseUrl, folder }));
  process.env.E2E_PLACES = JSON.stringify({ product: told.slice(0, workers), library: told.slice(workers) });
  process.env.E2E_PASSWORD = password;
  return stop;
}
