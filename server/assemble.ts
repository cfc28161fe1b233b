import type { DocumentSet } from '../engine/model/documents/index.ts';
import type { RoleUrls } from './db/bootstrap/bootstrap.ts';
import { JobQueue } from './db/jobs/job-queue.ts';
import { customTables } from './db/tables/change-custom-tables.ts';
import { domainJobsFor, domainSchedulesFor } from './domain/index.ts';
import { tableInspector } from './files/table/table-inspector.ts';
import { JobService } from './jobs/job-service.ts';
import type { Platform } from './kernel/operation/context.ts';
import type { DomainRules } from './kernel/operation/domain-rules.ts';
import type { JobKinds } from './kernel/operation/job-kinds.ts';
import type { Schedule } from './kernel/operation/schedule.ts';
import type { CourierProvider } from './kernel/services/courier-service.ts';
import type { FileStore } from './kernel/services/file-store.ts';
import { type InvoiceProvider, noInvoices } from './kernel/services/invoice-service.ts';
import { noPayouts, type PayoutProvider } from './kernel/services/payout-service.ts';
import type { SealHead } from './kernel/services/seal-head.ts';
import type { Services } from './kernel/services/services.ts';
import { noProvider, type SmsService } from './kernel/services/sms-service.ts';
import { jobKinds } from './product/background/kinds.ts';
import { productSchedules } from './product/background/schedules.ts';
import { InForce } from './product/in-force/in-force.ts';
import { productRules } from './product/rules.ts';
import { readWidgetContracts } from './product/widget-contracts.ts';
import type { Telephony } from './telephony/index.ts';

/** What a node is put together from. */
export type PlatformParts = Pick<Platform, 'documents' | 'db' | 'protection' | 'replica'> & {
  readonly files: FileStore;
  /** Most rows of one import. */
  readonly importRows?: number;
  /** Most bytes of one person's uploads in a Shanghai day. */
  readonly uploadDailyBytes?: number;
  /** Program of the worker that looks into tables; the one beside the server unless told. */
  readonly tableWorker?: string;
  readonly telephony?: Telephony;
  /** How short messages are sent; not at all unless told. */
  readonly sms?: SmsService;
  /** What the students' app signs with. */
  readonly studentAppSecret?: string;
  /** Where students open the app. */
  readonly studentAppUrl?: string;
  /** How money is paid out; not at all unless told. */
  readonly payouts?: PayoutProvider;
  /** How it is known where parcels are; nobody is asked unless told. */
  readonly couriers?: CourierProvider;
  /** How invoices are issued; not at all unless told. */
  readonly invoices?: InvoiceProvider;
  /** Where people reach this product from outside. */
  readonly publicUrl?: string;
  /** Where the last seal of the audit log is kept outside the database. */
  readonly sealHead?: SealHead;
  /** The roles of the database, for fields made in the app; without them none are made on this node. */
  readonly urls?: RoleUrls;
};

/** What follows from the documents: made anew when fields or dictionaries are changed in the app. */
export type Edition = {
  readonly platform: Platform;
  readonly rules: readonly DomainRules[];
  readonly kinds: JobKinds;
  readonly schedules: ReadonlyMap<string, Schedule>;
  readonly jobs: JobService;
};

/** What answers calls and works on jobs of one node: by the shipped documents, and as it is in force. */
export type Assembled = Edition & { readonly queue: JobQueue; readonly inForce: InForce<Edition> };

const maxImportRows = 100_000;
const usualUploads = 5120 * 1_048_576;
const noSms: SmsService = { provider: noProvider, hours: { from: 8, to: 20 }, perSecond: 20 };

/** Puts together what the documents and the domain give a node; nothing of it connects or listens. */
export function assemble(
  {
    files,
    importRows = maxImportRows,
    uploadDailyBytes = usualUploads,
    sms = noSms,
    payouts = noPayouts,
    invoices = noInvoices,
    couriers,
    telephony,
    tableWorker,
    sealHead,
    studentAppSecret,
    publicUrl,
    studentAppUrl,
    urls,
    ...base
  }: PlatformParts,
  timing: { readonly leaseSeconds?: number } = {},
): Assembled {
  const queue = new JobQueue(base.db, timing.leaseSeconds);
  const services = {
    files,
    inspector: tableInspector(files, tableWorker === undefined ? {} : { program: tableWorker }),
    limits: { importRows, uploadDailyBytes },
    sms,
    payouts,
    invoices,
    ...(couriers === undefined ? {} : { couriers }),
    ...(urls === undefined ? {} : { customTables: customTables(urls, base.documents) }),
    ...(studentAppSecret === undefined ? {} : { studentAppSecret }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(studentAppUrl === undefined ? {} : { studentAppUrl }),
    ...(telephony === undefined ? {} : { telephony }),
    ...(sealHead === undefined ? {} : { sealHead }),
  };
  const widgets = readWidgetContracts();
  const edition = (documents: DocumentSet) => editionOf({ ...base, documents, widgets }, services, queue);
  const shipped = edition(base.documents);
  return { ...shipped, queue, inForce: new InForce({ documents: base.documents, made: shipped }, edition) };
}

/** What follows from one set of documents. */
function editionOf(
  base: Omit<Platform, 'userAttributes' | 'services'>,
  services: Omit<Services, 'jobs'>,
  queue: JobQueue,
): Edition {
  const { documents } = base;
  const rules = productRules(documents);
  const book = new Map(rules.map((rule) => [rule.entity, rule]));
  const schedules = productSchedules(documents, book, domainSchedulesFor(documents, book));
  const further = domainJobsFor(documents, book);
  const kinds = jobKinds({ documents, rules: book, schedules, further });
  const jobs = new JobService(kinds, queue);
  const userAttributes = new Map(rules.flatMap((rule) => Object.entries(rule.userAttributes ?? {})));
  return { platform: { ...base, userAttributes, services: { ...services, jobs } }, rules, kinds, schedules, jobs };
}
