// Part of `npm run dev`: keeps the embedded PostgreSQL up while the server starts anew with every change, and tells its
// address to the process that started it.
import { loadConfig } from '../server/config/config.ts';
import { ensureFolders } from '../server/config/data-folders.ts';
import { embeddedDatabase } from '../server/config/embedded-database.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { usualRestarts } from '../server/db/embedded/restarting-server.ts';
import { startRefusal } from '../server/start/start-refusal.ts';

const end = (error: unknown) => {
  process.stderr.write(`${startRefusal(error, {}).message}\n`);
  process.exit(1);
};

try {
  const { dataDir } = loadConfig();
  ensureFolders([dataDir]);
  const log = { info: () => undefined, warn: (text: string) => console.warn(text) };
  const server = await startEmbeddedPostgres({ dataDir, log, restarts: usualRestarts, onLost: end });
  const stop = () => void server.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  const address = new URL(server.superuserUrl);
  address.pathname = `/${embeddedDatabase}`;
  process.send?.({ address: address.href });
} catch (error) {
  end(error);
}
