import pg from 'pg';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { bootstrapLock } from '../bootstrap/bootstrap.ts';
import { loadSpeller, type Spell } from '../search/pinyin.ts';
import { quote } from '../spec/names.ts';
import { type LoadedRow, TableWriter } from './table-writer.ts';

export type LoadOptions = {
  /** The role that owns the tables. */
  readonly migratorUrl: string;
  readonly documents: Pick<DocumentSet, 'entities'>;
};

/** Rows written, by table. */
export type LoadReport = Readonly<Record<string, number>>;

/** How far a sequence of numbers was used, by period. */
export type NumberSequence = {
  readonly name: string;
  periods(): readonly (readonly [period: string, value: number])[];
};

/** Characters collected before they are sent: enough for COPY to be fast, little enough for memory to stay flat. */
const fullBatch = 2_000_000;

/**
 * Fills an empty database in one transaction, all of it or nothing, with what `fill` adds; it answers the sequences it
 * took numbers from. Answers undefined, and changes nothing, where any table of the documents has rows. `createIndexes`
 * must follow: it makes the foreign keys and whatever else is faster made afterwards.
 */
export async function loadEmptyTables(
  { migratorUrl, documents }: LoadOptions,
  fill: (load: TableLoad) => Promise<readonly NumberSequence[]>,
): Promise<LoadReport | undefined> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'load' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [bootstrapLock]);
    const tables = [...documents.entities.keys()].map(quote);
    if (await holdsRows(client, tables)) return undefined;
    // Rows of a table emptied in the same transaction can be written ready to read (COPY … FREEZE).
    await client.query(`truncate ${tables.join(', ')}`);
    await dropForeignKeys(client);
    const load = new TableLoad(client, documents, await loadSpeller());
    const numbers = await fill(load);
    await load.finish();
    await writeNumbers(client, numbers);
    for (const table of tables) await client.query(`analyze ${table}`);
    await client.query('commit');
    return load.report;
  } finally {
    // Ending the session rolls back whatever was not committed.
    await client.end();
  }
}

async function holdsRows(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  const tests = tables.map((table) => `exists (select 1 from ${table})`);
  const { rows } = await client.query<{ yes: boolean }>(`select ${tests.join(' or ')} as yes`);
  return rows[0]?.yes === true;
}

/** Rows come in no order that foreign keys could check one by one; `createIndexes` makes them again and checks all at once. */
async function dropForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    "select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace",
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quote(name)}`);
}

/** Collects rows of all tables and sends a batch while the next is made. */
export class TableLoad {
  readonly report: Record<string, number> = {};
  readonly #writers: ReadonlyMap<string, TableWriter>;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: pg.Client,
    documents: LoadOptions['documents'],
    spell: Spell,
  ) {
    this.#writers = new Map([...documents.entities].map(([name, entity]) => [name, new TableWriter(entity, spell)]));
  }

  /** Collects a row; documents of one's own may lack an entity of ours, whose rows are then left out. */
  readonly add = (entity: string, row: LoadedRow): void => {
    const writer = this.#writers.get(entity);
    if (writer === undefined) return;
    writer.add(row);
    this.report[entity] = (this.report[entity] ?? 0) + 1;
  };

  get isFull(): boolean {
    let size = 0;
    for (const writer of this.#writers.values()) size += writer.size;
    return size > fullBatch;
  }

  /** Begins to send what is collected, once the batch before it is through. */
  async flush(): Promise<void> {
    await this.#sending;
    const batches = [...this.#writers.values()].map((writer) => ({ writer, lines: writer.take() }));
    this.#sending = (async () => {
      for (const { writer, lines } of batches) await writer.send(this.client, lines);
    })();
    // Whoever waits next gets the failure; until then it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#sending;
  }
}

/** Numbers given out here are not given out again. */
async function writeNumbers(client: pg.Client, numbers: readonly NumberSequence[]): Promise<void> {
  for (const sequence of numbers) {
    const periods = sequence.periods();
    const values = [sequence.name, periods.map(([period]) => period), periods.map(([, value]) => value)];
    await client.query(
      'insert into number_sequence (name, period, value) select $1, * from unnest($2::text[], $3::bigint[])',
      values,
    );
  }
}
