import { BenchSession, sizeOf } from './bench-session.ts';
import { customerFields } from './cases.ts';
import { asSuperuser, type BenchDatabase } from './database.ts';
import { freshRows, importTable, mapping, type TableFacts } from './import-table.ts';
import { type Effort, effortShown, measureWork } from './measure-work.ts';
import type { Line } from './report.ts';
import { type BenchServer, startBare, startProduct } from './servers.ts';

const rows = Number(process.env.BENCH_FILE_ROWS ?? 100_000);
/** The names of the cases. */
export const fileKeys: readonly string[] = ['exportCsv', 'importCsv', 'exportXlsx', 'importXlsx'];

const script = 'bench/bare-files.ts';

/** A case of files: what the product does, what the yardstick does where it can, and what is hoped for. */
type FileCase = {
  readonly key: string;
  readonly title: string;
  /** Most times of the yardstick, and most megabytes at any time. */
  readonly maxTimes?: number;
  readonly maxMemory: number;
  readonly product: Work;
  readonly bare?: Work;
};

/** Gets ready with a server, and answers the work that is measured. */
type Work = (server: BenchServer) => Promise<() => Promise<void>>;

/** Measures tables of 100,000 rows going out and coming in, each with servers of its own. */
export async function measureFiles(
  database: BenchDatabase,
  isChosen: (key: string) => boolean,
  add: (line: Line) => void,
): Promise<void> {
  const cases = fileCases(await lookUp(database)).filter(({ key }) => isChosen(key));
  for (const one of cases) add(await measureCase(one, database));
}

function fileCases(facts: Facts): readonly FileCase[] {
  const title = `${rows} 行`;
  return [
    {
      key: 'exportCsv',
      title: `导出 csv，${title}`,
      maxTimes: 6,
      maxMemory: 200,
      product: (server) => exportAs('csv', server, facts),
      bare: exportBare,
    },
    {
      key: 'importCsv',
      title: `导入 csv（校验、查重），${title}`,
      maxTimes: 3,
      maxMemory: 250,
      product: (server) => importAs('csv', server, facts),
      bare: (server) => importBare(server, facts),
    },
    {
      key: 'exportXlsx',
      title: `导出 xlsx，${title}`,
      maxMemory: 400,
      product: (server) => exportAs('xlsx', server, facts),
    },
    {
      key: 'importXlsx',
      title: `导入 xlsx，${title}`,
      maxMemory: 400,
      product: (server) => importAs('xlsx', server, facts),
    },
  ];
}

async function measureCase(one: FileCase, database: BenchDatabase): Promise<Line> {
  const theirs =
    one.bare === undefined ? undefined : await measureWith(await startBare(database, script), one.bare, database);
  const ours = await measureWith(await startWorking(database), one.product, database);
  const times = theirs === undefined ? undefined : ours.seconds / theirs.seconds;
  const isMet = ours.peak <= one.maxMemory && (times ?? 0) <= (one.maxTimes ?? Number.POSITIVE_INFINITY);
  const ratio = times === undefined ? '' : `${times.toFixed(1)} 倍时间（目标 ≤ ${one.maxTimes}），`;
  const bare = theirs === undefined ? '' : `；对照 ${effortShown(theirs)}`;
  return {
    key: one.key,
    isMet,
    text: `${one.title}：${ratio}${effortShown(ours)}（目标 ≤ ${one.maxMemory}）${isMet ? '' : ' **未达到**'}${bare}`,
  };
}

async function measureWith(server: BenchServer, prepare: Work, database: BenchDatabase): Promise<Effort> {
  try {
    const work = await prepare(server);
    // What the start itself left behind is collected within moments.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return await measureWork(server, database, work);
  } finally {
    await server.stop();
    await forgetImported(database);
  }
}

/** The product with workers; what would run on schedule meanwhile is put off. */
async function startWorking(database: BenchDatabase): Promise<BenchServer> {
  const server = await startProduct(database, { jobWorkers: 2 });
  await asSuperuser(database, (client) => client.query("update schedule_state set due_at = '2999-01-01'"));
  return server;
}

async function exportAs(format: 'csv' | 'xlsx', server: BenchServer, { since }: Facts) {
  const bench = await BenchSession.open(server, 'admin', 'alllist');
  const where = { field: 'createdAt', op: 'gte', value: since };
  return async () => {
    const { jobId, total } = await bench.ask('/v1/customer/export', {
      format,
      columns: customerFields,
      where,
      sort: ['-createdAt'],
    });
    if (total !== rows) throw new Error(`${total} rows instead of ${rows}`);
    const { fileId } = await bench.ended(jobId);
    await bench.download(String(fileId));
  };
}

async function exportBare({ url }: BenchServer) {
  return async () => {
    await sizeOf(await fetch(`${url}/export?rows=${rows}`));
  };
}

async function importAs(format: 'csv' | 'xlsx', server: BenchServer, facts: Facts) {
  const bench = await BenchSession.open(server, 'manager');
  const table = await importTable(format, rows, facts);
  return async () => {
    const fileId = await bench.upload(`客户.${format}`, table);
    const { jobId } = await bench.ask('/v1/customer/import', { fileId, mapping, by: ['mobile'], again: true });
    const { message, fileId: errorFile } = await bench.ended(jobId);
    if (!message.includes(`成功${freshRows(rows)}条`)) throw new Error(message);
    if (errorFile !== null) await bench.download(errorFile);
  };
}

async function importBare({ url }: BenchServer, facts: Facts) {
  const body = await importTable('csv', rows, facts);
  return async () => {
    const response = await fetch(`${url}/import`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body });
    const answer: { readonly inserted?: number } = JSON.parse(await response.text());
    if (answer.inserted !== freshRows(rows)) throw new Error(JSON.stringify(answer));
  };
}

type Facts = TableFacts & {
  /** When the oldest of the newest customers was made. */
  readonly since: string;
};

async function lookUp(database: BenchDatabase): Promise<Facts> {
  return asSuperuser(database, async (client) => {
    await forgetImported(database);
    const texts = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const [project = ''] = await texts("select name as text from project where code = 'law_exam'");
    const channels = await texts(
      'select name as text from channel group by name having count(*) = 1 order by name limit 10',
    );
    const [since = ''] = await texts(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as text
        from customer where deleted_at is null order by created_at desc offset ${rows - 1} limit 1`,
    );
    return { project, channels, since };
  });
}

/** Takes away what imports left, so that the next finds the same rows. */
async function forgetImported(database: BenchDatabase): Promise<void> {
  await asSuperuser(database, async (client) => {
    const { rowCount } = await client.query(
      `create temp table imported as select record_id::uuid as id from import_row where record_id is not null
        union select id from customer where customer_no like 'B%'`,
    );
    if (rowCount === 0) return;
    await client.query("set session_replication_role = 'replica'");
    await client.query('delete from customer_phone where customer_id in (select id from imported)');
    await client.query('delete from owner_record where subject_id in (select id from imported)');
    await client.query(
      "delete from operation_log where entity = 'customer' and entity_id in (select id::text from imported)",
    );
    await client.query('delete from customer where id in (select id from imported)');
    await client.query('truncate import_row');
    for (const table of ['customer', 'customer_phone', 'owner_record', 'operation_log', 'import_row'])
      await client.query(`vacuum analyze ${table}`);
  });
}
