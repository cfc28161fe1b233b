import type { CourierProvider } from './courier-service.ts';
import type { CustomTables } from './custom-tables.ts';
import type { FileStore } from './file-store.ts';
import type { InvoiceProvider } from './invoice-service.ts';
import type { Jobs } from './jobs.ts';
import type { PayoutProvider } from './payout-service.ts';
import type { SealHead } from './seal-head.ts';
import type { SmsService } from './sms-service.ts';
import type { TableInspector } from './table-inspector.ts';
import type { Telephony } from './telephony.ts';

/** What operations use beyond the database: one of each per node. */
export type Services = {
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly inspector: TableInspector;
  readonly limits: Limits;
  /** Where no telephone host is configured there is none. */
  readonly telephony?: Telephony;
  readonly sms: SmsService;
  /** What the students' app signs with; where there is none nothing is taken from it. */
  readonly studentAppSecret?: string;
  /** Where students open the app: links in messages begin with it. */
  readonly studentAppUrl?: string;
  /** How money is paid out. */
  readonly payouts: PayoutProvider;
  /** How it is known where parcels are; nobody is asked where there is none. */
  readonly couriers?: CourierProvider;
  /** How invoices are issued. */
  readonly invoices: InvoiceProvider;
  /** Where people reach this product from outside, for links in messages; where it is not told there are none. */
  readonly publicUrl?: string;
  /** Where the last seal of the audit log is kept outside the database; where there is none, its end is not watched over. */
  readonly sealHead?: SealHead;
  /** Changes tables for fields made in the app; a node that does not know how makes none. */
  readonly customTables?: CustomTables;
};

/** What a node takes at most. */
export type Limits = {
  /** Rows of one import. */
  readonly importRows: number;
  /** Bytes of one person's uploads in a Shanghai day. */
  readonly uploadDailyBytes: number;
};
