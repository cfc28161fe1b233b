import { JobQueue } from './db/jobs/job-queue.ts';
import { domainJobsFor, domainSchedulesFor } from './domain/index.ts';
import { tableInspector } from './files/table/table-inspector.ts';
import { JobService } from './jobs/job-service.ts';
import type { Platform } from './kernel/operation/context.ts';
import type { DomainRules } from './kernel/operation/domain-rules.ts';
import type { JobKinds } from './kernel/operation/job-kinds.ts';
import type { Schedule } from './kernel/operation/schedule.ts';
import type { FileStore } from './kernel/services/file-store.ts';
import { type InvoiceProvider, noInvoices } from './kernel/services/invoice-service.ts';
import { noPayouts, type PayoutProvider } from './kernel/services/payout-service.ts';
import type { SealHead } from './kernel/services/seal-head.ts';
import { noProvider, type SmsService } from './kernel/services/sms-service.ts';
import { jobKinds } from './product/background/kinds.ts';
import { productSchedules } from './product/background/schedules.ts';
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
  /** How invoices are issued; not at all unless told. */
  readonly invoices?: InvoiceProvider;
  /** Where people reach this product from outside. */
  readonly publicUrl?: string;
  /** Where the last seal of the audit log is kept outside the database. */
  readonly sealHead?: SealHead;
};

/** What answers calls and works on jobs of one node. */
export type Assembled = {
  readonly platform: Platform;
  readonly rules: readonly DomainRules[];
  readonly kinds: JobKinds;
  readonly schedules: ReadonlyMap<string, Schedule>;
  readonly queue: JobQueue;
  readonly jobs: JobService;
};

const maxImportRows = 100_000;
const usualUploads = 5120 * 1_048_576;
const noSms: SmsService = { provider: noProvider, hours: { from: 8, to: 20 }, perSecond: 20 };

/** Puts together what the documents and the domain give a node, once for all it does; nothing of it connects or listens. */
export function assemble(
  {
    files,
    importRows = maxImportRows,
    uploadDailyBytes = usualUploads,
    sms = noSms,
    payouts = noPayouts,
    invoices = noInvoices,
    telephony,
    tableWorker,
    sealHead,
    studentAppSecret,
    publicUrl,
    studentAppUrl,
    ...base
  }: PlatformParts,
  timing: { readonly leaseSeconds?: number } = {},
): Assembled {
  const rules = productRules(base.documents);
  const book = new Map(rules.map((rule) => [rule.entity, rule]));
  const schedules = productSchedules(base.documents, book, domainSchedulesFor(base.documents, book));
  const further = domainJobsFor(base.documents, book);
  const kinds = jobKinds({ documents: base.documents, rules: book, schedules, further });
  const queue = new JobQueue(base.db, timing.leaseSeconds);
  const jobs = new JobService(kinds, queue);
  const userAttributes = new Map(rules.flatMap((rule) => Object.entries(rule.userAttributes ?? {})));
  return {
    platform: {
      ...base,
      userAttributes,
      widgets: readWidgetContracts(),
      services: {
        jobs,
        files,
        inspector: tableInspector(files, tableWorker === undefined ? {} : { program: tableWorker }),
        limits: { importRows, uploadDailyBytes },
        sms,
        payouts,
        invoices,
        ...(studentAppSecret === undefined ? {} : { studentAppSecret }),
        ...(publicUrl === undefined ? {} : { publicUrl }),
        ...(studentAppUrl === undefined ? {} : { studentAppUrl }),
        ...(telephony === undefined ? {} : { telephony }),
        ...(sealHead === undefined ? {} : { sealHead }),
      },
    },
    rules,
    kinds,
    schedules,
    queue,
    jobs,
  };
}
