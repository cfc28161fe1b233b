import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { buildApp } from './app.ts';
import { type Assembled, assemble } from './assemble.ts';
import { fileHead, headFile } from './audit/seal-head.ts';
import { type Config, loadConfig } from './config/config.ts';
import { ensureFolders } from './config/data-folders.ts';
import { embeddedDatabase } from './config/embedded-database.ts';
import { type Bootstrapped, bootstrapDatabase, withAddress } from './db/bootstrap/bootstrap.ts';
import { sealedColumns } from './db/bootstrap/key-check.ts';
import { type Connection, connectDatabase } from './db/connection/connect.ts';
import { DatabaseHealth } from './db/connection/health.ts';
import { nodeUrl } from './db/connection/other-nodes.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { usualRestarts } from './db/embedded/restarting-server.ts';
import { jobCounts } from './db/jobs/job-counts.ts';
import { sessionUse } from './db/session-use.ts';
import { PartitionMaintenance } from './db/tables/partition-maintenance.ts';
import { tablesDigest } from './db/tables/tables.ts';
import type { DemoTelephony } from './demo/telephone/demo-telephony.ts';
import { fileCouriers } from './domain/logistics/file-couriers.ts';
import { fileInvoices } from './domain/orders/file-invoices.ts';
import { filePayouts } from './domain/orders/file-payouts.ts';
import { fileProvider } from './domain/sms/file-provider.ts';
import { EventFeed } from './events/event-feed.ts';
import { filePort } from './events/file-port.ts';
import { OutboxCarrier } from './events/outbox-carrier.ts';
import { createFileStore } from './files/store/file-store.ts';
import { startBackground } from './jobs/background.ts';
import { createProtection } from './kernel/crypto/protection.ts';
import { messageOf, StartError } from './kernel/errors/start-error.ts';
import { noInvoices } from './kernel/services/invoice-service.ts';
import { noPayouts } from './kernel/services/payout-service.ts';
import { noProvider } from './kernel/services/sms-service.ts';
import { servedDocuments } from './product/documents.ts';
import { announce } from './start/announce.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { releaseMemory } from './start/release-memory.ts';
import { type StartFacts, startRefusal } from './start/start-refusal.ts';
import { configuredTelephony } from './telephony/index.ts';

type Step = () => Promise<unknown>;

const patience = 10_000;

async function main(): Promise<void> {
  const closing: Step[] = [];
  const stop = once(() => shutDown(closing));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  let facts: StartFacts = {};
  try {
    const config = loadConfig();
    facts = config;
    const log = pino({ level: config.logLevel }, pino.destination(1));
    await start(config, log, closing, () => stop(1));
  } catch (error) {
    report(error, facts);
    await stop(1);
  }
}

async function start(config: Config, log: pino.Logger, closing: Step[], fail: () => void): Promise<void> {
  const documents = servedDocuments(config.schemasDir, (fault) => log.warn(`page fault:${fault}`));
  ensureFolders([config.dataDir, config.filesDir]);
  const { secretKey, ...urls } = await bootstrap(config, documents, log, closing, fail);
  const protection = createProtection(secretKey);
  const prepared = await prepareDatabase({ config, secretKey, urls, documents, protection, log });
  const appUrl = nodeUrl(urls.appUrl, tablesDigest(documents));
  const connection = connectDatabase({
    url: appUrl,
    // A call answers within half a minute whatever the database and the network do; its statements end after 15 seconds.
    maxWait: 2000,
    maxSilence: 20_000,
    onIdleError: (error) => log.warn({ err: error }, 'idle database session lost'),
  });
  closing.unshift(() => connection.close());
  const keeper = new PartitionMaintenance({
    urls,
    documents,
    onFault: (error) => log.error({ err: error }, 'partitions'),
  });
  closing.unshift(() => keeper.stop());
  const replica = connectReplica(config, appUrl, log, closing);
  const demoPhone = await startDemoPhone(config, log, closing);
  const telephony = configuredTelephony(config) ?? demoPhone?.telephony;
  const assembled = assemble({
    documents,
    urls,
    db: connection.db,
    protection,
    files: createFileStore(config.filesDir),
    importRows: config.importMaxRows,
    sealHead: fileHead(headFile(config.dataDir)),
    uploadDailyBytes: config.uploadDailyBytes,
    sms: {
      provider: config.smsProvider === 'file' ? fileProvider(path.join(config.dataDir, 'sms')) : noProvider,
      hours: config.smsHours,
      perSecond: config.smsRate,
    },
    ...(config.courierProvider === 'file' ? { couriers: fileCouriers(path.join(config.dataDir, 'couriers')) } : {}),
    invoices: config.invoiceProvider === 'file' ? fileInvoices(path.join(config.dataDir, 'invoices')) : noInvoices,
    payouts: config.payoutProvider === 'file' ? filePayouts(path.join(config.dataDir, 'payouts')) : noPayouts,
    ...(replica === undefined ? {} : { replica: replica.db }),
    ...(telephony === undefined ? {} : { telephony }),
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
    ...(config.studentAppUrl === undefined ? {} : { studentAppUrl: config.studentAppUrl }),
    ...(config.studentAppSecret === undefined ? {} : { studentAppSecret: config.studentAppSecret }),
  });
  const app = await appOf(config, assembled, connection, appUrl, log);
  closing.unshift(() => app.close());
  await connection.warm();
  // Whoever develops waits for the answer, and the next change ends this one anyway.
  if (process.env.NODE_ENV !== 'development') await releaseMemory();
  const { host, port } = config;
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw new StartError('E_ADDRESS', { address: `${host}:${port}`, got: messageOf(error) }, { cause: error });
  });
  demoPhone?.tellServer(address);
  workBehind(config, assembled, log, closing);
  announce(address, config, documents, prepared);
}

