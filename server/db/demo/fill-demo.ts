import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { DocumentSet } from '../../../engine/model/index.ts';
import { bootstrapLock } from '../bootstrap/bootstrap.ts';
import { loadSpeller, type Spell } from '../search/pinyin.ts';
import { quote } from '../spec/names.ts';
import { buildOrganisation } from './company/organisation.ts';
import { arrivals, periodOf } from './customer/arrivals.ts';
import { addCustomer } from './customer/customer-rows.ts';
import { demoOrders } from './customer/demo-orders.ts';
import { addLooseLead } from './customer/lead-rows.ts';
import { addPromotion, type KnownCustomer } from './customer/promotion-rows.ts';
import { Quality } from './quality/quality-rows.ts';
import { addWords } from './quality/word-rows.ts';
import { day, startOfDay } from './values/calendar.ts';
import { DemoNumbers } from './values/demo-ids.ts';
import { type DemoSize, demoScales } from './values/demo-size.ts';
import { mobileNumber } from './values/names.ts';
import { Random } from './values/random.ts';
import { Handover } from './work/handover-rows.ts';
import { KeptCustomers } from './work/kept-customers.ts';
import { addMall } from './work/mall-rows.ts';
import { addNotices } from './work/notice-rows.ts';
import { addSms, SmsAudience } from './work/sms-rows.ts';
import { addWorkOrders } from './work/work-order-rows.ts';
import { Agreements } from './world/agreement-rows.ts';
import { StudyServices } from './world/service-rows.ts';
import type { World } from './world/world.ts';
import { type DemoRow, type Sealed, TableWriter } from './writer/table-writer.ts';

export type FillDemoOptions = {
  /** The role that owns the tables. */
  readonly migratorUrl: string;
  readonly documents: DocumentSet;
  readonly size: DemoSize;
  /** The same protection the server works with, or it could not read the masked fields. */
  readonly protect: { hash(value: string): string; encrypt(value: string): string };
  readonly hashPassword: (plain: string) => Promise<string>;
  /** Keeps a content of the file store. */
  readonly keepFile: (key: string, content: Uint8Array) => Promise<void>;
  /** Password of every demo account. */
  readonly demoPassword: string;
  /** When the histories end. */
  readonly now: Date;
  readonly log?: (message: string) => void;
  readonly seed?: number;
};

/** Rows written, by table. */
export type DemoReport = Readonly<Record<string, number>>;

const fixedSeed = 20_260_101;
/** Characters collected before they are sent: enough for COPY to be fast, little enough for memory to stay flat. */
const fullBatch = 2_000_000;
const customersPerTurn = 40;

/**
 * Fills an empty database with a company, its staff and the histories of its customers, in one transaction: all of
 * it or nothing. Answers undefined, and changes nothing, where any table of the documents has rows. `createIndexes`
 * must follow: it makes the foreign keys and whatever else is faster made afterwards.
 */
