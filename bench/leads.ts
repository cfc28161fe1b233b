// `npm run bench:leads`: leads by the hundred thousand, imported from a file and then handed out by rule.

import type pg from 'pg';
import { mobileNumber, person } from '../server/demo/crm/values/names.ts';
import { Random } from '../server/demo/crm/values/random.ts';
import { csvStream } from '../server/files/table/write-csv.ts';
import { BenchSession } from './bench-session.ts';
import { benchSize } from './bench-size.ts';
import { asSuperuser, startBenchDatabase } from './database.ts';
import { effortShown, measureWork } from './measure-work.ts';
import { circumstances, writeBetween } from './report.ts';
import { startProduct } from './servers.ts';

const leads = Number(process.argv[2] ?? 100_000);
const ruleId = '01978e11-7c00-7590-b5a8-a948556b0c5f';
/** Customers that are there before, whose numbers are other ones. */
const customers = 1000;
const database = await startBenchDatabase(benchSize(customers));
const lines: string[] = [];
try {
  await asSuperuser(database, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    for (const table of ['lead', 'lead_duplicate', 'owner_record', 'assign_rule', 'notification', 'import_row'])
      await client.query(`delete from ${table}`);
    await client.query(
      "delete from customer where customer_no not like 'KH%' or created_at > now() - interval '1 day'",
    );
    await client.query('delete from customer_phone');
    await client.query('update pool set hold_limit = 1000000');
    await client.query('vacuum analyze');
  });
  const server = await startProduct(database, { jobWorkers: 2 });
  try {
    // What would run on schedule would hand the leads out meanwhile.
    await asSuperuser(database, (client) => client.query("update schedule_state set due_at = '2999-01-01'"));
    await importLeads();
    for (const method of ['round_robin', 'weight', 'least_loaded']) await assign(method);

    async function importLeads(): Promise<void> {
      const [project, channel] = await asSuperuser(database, async (client) => [
        await one(client, "select name from project where code = 'law_exam'"),
        await one(client, 'select name from channel group by name having count(*) = 1 limit 1'),
      ]);
      const random = new Random(3);
      const rows = Array.from({ length: leads }, (_, at) => [
        person(random).name,
        mobileNumber(customers + at),
        project ?? '',
        channel ?? '',
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of csvStream([['姓名', '手机号', '项目', '渠道'], ...rows]))
        chunks.push(Buffer.from(chunk));
      const promoter = await BenchSession.open(server, 'promoter', 'personalpromote');
      const effort = await measureWork(server, database, async () => {
        const fileId = await promoter.upload('线索.csv', new Blob(chunks, { type: 'text/csv' }));
        const mapping = { name: 0, mobile: 1, projectId: 2, channelId: 3 };
        const { jobId } = await promoter.ask('/v1/lead/import', { fileId, mapping, again: true });
        tell((await promoter.ended(jobId)).message);
      });
      tell(`导入 ${leads} 条线索：${effortShown(effort)}，每条 ${((effort.seconds * 1000) / leads).toFixed(2)} 毫秒`);
    }

    /** A third of the leads by each method. */
    async function assign(method: string): Promise<void> {
      await asSuperuser(database, async (client) => {
        await client.query("set session_replication_role = 'replica'");
        await client.query('delete from assign_rule');
        await client.query(
          `insert into assign_rule (id, created_at, updated_at, name, priority, days, method, daily_cap_per_staff, accept_timeout_minutes, enabled)
            values ($1, now(), now(), '测量', 1, 'every_day', $2, 1000000, 10, true)`,
          [ruleId, method],
        );
        await client.query('vacuum analyze lead, customer, customer_phone, owner_record');
      });
      const dispatcher = await BenchSession.open(server, 'admin', 'promote');
      const count = Math.floor(leads / 3);
      const waiting = await asSuperuser(database, (client) =>
        one(client, `select id from lead where status = 'valid' order by id offset ${count - 1} limit 1`),
      );
      const where = {
        and: [
          { field: 'status', op: 'eq', value: 'valid' },
          { field: 'id', op: 'lte', value: waiting },
        ],
      };
      const effort = await measureWork(server, database, async () => {
        const { jobId } = await dispatcher.ask('/v1/lead/auto/assign', { matching: { where, count } });
        tell((await dispatcher.ended(jobId)).message);
      });
      tell(
        `按规则分配 ${count} 条（${method}）：${effortShown(effort)}，每条 ${((effort.seconds * 1000) / count).toFixed(2)} 毫秒`,
      );
    }
  } finally {
    await server.stop();
  }
  if (leads === 100_000)
    writeBetween('leads', [`\n${circumstances()}。\n`, ...lines.map((line) => `- ${line}`), ''].join('\n'));
} finally {
  await database.server.stop();
}

function tell(line: string): void {
  lines.push(line);
  console.log(line);
}

async function one(client: pg.Client, query: string): Promise<string | undefined> {
  return Object.values<string>((await client.query(query)).rows[0] ?? {})[0];
}