/** A database that is ready for its tables: the embedded one is started first. */
async function bootstrap(
  config: Config,
  documents: DocumentSet,
  log: pino.Logger,
  closing: Step[],
  fail: () => void,
): Promise<Bootstrapped> {
  const { databaseUrl, secretKey, keyFile } = config;
  const options = { secretKey, sealed: sealedColumns(documents), ...(keyFile === undefined ? {} : { keyFile }) };
  if (databaseUrl !== undefined) return bootstrapDatabase({ ...options, adminUrl: databaseUrl });
  const adminUrl = await embedded(config, log, closing, fail);
  return bootstrapDatabase({ ...options, adminUrl, database: embeddedDatabase });
}

/** The copy of the database that answers reports, where one is set. */
function connectReplica(config: Config, appUrl: string, log: pino.Logger, closing: Step[]): Connection | undefined {
  if (config.databaseReplicaUrl === undefined) return undefined;
  const replica = connectDatabase({
    url: withAddress(appUrl, config.databaseReplicaUrl),
    maxWait: 2000,
    maxSilence: 20_000,
    onIdleError: (error) => log.warn({ err: error }, 'idle session of the replica lost'),
  });
  closing.unshift(() => replica.close());
  return replica;
}

/** What answers calls. */
function appOf(config: Config, assembled: Assembled, connection: Connection, appUrl: string, log: pino.Logger) {
  const appDir = path.resolve('dist/app');
  return buildApp({
    assembled,
    events: new EventFeed({ url: appUrl, onLost: (error) => log.warn({ err: error }, 'event connection lost') }),
    health: new DatabaseHealth({ url: appUrl }),
    logger: log,
    ...(config.trustedProxies.length === 0 ? {} : { trustedProxies: config.trustedProxies }),
    metrics: {
      ...(config.metricsToken === undefined ? {} : { token: config.metricsToken }),
      sessions: () => sessionUse(connection),
      jobs: () => jobCounts(connection.db),
    },
    ...(existsSync(path.join(appDir, 'index.html'))
      ? { app: { appDir, keptDir: path.join(config.dataDir, 'builds') } }
      : {}),
  });
}

/** What goes on without anybody calling: jobs, schedules, messages that leave the house. */
function workBehind(config: Config, assembled: Assembled, log: pino.Logger, closing: Step[]): void {
  const background = startBackground({
    ...assembled,
    inForce: () => assembled.inForce.present(assembled.platform.db),
    workers: config.jobWorkers,
    onFault: (error, job) => log.error({ err: error, ...job }, 'background job'),
  });
  closing.unshift(() => background.stop());
  const carrier = new OutboxCarrier({
    db: assembled.platform.db,
    ports: [filePort('file', path.join(config.dataDir, 'outbox'))],
    onError: (error) => log.warn({ err: error }, 'outbox'),
  });
  closing.unshift(() => carrier.stop());
}

/** The demo telephone system; without its packages, or where another is configured, there is none. */
async function startDemoPhone(config: Config, log: pino.Logger, closing: Step[]): Promise<DemoTelephony | undefined> {
  if (config.mode !== 'demo' || config.telephonyUrl !== undefined) return undefined;
  try {
    const { startDemoTelephony } = await import('./demo/telephone/demo-telephony.ts');
    const demo = await startDemoTelephony(config, (error) => log.warn({ err: error }, 'demo telephone system'));
    closing.unshift(() => demo.close());
    return demo;
  } catch (error) {
    log.warn({ err: error }, 'no demo telephone system');
    return undefined;
  }
}

async function embedded(config: Config, log: pino.Logger, closing: Step[], fail: () => void): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: { info: (text) => log.info(text), warn: (text) => log.warn(text) },
    restarts: usualRestarts,
    onLost: (error) => {
      report(error);
      fail();
    },
  });
  closing.unshift(() => server.stop());
  return server.superuserUrl;
}

/** Closes in the order opposite to opening: no new requests, running ones end, then connections, then the database. */
async function shutDown(closing: readonly Step[]): Promise<void> {
  const timer = setTimeout(() => process.exit(1), patience);
  timer.unref();
  for (const step of closing) await step().catch((error: unknown) => report(error));
}

function once(work: () => Promise<void>): (code: number) => Promise<void> {
  let running: Promise<void> | undefined;
  return (code) => {
    running ??= work().then(() => process.exit(code));
    return running;
  };
}

/** Tells why it ends: a sentence, and the place in the code only for whoever looks for it. */
function report(error: unknown, facts: StartFacts = {}): void {
  const isLookedFor = /^(?:debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error instanceof Error;
  const more = isLookedFor ? `${error.stack}\n` : '';
  process.stderr.write(`${startRefusal(error, facts).message}\n${more}`);
}

await main();
