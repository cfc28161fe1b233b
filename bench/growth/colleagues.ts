import { person } from '../../server/demo/crm/values/names.ts';
import { Random } from '../../server/demo/crm/values/random.ts';
import { csvStream } from '../../server/files/table/write-csv.ts';
import { BenchSession } from '../bench-session.ts';
import { customerFields } from '../cases.ts';
import { asSuperuser, type BenchDatabase } from '../database.ts';
import type { BenchServer } from '../servers.ts';

const importedRows = 1000;
const exportedDays = 30;
const transferredAtOnce = 20;

/** What a colleague does over and over, and how often he has done it. */
type Colleague = { readonly what: string; readonly turn: () => Promise<number> };
type Tally = { turns: number; rows: number; readonly failures: string[] };

/** What the tables and calls of the colleagues name. */
type Facts = {
  readonly manager: string;
  readonly project: string;
  readonly channel: string;
  /** Salespeople of one department, who get customers of one another. */
  readonly sellers: readonly string[];
};

/**
 * Ten people at work beside whoever is measured: three import tables of customers, four export them, three hand customers
 * from one salesperson to another; each begins anew as soon as he is done. What they import stays.
 */
export class Colleagues {
  readonly #tallies = new Map<string, Tally>();
  readonly #work: Promise<void>;
  readonly #begun = performance.now();
  #isOver = false;

  private constructor(colleagues: readonly Colleague[]) {
    this.#work = Promise.all(colleagues.map((one) => this.#go(one))).then(() => undefined);
  }

  static async atWork(server: BenchServer, database: BenchDatabase): Promise<Colleagues> {
    const facts = await lookUp(database);
    const each = async (count: number, make: (session: BenchSession, place: number) => Colleague) =>
      Promise.all(
        Array.from({ length: count }, async (_, place) =>
          make(await BenchSession.open(server, facts.manager, 'alllist'), place),
        ),
      );
    return new Colleagues([
      ...(await each(3, (session, place) => importing(session, place, facts))),
      ...(await each(4, (session, place) => exporting(session, place))),
      ...(await each(3, (session, place) => handingOver(session, place, facts))),
    ]);
  }

  /** Lets everybody end what he has begun; answers what was done meanwhile. */
  async stop(): Promise<string> {
    this.#isOver = true;
    await this.#work;
    const seconds = (performance.now() - this.#begun) / 1000;
    const done = [...this.#tallies].map(([what, { turns, rows, failures }]) => {
      const failed = failures.length === 0 ? '' : `，失败 ${failures.length} 次（${failures[0]}）`;
      return `${what} ${turns} 次共 ${rows} 行${failed}`;
    });
    return `旁边同时有十个人在工作（${seconds.toFixed(0)} 秒）：${done.join('；')}。`;
  }

  async #go({ what, turn }: Colleague): Promise<void> {
    const tally = this.#tallies.get(what) ?? { turns: 0, rows: 0, failures: [] };
    this.#tallies.set(what, tally);
    while (!this.#isOver) {
      try {
        const rows = await turn();
        tally.rows += rows;
        tally.turns += 1;
      } catch (error) {
        tally.failures.push(String(error).slice(0, 200));
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}

function importing(session: BenchSession, place: number, { project, channel }: Facts): Colleague {
  const random = new Random(place + 1);
  // Numbers that nobody has, in this run or one before.
  let next = (Math.floor(Date.now() / 10) % 30_000_000) * 30 + place * 300_000_000;
  return {
    what: '三人导入客户',
    turn: async () => {
      const rows = Array.from({ length: importedRows }, () => [
        person(random).name,
        `19${String(next++ % 1_000_000_000).padStart(9, '0')}`,
        project,
        'B 中意向',
        channel,
      ]);
      const chunks: Buffer[] = [];
      const table = [['姓名', '手机号', '意向项目', '客户等级', '来源渠道'], ...rows];
      for await (const chunk of csvStream(table)) chunks.push(Buffer.from(chunk));
      const fileId = await session.upload('客户.csv', new Blob(chunks, { type: 'text/csv' }));
      const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, level: 3, channelId: 4 };
      const asked = { fileId, mapping, by: ['mobile'], again: true };
      const { jobId } = await session.ask('/v1/customer/import', asked);
      const { message } = await session.ended(jobId);
      if (!message.includes(`成功${importedRows}条`)) throw new Error(message);
      return importedRows;
    },
  };
}

function exporting(session: BenchSession, place: number): Colleague {
  const format = place % 2 === 0 ? 'csv' : 'xlsx';
  return {
    what: '四人导出客户（csv、xlsx 各半）',
    turn: async () => {
      const { jobId, total } = await session.ask('/v1/customer/export', {
        ...{ format, columns: customerFields, sort: ['-createdAt'] },
        where: { field: 'createdAt', op: 'within', value: `last${exportedDays}Days` },
      });
      const { fileId } = await session.ended(jobId);
      await session.download(String(fileId));
      return Number(total);
    },
  };
}

function handingOver(session: BenchSession, place: number, { sellers }: Facts): Colleague {
  let turn = place;
  return {
    what: '三人转移客户（每次 20 位）',
    turn: async () => {
      const [from, to] = [sellers[turn % sellers.length], sellers[(turn + 1) % sellers.length]];
      turn += 1;
      const { list } = await session.ask('/v1/customer/query', {
        ...{ size: transferredAtOnce, fields: ['name'], count: 'none' },
        where: { field: 'ownerId', op: 'eq', value: from },
      });
      const ids = Array.isArray(list) ? list.map(({ id }) => String(id)) : [];
      if (ids.length === 0) return 0;
      const { done } = await session.ask('/v1/customer/transfer', { ids, staffId: to });
      return Number(done);
    },
  };
}

function lookUp(database: BenchDatabase): Promise<Facts> {
  return asSuperuser(database, async (client) => {
    const texts = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const [project = ''] = await texts("select name as text from project where code = 'law_exam'");
    const [channel = ''] = await texts('select name as text from channel group by name having count(*) = 1 limit 1');
    const sellers = await texts(
      `select s.id as text from staff s join role r on r.id = any(s.role_ids)
        where r.code = 'sales' and s.status = 'active' and s.department_id = (
          select department_id from staff p where p.account = 'sales')`,
    );
    return { manager: 'manager', project, channel, sellers };
  });
}
