import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { type LoadedRow, type Sealed, TableWriter } from '../server/db/load/table-writer.ts';
import { loadSpeller } from '../server/db/search/pinyin.ts';
import { quote } from '../server/db/spec/names.ts';
import type { Colleague } from '../server/demo/crm/company/colleagues.ts';
import { buildOrganisation, type Organisation } from '../server/demo/crm/company/organisation.ts';
import { arrivals, periodOf } from '../server/demo/crm/customer/arrivals.ts';
import { DemoNumbers, demoId } from '../server/demo/crm/values/demo-ids.ts';
import { mobileNumber, person, wechatId } from '../server/demo/crm/values/names.ts';
import { place } from '../server/demo/crm/values/places.ts';
import { Random, type Some } from '../server/demo/crm/values/random.ts';
import { hashPassword } from '../server/kernel/crypto/password.ts';
import { createProtection } from '../server/kernel/crypto/protection.ts';
import { tailHash } from '../server/kernel/crypto/tail.ts';
import { benchPassword, benchSecret } from './bench-size.ts';

const hour = 3_600_000;
const fullBatch = 4_000_000;
const levels: Some<string> = ['a', 'b', 'c', 'd'];
/** Six of them: a sixth of the table matches each. */
const stages: Some<string> = ['fresh', 'following', 'interested', 'deal', 'invalid', 'following'];

/** Fills an empty database with a company and customers, without the histories of the demo data. */
export async function fillCustomers(migratorUrl: string, documents: DocumentSet, customers: number): Promise<void> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'bench' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`truncate number_sequence, ${[...documents.entities.keys()].map(quote).join(', ')}`);
    const { rows } = await client.query<{ table: string; name: string }>(
      "select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0",
    );
    for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quote(name)}`);
    await writeAll(client, documents, customers);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function writeAll(client: pg.Client, documents: DocumentSet, customers: number): Promise<void> {
  const spell = await loadSpeller();
  const writers = new Map([...documents.entities].map(([name, entity]) => [name, new TableWriter(entity, spell)]));
  const add = (entity: string, row: LoadedRow) => writers.get(entity)?.add(row);
  const protection = createProtection(benchSecret);
  const seal = (text: string): Sealed => ({
    stored: protection.encrypt(text),
    hash: protection.hash(text),
    tail: tailHash(protection, text),
  });
  const random = new Random(7);
  const period = periodOf(730, Date.now());
  const secrets = { seal, passwordHash: await hashPassword(benchPassword) };
  const organisation = buildOrganisation(
    documents,
    { customers, days: 730, branches: 12 },
    period,
    secrets,
    random,
    add,
  );
  const numbers = new DemoNumbers('customer.customerNo', 'KH');
  let made = 0;
  for (const createdAt of arrivals(customers, period, random)) {
    add('customer', customerRow(made, createdAt, { organisation, numbers, seal, random }));
    made += 1;
    if (made % 100 === 0) await nextTurn();
    if ([...writers.values()].some((writer) => writer.size > fullBatch)) await send(client, writers);
    if (made % 100_000 === 0) console.log(`  ${made} 位客户`);
  }
  await send(client, writers);
  const periods = numbers.periods();
  await client.query(
    'insert into number_sequence (name, period, value) select $1, * from unnest($2::text[], $3::bigint[])',
    [numbers.name, periods.map(([span]) => span), periods.map(([, value]) => value)],
  );
}

async function send(client: pg.Client, writers: ReadonlyMap<string, TableWriter>): Promise<void> {
  for (const writer of writers.values()) await writer.send(client, writer.take());
}

type World = {
  readonly organisation: Organisation;
  readonly numbers: DemoNumbers;
  readonly seal: (text: string) => Sealed;
  readonly random: Random;
};

function customerRow(index: number, createdAt: number, world: World): LoadedRow {
  const { organisation, numbers, seal, random } = world;
  const who = person(random);
  const owner = ownerOf(index, organisation, random);
  const now = Date.now();
  return {
    id: demoId(createdAt, random),
    createdAt,
    createdBy: owner?.id ?? null,
    customerNo: numbers.next(createdAt),
    name: who.name,
    gender: who.gender,
    mobile: seal(mobileNumber(index)),
    wechat: random.chance(0.4) ? seal(wechatId(who, random)) : null,
    ...place(random),
    examYear: random.int(2025, 2028),
    level: random.pick(levels),
    stage: random.pick(stages),
    intentionProjectIds: [organisation.projectId(owner?.line === 'profession' ? 'constructor' : 'law_exam')],
    channelId: random.weighted(organisation.channels).id,
    followCount: random.int(0, 30),
    callCount: random.int(0, 40),
    lastFollowAt: random.chance(0.8) ? createdAt + random.between(0, now - createdAt) : null,
    nextFollowAt: owner !== undefined && random.chance(0.5) ? now + random.int(-500, 500) * hour : null,
    ...(owner === undefined
      ? { ownState: 'pooled', poolId: organisation.poolId('academic') }
      : { ownState: 'owned', ownerId: owner.id, ownerDeptId: owner.departmentId, assignedAt: createdAt }),
  };
}

/** A third wait in the pool; one in five thousand, and two hundred at least, are those of the account that is measured. */
function ownerOf(index: number, organisation: Organisation, random: Random): Colleague | undefined {
  if (index % 5000 === 0 || index % 997 === 1) return organisation.byAccount('sales');
  if (index % 3 === 0) return undefined;
  return random.pick(organisation.sales(random.chance(0.5) ? 'academic' : 'profession'));
}
