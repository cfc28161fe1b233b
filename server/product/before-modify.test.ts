import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityField } from '../../engine/model/documents/index.ts';
import { type Connection, connectDatabase, inTransaction } from '../db/connection/connect.ts';
import { fillDemo } from '../demo/crm/fill-demo.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { Db } from '../kernel/database/db.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import { modelOf } from '../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { noServices } from '../seed/no-services.ts';
import { seedContext } from '../seed/seed-context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readDocuments } from './documents.ts';
import { productRules } from './rules.ts';

/*
 * What the rules of a change ask before its session has answered. What they write waits behind the session, and is never
 * sent where that says otherwise; whatever else they asked would have heard of it by then.
 */

type Asks = NonNullable<DomainRules['beforeModify']>;

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));
const rules = productRules(documents).flatMap(({ entity, beforeModify }) =>
  beforeModify === undefined ? [] : [{ entity, beforeModify }],
);

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  await fillDemo({
    migratorUrl: database.migratorUrl,
    documents,
    size: 'small',
    protect: createProtection(database.secretKey),
    hashPassword: () => Promise.resolve('-'),
    keepFile: () => Promise.resolve(),
    demoPassword: '-',
    now: new Date(),
  });
  connection = connectDatabase({ url: database.appUrl, max: 2 });
  // Of these the demo has none.
  const view = { page: 'alllist', name: '全部', share: 'private', state: {} };
  await seedContext(seedingOn(connection.db)).records.insert('saved_view', view);
}, 300_000);

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const seedingOn = (db: Db) => ({
  documents,
  db,
  protection: createProtection(database.secretKey),
  now: new Date().toISOString(),
});

/** Some rows of the demo. */
const rowsOf = (entity: string) => seedContext(seedingOn(connection.db)).records.find(entity, {}, 40);

/** What a rule asks beyond the database, when somebody changes a row; refusing is his to do. */
async function asked(asks: Asks, record: StoredRecord, changes: Values, jobId?: string): Promise<readonly string[]> {
  const more: string[] = [];
  const services = new Proxy(noServices, {
    get(all, name) {
      more.push(`services.${String(name)}`);
      return Reflect.get(all, name);
    },
  });
  await inTransaction(connection.db, async (inner) => {
    const author = { id: String(record.staffId ?? record.ownerId ?? record.id), departmentId: record.id };
    const context: RuleContext = {
      ...seedContext(seedingOn(inner), author),
      services,
      tell: ({ title }) => void more.push(`tell ${title}`),
      ...(jobId === undefined ? {} : { jobId }),
    };
    await asks(record, changes, context).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  });
  return more;
}

/** Another value for a field: of another row, or made up. */
function other({ key, type }: EntityField, record: StoredRecord, rows: readonly StoredRecord[]): unknown {
  const own = record[key];
  const found = rows.find((row) => JSON.stringify(row[key] ?? null) !== JSON.stringify(own ?? null));
  if (found !== undefined) return found[key];
  if (type === 'bool') return own !== true;
  if (type === 'string' || type === 'text') return `${String(own ?? '')}改`;
  return type === 'int' || type === 'money' || type === 'decimal' ? Number(own ?? 0) + 1 : null;
}

it.each(rules)(
  'what is asked before a $entity is changed, is asked of the database alone',
  async ({ entity, beforeModify }) => {
    const rows = await rowsOf(entity);
    expect(rows.length).toBeGreaterThan(0);
    // As somebody does it, and as a job does.
    for (const [at, row] of rows.slice(0, 2).entries())
      for (const field of modelOf(documents, entity).fields.values()) {
        const changes = { [field.key]: other(field, row, rows) };
        const more = await asked(beforeModify, row, changes, at === 0 ? undefined : row.id);
        expect([field.key, more]).toEqual([field.key, []]);
      }
  },
);

it('and who asked somebody else would be found', async () => {
  const [row] = await rowsOf('customer');
  if (row === undefined) throw new TypeError('no customer');
  const of = (work: (context: RuleContext) => unknown) =>
    asked(
      async (_, __, context) => {
        await work(context);
        return {};
      },
      row,
      {},
    );
  expect(await of(({ records }) => records.lockOne('customer', row.id))).toEqual([]);
  expect(await of(({ services }) => services.sms)).toEqual(['services.sms']);
  expect(await of(({ tell }) => tell?.({ title: '说', value: '' }))).toEqual(['tell 说']);
});
