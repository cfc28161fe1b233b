import path from 'node:path';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { type Assembled, assemble } from '../assemble.ts';
import { type Connection, connectDatabase } from '../db/connection/connect.ts';
import { fileCouriers } from '../domain/logistics/file-couriers.ts';
import { fileInvoices } from '../domain/orders/file-invoices.ts';
import { filePayouts } from '../domain/orders/file-payouts.ts';
import { fileProvider } from '../domain/sms/file-provider.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { JobRunner, type JobRunnerOptions } from '../jobs/job-runner.ts';
import { JobService } from '../jobs/job-service.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { Platform } from '../kernel/operation/context.ts';
import type { JobKind } from '../kernel/operation/job.ts';
import { type JobKinds, kindsOf } from '../kernel/operation/job-kinds.ts';
import type { CourierProvider } from '../kernel/services/courier-service.ts';
import type { PayoutProvider } from '../kernel/services/payout-service.ts';
import type { SmsService } from '../kernel/services/sms-service.ts';
import { filesOf, type TestDatabase } from './test-database.ts';

/** A node that works on jobs, without the listening part. */
export type JobWorker = {
  readonly platform: Platform;
  readonly schedules: Assembled['schedules'];
  /** Everything that went wrong beyond refusals. */
  readonly faults: unknown[];
  readonly runner: JobRunner;
  readonly connection: Connection;
  close(): Promise<void>;
};

export type JobWorkerOptions = Partial<Pick<JobRunnerOptions, 'workers' | 'pollEvery'>> & {
  /** Kinds beside those of the product. */
  readonly kinds?: readonly JobKind<unknown, unknown>[];
  readonly leaseSeconds?: number;
  /** How it sends short messages. */
  readonly sms?: SmsService;
  /** How it pays money out. */
  readonly payouts?: PayoutProvider;
  /** How it asks where parcels are. */
  readonly couriers?: CourierProvider;
};

/** Short messages as files beside the database, at any hour. */
export function testSms(database: Pick<TestDatabase, 'name'>, sms: Partial<SmsService> = {}): SmsService {
  return { provider: fileProvider(smsFolder(database)), hours: { from: 0, to: 24 }, perSecond: 200, ...sms };
}

/** Where people reach the product of a test; nobody listens there. */
export const testPublicUrl = 'https://product.example';

/** Where what was issued lies, beside the database. */
export function invoiceFolder(database: Pick<TestDatabase, 'name'>): string {
  return path.join(filesOf(database), 'invoices');
}

/** Where what becomes of parcels lies, beside the database. */
export function courierFolder(database: Pick<TestDatabase, 'name'>): string {
  return path.join(filesOf(database), 'couriers');
}

/** Where what was paid out lies, beside the database. */
export function payoutFolder(database: Pick<TestDatabase, 'name'>): string {
  return path.join(filesOf(database), 'payouts');
}

/** Where they lie. */
export function smsFolder(database: Pick<TestDatabase, 'name'>): string {
  return path.join(filesOf(database), 'sms');
}

/** Starts one on the database of a test; like any other node it shares the queue with those that are there. */
export function startJobWorker(
  documents: DocumentSet,
  database: Pick<TestDatabase, 'name' | 'appUrl' | 'secretKey'> & Partial<Pick<TestDatabase, 'migratorUrl'>>,
  options: JobWorkerOptions = {},
): JobWorker {
  const {
    kinds: further = [],
    leaseSeconds,
    sms = testSms(database),
    payouts = filePayouts(payoutFolder(database)),
    couriers = fileCouriers(courierFolder(database)),
    ...timing
  } = options;
  const { migratorUrl } = database;
  const connection = connectDatabase({ url: database.appUrl });
  const protection = createProtection(database.secretKey);
  const invoices = fileInvoices(invoiceFolder(database));
  const base = {
    documents,
    db: connection.db,
    protection,
    files: createFileStore(filesOf(database)),
    sms,
    payouts,
    invoices,
    couriers,
    publicUrl: testPublicUrl,
    ...(migratorUrl === undefined ? {} : { urls: { migratorUrl, appUrl: database.appUrl } }),
  };
  const {
    platform,
    queue,
    schedules,
    kinds: shipped,
    inForce,
  } = assemble(base, leaseSeconds === undefined ? {} : { leaseSeconds });
  const withFurther = (known: JobKinds) => kindsOf([...known.values(), ...further]);
  const kinds = withFurther(shipped);
  const jobs = new JobService(kinds, queue);
  const faults: unknown[] = [];
  const runner = new JobRunner({
    workers: 2,
    pollEvery: 50,
    platform: { ...platform, services: { ...platform.services, jobs } },
    kinds,
    inForce: async () => {
      const { platform: present, kinds: known } = await inForce.present(platform.db);
      return { platform: { ...present, services: { ...present.services, jobs } }, kinds: withFurther(known) };
    },
    queue,
    jobs,
    ...timing,
    onFault: (error) => faults.push(error),
  });
  runner.start();
  return {
    platform: { ...platform, services: { ...platform.services, jobs } },
    schedules,
    faults,
    runner,
    connection,
    async close() {
      await runner.stop();
      await connection.close();
    },
  };
}
