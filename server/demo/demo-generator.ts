import type { Config } from '../config/config.ts';
import type { FileStore } from '../kernel/services/file-store.ts';
import type { Seeding } from '../seed/seed-context.ts';

/** An account one may sign in with in demo mode, and the code of its role. */
export type DemoAccount = { readonly account: string; readonly role: string };

/** What a demo database is filled with. */
export type DemoFilling = Seeding & {
  readonly migratorUrl: string;
  readonly files: Pick<FileStore, 'writeAt'>;
  readonly size: Config['demoSize'];
  readonly password: string;
  readonly log: (text: string) => void;
};

/** What a demo database that was filled just now is finished with, once its indexes are there. */
export type DemoFinishing = Omit<Seeding, 'db'> & { readonly migratorUrl: string };

/** A program that makes demo rows in any number; it serves products that declare all it writes. */
export type DemoGenerator = {
  readonly entities: readonly string[];
  readonly accounts: readonly DemoAccount[];
  readonly fill: (filling: DemoFilling) => Promise<void>;
  /** What comes by the ways of the server itself, and what it builds of the rows. */
  readonly finish?: (finishing: DemoFinishing) => Promise<void>;
};