export async function fillDemo(options: FillDemoOptions): Promise<DemoReport | undefined> {
  const client = new pg.Client({ connectionString: options.migratorUrl, application_name: 'demo' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [bootstrapLock]);
    const tables = [...options.documents.entities.keys()].map(quote);
    if (await holdsRows(client, tables)) return undefined;
    // Rows of a table emptied in the same transaction can be written ready to read (COPY … FREEZE).
    await client.query(`truncate ${tables.join(', ')}`);
    await dropForeignKeys(client);
    const load = new Load(client, options.documents, await loadSpeller());
    const numbers = await writeAll(load, options);
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
class Load {
  readonly report: Record<string, number> = {};
  readonly #writers: ReadonlyMap<string, TableWriter>;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    readonly client: pg.Client,
    documents: DocumentSet,
    spell: Spell,
  ) {
    this.#writers = new Map([...documents.entities].map(([name, entity]) => [name, new TableWriter(entity, spell)]));
  }

  /** Collects a row; documents of one's own may lack an entity of ours, whose rows are then left out. */
  readonly add = (entity: string, row: DemoRow): void => {
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

async function writeAll(load: Load, options: FillDemoOptions): Promise<readonly DemoNumbers[]> {
  const scale = demoScales[options.size];
  const random = new Random(options.seed ?? fixedSeed);
  const now = options.now.getTime();
  const period = periodOf(scale.days, now);
  const seal = (text: string): Sealed => ({ stored: options.protect.encrypt(text), hash: options.protect.hash(text) });
  const passwordHash = await options.hashPassword(options.demoPassword);
  const organisation = buildOrganisation(options.documents, scale, period, { seal, passwordHash }, random, load.add);
  const numbers = {
    customer: new DemoNumbers('customer.customerNo', 'KH'),
    lead: new DemoNumbers('lead.leadNo', 'XS'),
    opportunity: new DemoNumbers('opportunity.opportunityNo', 'SJ'),
    call: new DemoNumbers('call_record.callNo', 'TH'),
    order: new DemoNumbers('sales_order.orderNo', 'DD'),
    ledger: new DemoNumbers('performance_ledger.entryNo', 'YJ'),
    workOrder: new DemoNumbers('work_order.woNo', 'GD'),
    commodity: new DemoNumbers('commodity.commodityNo', 'SP'),
    exchange: new DemoNumbers('exchange_record.exchangeNo', 'DH'),
    student: new DemoNumbers('student.studentNo', 'XY'),
  };
  const kept = new KeptCustomers(organisation);
  const handover = new Handover(organisation, now);
  const audience = new SmsAudience(organisation);
  const services = new StudyServices(organisation, now, startOfDay(period.start) - 400 * day, load.add);
  const agreements = new Agreements({ now, seal, add: load.add }, startOfDay(period.start));
  let mobiles = 0;
  const newMobile = () => mobileNumber(mobiles++);
  const words = addWords({
    ...{ random: new Random(options.seed ?? fixedSeed), now, add: load.add },
    createdBy: organisation.byAccount('admin').id,
  });
  const quality = new Quality(organisation, words, now, load.add);
  const world: World = {
    organisation,
    quality,
    random,
    now,
    numbers,
    seal,
    sealedSeat: sealedSeats(seal),
    add(entity, row) {
      const written = entity === 'customer' ? handover.frozen(row) : row;
      if (entity === 'customer') {
        kept.look(written);
        audience.look(written);
      }
      load.add(entity, written);
    },
    newMobile,
    serve: (order) => services.serve(order),
    agree: (order) => agreements.write(order),
  };
  const orders = demoOrders(scale.customers, organisation, random);
  const recent: KnownCustomer[] = [];
  let made = 0;
  for (const createdAt of arrivals(scale.customers, period, random)) {
    recent[made % 500] = addCustomer({ ...orders.get(made), createdAt }, world);
    made += 1;
    if (made % customersPerTurn === 0) await nextTurn();
    if (load.isFull) await load.flush();
    if (made % 100_000 === 0) options.log?.(`示例数据：已生成 ${made / 10_000} 万位客户`);
  }
  addLooseLeads(scale.customers, recent, world);
  addPromotion(world);
  addWorkOrders(kept.customers, world);
  addMall(world);
  addNotices(kept.customers, world);
  addSms(audience, world);
  handover.write(load.add);
  await load.finish();
  for (const { key, content } of quality.sounds) await options.keepFile(key, content);
  return [...Object.values(numbers), services.numbers, handover.numbers, agreements.numbers, quality.numbers];
}

function sealedSeats(seal: (text: string) => Sealed): World['sealedSeat'] {
  const known = new Map<string, Sealed>();
  return (seatCode) => {
    const sealed = known.get(seatCode) ?? seal(`0108888${seatCode}`);
    known.set(seatCode, sealed);
    return sealed;
  };
}

/** Leads nobody works on yet, and the same people asking again; the demo account sees some of both. */
function addLooseLeads(customers: number, known: readonly KnownCustomer[], world: World): void {
  const { random, organisation } = world;
  const own = organisation.byAccount('promoter');
  for (let place = 0; place < 8; place++) addLooseLead('valid', own, undefined, world);
  for (let place = 0; place < 5; place++) addLooseLead('duplicate', own, known[random.int(0, known.length - 1)], world);
  for (let place = 0; place < customers * 0.03; place++) {
    const promoter = random.pick(organisation.promoters);
    const isDuplicate = random.chance(0.7);
    addLooseLead(
      isDuplicate ? 'duplicate' : 'valid',
      promoter,
      isDuplicate ? known[random.int(0, known.length - 1)] : undefined,
      world,
    );
  }
}

/** Numbers given out here are not given out again. */
async function writeNumbers(client: pg.Client, numbers: readonly DemoNumbers[]): Promise<void> {
  for (const sequence of numbers) {
    const periods = sequence.periods();
    const values = [sequence.name, periods.map(([period]) => period), periods.map(([, value]) => value)];
    await client.query(
      'insert into number_sequence (name, period, value) select $1, * from unnest($2::text[], $3::bigint[])',
      values,
    );
  }
}
