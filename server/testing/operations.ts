import type {
  DatasetDocument,
  DictionaryDocument,
  DocumentSet,
  EntityDocument,
  EntityField,
} from '../../engine/model/documents/index.ts';
import { faultMessage } from '../../engine/model/faults/index.ts';
import { loadDocuments } from '../../engine/model/load/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { DomainRules } from '../kernel/operation/domain-rules.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import type { RecordStore, Values } from '../kernel/operation/record-store.ts';
import { buildRegistry, runOperation } from '../operations/registry/registry.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { noServices } from '../seed/no-services.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The operations of a few entities on a database of their own, without HTTP and sign-in in front. */
export type TestOperations = {
  readonly documents: DocumentSet;
  readonly database: TestDatabase;
  readonly records: RecordStore;
  /** A member of staff who may do all, unless told otherwise. */
  caller(over?: Partial<Caller>): Caller;
  /** Runs an operation; what it refuses is thrown. */
  run<Answer = Values>(path: string, body: Values, caller?: Caller, over?: Partial<CallContext>): Promise<Answer>;
  /** Runs an operation that is refused, and answers the refusal. */
  refusal(path: string, body: Values, caller?: Caller): Promise<AppError>;
  close(): Promise<void>;
};

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

/** What every product has and the operations build on. */
const platform: readonly EntityDocument[] = [
  {
    schemaVersion: 2,
    name: 'staff',
    title: '员工',
    label: 'name',
    operations: ['query'],
    fields: [field('name', 'string')],
  },
  {
    schemaVersion: 2,
    name: 'operation_log',
    title: '操作日志',
    label: 'value',
    appendOnly: true,
    operations: [],
    fields: [
      ...['catalog', 'action', 'value', 'entity', 'ip', 'result'].map((key) => field(key, 'string')),
      field('staffId', 'ref', { ref: 'staff' }),
      field('entityId', 'string'),
      field('before', 'json'),
      field('after', 'json'),
    ],
  },
  {
    schemaVersion: 2,
    name: 'reveal_log',
    title: '明文查看记录',
    label: 'field',
    appendOnly: true,
    operations: [],
    fields: [
      field('staffId', 'ref', { ref: 'staff' }),
      ...['entity', 'entityId', 'field', 'mask', 'reason'].map((key) => field(key, 'string')),
      field('revealedAt', 'datetime'),
    ],
  },
];

/** Starts them; documents with faults are refused as the server would refuse them. */
export async function startOperations(
  entities: readonly EntityDocument[],
  options: {
    readonly dictionaries?: readonly DictionaryDocument[];
    readonly datasets?: readonly DatasetDocument[];
    readonly rules?: readonly DomainRules[];
    /** Operations beside the declared ones. */
    readonly further?: (documents: DocumentSet) => readonly CallerOperation[];
    /** What the documents are once they are loaded: what their grammar cannot say yet. */
    readonly asLoaded?: (documents: DocumentSet) => DocumentSet;
  } = {},
): Promise<TestOperations> {
  const { asLoaded = (documents) => documents } = options;
  const documents = asLoaded(loaded([...platform, ...entities], options.dictionaries ?? [], options.datasets ?? []));
  const database = await createTestDatabase({ empty: true });
  await createTables({ urls: database, documents, migrations: [] });
  await createIndexes({ urls: database, documents });
  const connection = connectDatabase({ url: database.appUrl, max: 20 });
  const protection = createProtection(database.secretKey);
  const base = { documents, db: connection.db, protection };
  const records = new SqlRecordStore(base, { staffId: null, now: new Date().toISOString() });
  const staffId = await records.insert('staff', { name: '测试员' });
  const registry = buildRegistry(documents, options.rules ?? [], options.further?.(documents) ?? []);
  const caller = (over: Partial<Caller> = {}): Caller => ({
    sessionId: staffId,
    staffId,
    name: '测试员',
    departmentId: staffId,
    dataScope: 'all',
    departmentIds: [],
    projectIds: [],
    grants: new Set(['*']),
    menus: new Set(['*']),
    maskModes: new Map(),
    ip: '127.0.0.1',
    ...over,
  });
  const run = async (path: string, body: Values, who = caller(), over: Partial<CallContext> = {}): Promise<unknown> => {
    const operation = registry.get(path);
    if (operation === undefined) throw new TypeError(`no operation ${path}`);
    const context: CallContext = {
      ...base,
      userAttributes: new Map(),
      services: noServices,
      caller: who,
      page: undefined,
      now: new Date().toISOString(),
      calendar: weekdaysOnly,
      requestId: 'test',
      idempotencyKey: undefined,
      ...over,
    };
    return runOperation(operation, body, context);
  };
  return {
    documents,
    database,
    records,
    caller,
    // What an operation answers is known to the test that calls it.
    run: async <Answer>(path: string, body: Values, who?: Caller, over?: Partial<CallContext>) =>
      (await run(path, body, who, over)) as Answer,
    async refusal(path, body, who) {
      const error: unknown = await run(path, body, who).then(
        (data) => new TypeError(`not refused: ${JSON.stringify(data)}`),
        (caught: unknown) => caught,
      );
      if (error instanceof AppError) return error;
      throw error;
    },
    async close() {
      await connection.close();
      await database.drop();
    },
  };
}

function loaded(
  entities: readonly EntityDocument[],
  dictionaries: readonly DictionaryDocument[],
  datasets: readonly DatasetDocument[],
): DocumentSet {
  const file = (folder: string, document: { readonly name: string }) => ({
    file: `${folder}/${document.name}.json`,
    text: JSON.stringify(document),
  });
  const { documents, faults } = loadDocuments([
    ...entities.map((entity) => file('entities', entity)),
    ...dictionaries.map((dictionary) => file('dictionaries', dictionary)),
    ...datasets.map((dataset) => file('datasets', dataset)),
  ]);
  if (faults.length > 0)
    throw new TypeError(faults.map((fault) => `${fault.file}${fault.pointer}: ${faultMessage(fault)}`).join('\n'));
  return documents;
}
