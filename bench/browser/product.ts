import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrapDatabase } from '../../server/db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { benchSecret } from '../bench-size.ts';
import { answering, freePort, stopped } from '../servers.ts';
import { writeDocuments } from './documents.ts';

/** The built product with the documents of the run and rows in its lists. */
export type BrowserProduct = {
  readonly url: string;
  readonly password: string;
  stop(): Promise<void>;
};

/** Rows of the first list, and of the second one. */
export const rowCounts = { visit: 10_000, parcel: 1000 } as const;

const password = 'bench-Pass1';
const log = { info: () => undefined, warn: (text: string) => console.warn(text) };

/** What a product is started with: its documents, what it is told besides, and what is in its lists then. */
type Wanted = {
  readonly documents: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly fill?: (migratorUrl: string) => Promise<void>;
};

/** Starts `dist`, as `npm run build` leaves it, on a database of its own. */
export async function startBrowserProduct(): Promise<BrowserProduct> {
  const documents = writeDocuments();
  const remove = () => rmSync(documents, { recursive: true, force: true });
  try {
    const product = await start({ documents, fill: fillRows });
    return { ...product, stop: () => product.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same with its own documents and the medium demo company. */
export function startDemoProduct(): Promise<BrowserProduct> {
  return start({ documents: path.resolve('schemas'), env: { DEMO_SIZE: 'medium' } });
}

async function start({ documents, env = {}, fill }: Wanted): Promise<BrowserProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-browser-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), log });
  const ends: (() => unknown)[] = [() => database.stop(), () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends) await end();
  };
  try {
    const urls = await bootstrapDatabase({
      adminUrl: database.superuserUrl,
      database: 'bench',
      secretKey: benchSecret,
    });
    const { url, server } = await startServer(folder, { ...env, SCHEMAS_DIR: documents }, database.superuserUrl);
    ends.unshift(() => stopped(server));
    await fill?.(urls.migratorUrl);
    return { url, password, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(folder: string, told: Readonly<Record<string, string>>, superuserUrl: string) {
  // Run beside the documents, so that no `.env` of a developer is read.
  symlinkSync(path.resolve('dist'), path.join(folder, 'dist'));
  const port = await freePort();
  const databaseUrl = new URL(superuserUrl);
  databaseUrl.pathname = '/bench';
  const server: ChildProcess = spawn(process.execPath, [path.resolve('dist/server/main.js')], {
    cwd: folder,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl.href,
      DATA_DIR: path.join(folder, 'data'),
      SECRET_KEY: benchSecret,
      MODE: 'demo',
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...told,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/readyz`, server);
  return { url, server };
}

/** Rows as a year of work leaves them: no two alike, every value of every dictionary, some fields empty. */
async function fillRows(migratorUrl: string): Promise<void> {
  const { pool, close } = connectDatabase({ url: migratorUrl, max: 1 });
  try {
    for (const [table, count] of Object.entries(rowCounts)) {
      await pool.query(
        `insert into ${table} (id, version, name, code, status, level, amount, quantity, weight, happened_at, due_date, paid, city,
           district, address, contact, source, batch, remark, created_by, updated_by, created_at, updated_at)
         select gen_random_uuid(), 1, '客户走访 ' || n, 'ZF' || lpad(n::text, 8, '0'),
           (array['fresh','running','done','cancelled'])[n % 4 + 1], (array['high','middle','low'])[n % 3 + 1], n * 137 % 9000000, n % 500,
           (n % 1000) / 7.0, now() - n * interval '1 hour', current_date + n % 90, n % 3 = 0,
           (array['杭州','宁波','温州','嘉兴','湖州','绍兴'])[n % 6 + 1], (array['上城区','西湖区','滨江区','萧山区'])[n % 4 + 1],
           '文一路 ' || n % 800 || ' 号 ' || n % 30 || ' 幢', (array['王芳','李娜','张伟','刘洋','陈静'])[n % 5 + 1],
           case when n % 7 = 0 then null else (array['phone','web','shop'])[n % 3 + 1] end, 'P' || n / 100,
           case when n % 5 = 0 then null else '第 ' || n || ' 次联系，约定下周再谈' end,
           s.id, s.id, now() - n * interval '1 minute', now() - n * interval '1 minute'
         from generate_series(1, $1::int) n, (select id from staff limit 1) s`,
        [count],
      );
      await pool.query(`analyze ${table}`);
    }
  } finally {
    await close();
  }
}
