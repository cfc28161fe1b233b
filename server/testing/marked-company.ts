import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type MaskMode, maskKinds } from '../../engine/model/documents/index.ts';
import { startTestApp, type TestApp, testPasswordHash } from './test-app.ts';
import { filesOf } from './test-database.ts';

/** Two companies of different worlds look alike to everybody who sees masked values masked. */
export type World = 'a' | 'b';

/** A company whose masked values carry marks, with somebody for each way of seeing them, who may do everything. */
export type MarkedCompany = {
  readonly company: TestApp;
  readonly world: World;
  readonly values: ReturnType<typeof markedValues>;
  readonly customers: readonly string[];
};

const hidden = { a: ['47', 'markerqa', '662340'], b: ['59', 'markerqb', '551230'] } as const;

/** Values whose hidden parts say the world: the parts that masks leave are the same in both. */
export function markedValues(world: World) {
  const [digits, word, number] = hidden[world];
  const two = (n: number) => String(n).padStart(2, '0');
  // The higher the number, the later in one world and the earlier in the other.
  const place = (n: number) => two(world === 'a' ? n : 99 - n);
  return {
    mobile: (n: number) => `138${digits}${place(n)}10${two(n)}`,
    wechat: (n: number) => `wx${place(n)}${word}z`,
    text: (n: number) => `${place(n)}${number}`,
    email: (n: number) => `m${place(n)}${word}@x.cn`,
  };
}

/** What must be found nowhere: a number with more of it than its mask leaves, and the other marks. */
const marks = /138(47|59)\d\d|(47|59)\d\d10\d\d|markerq[ab]|(662340|551230)/;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{40}/g;

/** The whole number of a member of staff; no other number has such a place. */
export const staffMark = /138(47|59)\d\d10[89]\d/;

/** A mark that stands in a text, with what is around it; ids and digests may look like anything. */
export function markIn(text: string): string | undefined {
  const bare = text.replace(uuids, '');
  const found = marks.exec(bare);
  return found === null ? undefined : bare.slice(Math.max(0, found.index - 60), found.index + 60);
}

/** Fills a company with marked values. */
export async function markCompany(world: World): Promise<MarkedCompany> {
  const company = await startTestApp();
  const { records, ids } = company;
  const values = markedValues(world);
  for (const mode of ['plain', 'mask', 'hidden'] as const) await addPerson(mode, allKinds(mode), company);
  await addPerson('own', { ...allKinds('plain'), staff_mobile: 'mask' }, company);
  for (const [n, staff] of (await records.find('staff', {})).entries())
    await records.update('staff', staff.id, { mobile: values.mobile(80 + n) });
  const customers: string[] = [];
  for (let n = 1; n <= 6; n++) {
    const answer = await company.call<{ id: string }>('sees_plain', '/v1/customer/create', {
      name: `客户${n}`,
      mobile: values.mobile(n),
      wechat: values.wechat(n),
      qq: values.text(n),
      email: values.email(n),
      channelId: ids.channel,
      intentionProjectIds: [ids.project],
    });
    customers.push(answer.data.id);
  }
  await addAround(customers, company, values);
  return { company, world, values, customers };
}

type Modes = Readonly<Record<string, MaskMode>>;

function allKinds(mode: MaskMode): Modes {
  return Object.fromEntries(maskKinds.map((kind) => [kind, mode]));
}

async function addPerson(name: string, modes: Modes, { records, ids }: TestApp): Promise<void> {
  const roleId = await records.insert('role', {
    code: `sees_${name}`,
    name: `看到${name}`,
    dataScope: 'all',
    menus: ['*'],
    permissions: ['*'],
    builtIn: false,
    enabled: true,
  });
  for (const [field, mode] of Object.entries(modes))
    await records.insert('masking_policy', {
      targetType: 'role',
      targetId: roleId,
      roleId,
      field,
      mode,
      revealDailyLimit: 50,
      callOnly: false,
      enabled: true,
    });
  await records.insert('staff', {
    account: `sees_${name}`,
    name: `sees_${name}`,
    passwordHash: await testPasswordHash(),
    mobile: `1990000000${name.length}`,
    departmentId: ids.group1,
    roleIds: [roleId],
    projectIds: [ids.project],
    firstLogin: false,
    receiveLeads: true,
    status: 'active',
  });
}

/** Rows of other entities with masked values, and rows that refer to such. */
async function addAround(
  customers: readonly string[],
  { records, ids }: TestApp,
  values: MarkedCompany['values'],
): Promise<void> {
  for (const [n, customerId] of customers.entries()) {
    await records.insert('customer_phone', {
      customerId,
      phone: values.mobile(20 + n),
      kind: 'backup',
      verified: false,
      invalid: false,
    });
    await records.insert('call_record', {
      callNo: `TH${n}`,
      provider: 'hl',
      direction: 'out',
      staffId: ids.sales,
      departmentId: ids.group1,
      customerId,
      caller: values.mobile(40 + n),
      callee: values.mobile(1 + n),
      startedAt: '2026-03-01T02:00:00.000Z',
      talkSeconds: 0,
      status: 'no_answer',
      forbiddenHitCount: 0,
      qaStatus: 'none',
    });
    await records.insert('lead', {
      leadNo: `XS${n}`,
      name: `线索${n}`,
      mobile: values.mobile(60 + n),
      wechat: values.wechat(60 + n),
      projectId: ids.project,
      channelId: ids.channel,
      intention: 'high',
      promoterId: ids.promoter,
      promoterDeptId: ids.promotion,
      status: 'new',
      reassignCount: 0,
    });
  }
}

/** Every row of the database as text, by table. */
export async function databaseText({ database }: TestApp): Promise<ReadonlyMap<string, string>> {
  const tables = await database.rows(
    `select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  for (const { schema, name } of tables) {
    const rows = await database.rows(`select to_jsonb(t)::text as row from "${schema}"."${name}" as t`);
    texts.set(String(name), rows.map(({ row }) => String(row)).join('\n'));
  }
  return texts;
}

/** The text of every file the company has written, by name. */
export async function filesText({ database }: TestApp): Promise<ReadonlyMap<string, string>> {
  const folder = filesOf(database);
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const texts = new Map<string, string>();
  for (const entry of names)
    if (entry.isFile()) texts.set(entry.name, await readFile(path.join(entry.parentPath, entry.name), 'utf8'));
  return texts;
}
