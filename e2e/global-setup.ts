import { randomBytes } from 'node:crypto';
import { startServer } from './support/server.ts';

/**
 * Starts the built product twice: with its own documents, and with those of a public library that share no code with
 * it. The journeys find the two in `E2E_BASE_URL` and `E2E_LIBRARY_URL` and sign in with `E2E_PASSWORD`.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const password = `e2e-${randomBytes(5).toString('hex')}1`;
  const started = await Promise.allSettled([
    startServer('schemas', password),
    startServer('e2e/fixtures/library', password),
  ]);
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
  const [product, library] = running;
  process.env.E2E_BASE_URL = product?.baseUrl;
  process.env.E2E_LIBRARY_URL = library?.baseUrl;
  process.env.E2E_PASSWORD = password;
  return stop;
}
