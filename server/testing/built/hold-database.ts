import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';

// Run as a process of its own by tests that kill it: starts the database and keeps it until it is told to end.
const [, , dataDir = ''] = process.argv;
const report = (message: string) => process.stderr.write(`${message}\n`);

try {
  const database = await startEmbeddedPostgres({ dataDir, log: { info: report, warn: report } });
  process.stdout.write(`${JSON.stringify({ url: database.superuserUrl, postmaster: database.pid })}\n`);
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
} catch (error) {
  report(String(error));
  process.exitCode = 1;
}
