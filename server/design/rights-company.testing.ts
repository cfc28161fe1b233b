import { beforeAll, expect } from 'vitest';
import { declaredOperations } from '../../engine/model/access/index.ts';
import { withCustom } from '../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { LayerOperation } from '../../engine/model/layers/index.ts';
import { readCustom } from '../db/design/custom-store.ts';
import type { ListeningNode } from '../testing/listening-node.ts';
import { keysOf, startDesignCompany, world } from './design-company.testing.ts';
import { type Ask, type Probe, partsIn, remembering } from './gains.testing.ts';

/** The people who ask. */
export const accounts = ['sales', 'group_leader', 'promoter', 'manager', 'admin'] as const;
export type Account = (typeof accounts)[number];

/** Customers by name: of two salesmen, in the pool, and one there whom the pool's page leaves out. */
export const customers: Record<string, string> = {};
/** The documents as they are once fields were made in the app. */
export let documents: DocumentSet;

/** Starts their company, with customers of several people and fields that were made in the app. */
export function startRightsCompany(): void {
  startDesignCompany();
  beforeAll(makeCustomers, 120_000);
}

async function makeCustomers(): Promise<void> {
  const { ids, records } = world;
  const more = { channelId: ids.channel, level: 'b', stage: 'fresh', intentionProjectIds: [ids.project] };
  const row = (name: string, mobile: string, values: object) =>
    records.insert('customer', { customerNo: `C${mobile}`, name, mobile, ...more, ...values });
  const owned = (account: string, department: string) => ({
    ownState: 'owned',
    ownerId: ids[account],
    ownerDeptId: ids[department],
  });
  const pooled = { ownState: 'pooled', poolId: ids.pool };
  customers.own = await row('甲', '13900000001', owned('sales', 'group1'));
  customers.other = await row('乙', '13900000002', owned('sales3', 'group2'));
  customers.pooled = await row('丙', '13900000003', pooled);
  customers.leftOut = await row('丁', '13900000004', { ...pooled, stage: 'invalid' });
  await makeFields();
  documents = withCustom(world.documents, (await readCustom(world.connection.db)).content);
}

/**
 * Fields made in the app: a plain one, one under a mask, one that leads to teachers, of whom most see a few fields only,
 * and one of teachers themselves. Every customer has something in each.
 */
async function makeFields(): Promise<void> {
  const { ids, records, database } = world;
  const make = async (entity: string, field: object) => {
    const answer = await world.call('admin', '/v1/design/field/create', { entity, field });
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  };
  await make('customer', { key: 'xRank', title: '排名', type: 'string', maxLength: 20, searchable: true });
  await make('customer', { key: 'xNumber', title: '备用号码', type: 'mobile', maxLength: 20, mask: 'mobile' });
  await make('customer', { key: 'xTeacherId', title: '试听教师', type: 'ref', ref: 'teacher' });
  await make('teacher', { key: 'xPlate', title: '车牌', type: 'string', maxLength: 20 });
  const taught = { projectIds: [ids.project], employment: 'full', status: 'active', hourFee: 20_000 };
  const teacherId = await records.insert('teacher', { name: '试听老师', ...taught });
  await database.rows("update teacher set x_plate = '京A00001'");
  await database.rows("update customer set x_rank = '第 ' || right(customer_no, 1), x_teacher_id = $1", [teacherId]);
  const { data } = await world.call<{ version: number }>('sales', '/v1/customer/view', { id: customers.own });
  const changed = { id: customers.own, version: data.version, xNumber: '13911112222', was: { xNumber: null } };
  expect(await world.call('sales', '/v1/customer/modify', changed)).toMatchObject({ code: '0' });
  await database.rows('update customer set x_number = (select x_number from customer where id = $1)', [customers.own]);
}

/** The permissions of somebody's role. */
export const permissionsOf = (account: Account) => world.documents.roles.get(account)?.permissions ?? [];

/** Asks as somebody, on the server of the company or on another node. */
export const asker =
  (account: Account, node?: ListeningNode): Ask =>
  async (path, body, headers = {}) =>
    node === undefined
      ? world.call(account, path, { ...body }, headers)
      : node.post(path, body, { ...headers, 'x-app-token': await world.token(account) });

const known = new Map<Account, Ask>();

/** Asks as somebody what no layer changes, each question once. */
export function knownTo(account: Account): Ask {
  const ask = known.get(account) ?? remembering(asker(account));
  known.set(account, ask);
  return ask;
}

/** Rows that may be out of reach, and a few operations of any kind, with those that buttons call, on a row that is not there. */
export function probesFor(seed: number, called: readonly string[] = []): readonly Probe[] {
  const { other, pooled, leftOut } = customers;
  const rows = [
    { path: '/v1/customer/view', body: { id: pooled } },
    ...[other, pooled, leftOut].map((id) => ({ path: '/v1/customer/modify', body: { id, version: 0, remark: '试' } })),
  ];
  const kinds = new Set(['query', 'view', 'modify', 'delete', 'transition', 'reveal', 'history']);
  const operations = declaredOperations(world.documents).filter(({ kind }) => kinds.has(kind));
  const id = '00000000-0000-7000-8000-000000000000';
  const others = [seed * 7, seed * 13 + 1].flatMap((place) => operations[place % operations.length] ?? []);
  return [...rows, ...[...others.map(({ path }) => path), ...called].map((path) => ({ path, body: { id } }))];
}

let number = 0;

/** Puts operations in force as no operation of the API would: nothing but the overlay stands between. */
export async function putInForce(page: string, layer: string, edits: readonly LayerOperation[]): Promise<string> {
  number += 1;
  return world.records.insert('page_release', {
    ...{ page, layer, number, kind: 'publish', note: '随机', edits, basedOn: 'x' },
    releasedAt: new Date().toISOString(),
  });
}

/** Every release there is, is read with each version: thousands would be read thousands of times. */
export const takeBack = (id: string) => world.database.rows('delete from page_release where id = $1', [id]);

/** The operations that the buttons somewhere in it call. */
export const calledIn = (value: unknown) => [...new Set(partsIn(value).flatMap(({ api }) => api ?? []))];

/** Puts a page in force, for the roles of some people, as no operation of the API would. */
export async function putPage(document: object & { readonly name?: unknown }, of: readonly Account[]): Promise<string> {
  const name = String(document.name);
  const values = { name, title: '随机', choices: {}, document, parent: null, roles: [] };
  await world.records.insert('page_made', values);
  await putInForce(name, 'org', []);
  for (const code of of) {
    const role = await world.records.findOne('role', { code });
    const menus = keysOf(role?.menus);
    if (!menus.includes('*')) await world.records.update('role', role?.id ?? '', { menus: [...menus, name] });
  }
  return name;
}

/** With every page that is made all that are in force are loaded anew: those that were looked at go. */
export async function takeAway(names: readonly string[]): Promise<void> {
  await world.database.rows('delete from page_release where page = any($1)', [names]);
  await world.database.rows('delete from page_made where name = any($1)', [names]);
  await world.database.rows('update role set menus = menus - $1::text[] where menus is not null', [names]);
}
