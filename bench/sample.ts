import { connectDatabase } from '../server/db/connection/connect.ts';
import { benchPassword } from './bench-size.ts';
import type { BenchDatabase } from './database.ts';
import { callOnce } from './load.ts';
import type { BenchServer } from './servers.ts';

/** What calls are made of: rows that are there, and people signed in. */
export type Sample = {
  readonly salesId: string;
  readonly salesDepartmentId: string;
  readonly projectId: string;
  readonly channelId: string;
  /** Customers of the account `sales`, and of anybody. */
  readonly ownIds: readonly string[];
  readonly rows: readonly Versioned[];
  readonly keywords: readonly string[];
  readonly tokens: Readonly<Record<'sales' | 'manager', string>>;
};

/** A row with the version in which it is. */
export type Versioned = { readonly id: string; readonly version: number };

const maxRows = 200_000;

/** Looks them up and signs in at the product. */
export async function takeSample({ urls }: BenchDatabase, product: BenchServer): Promise<Sample> {
  const { pool, close } = connectDatabase({ url: urls.migratorUrl, max: 1 });
  const texts = async (query: string): Promise<readonly string[]> =>
    (await pool.query<{ value: string }>(query)).rows.map((row) => row.value);
  const first = async (query: string) => (await texts(query))[0] ?? '';
  try {
    // No person writes a thousand numbers a second: counting them as one person's lookups would be all that is measured.
    await pool.query(`update masking_policy set mode = 'plain' where field = 'mobile' and target_type = 'role'
      and role_id in (select unnest(role_ids) from staff where account = 'sales')`);
    return {
      salesId: await first("select id as value from staff where account = 'sales'"),
      salesDepartmentId: await first("select department_id as value from staff where account = 'sales'"),
      projectId: await first("select id as value from project where code = 'law_exam'"),
      channelId: await first('select id as value from channel limit 1'),
      ownIds: await texts(
        `select c.id as value from customer c join staff s on s.id = c.owner_id and s.project_ids && c.intention_project_ids
          where s.account = 'sales' limit 500`,
      ),
      rows: (
        await pool.query<Versioned>(
          `select id, version from customer where owner_id is not null order by random() limit ${maxRows}`,
        )
      ).rows,
      // The first five letters of a name as it is spoken.
      keywords: await texts(
        "select left(name_pinyin, 5) as value from customer where left(name_pinyin, 5) !~ ' ' order by random() limit 500",
      ),
      tokens: { sales: await signIn(product, 'sales'), manager: await signIn(product, 'manager') },
    };
  } finally {
    await close();
  }
}

async function signIn(product: BenchServer, account: string): Promise<string> {
  const data = await callOnce(product, {
    path: '/v1/sys/user/login',
    headers: { 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
    body: () => ({ account, password: benchPassword }),
  });
  return String(data.token);
}
