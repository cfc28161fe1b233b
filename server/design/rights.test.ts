import { beforeAll, describe, expect, it } from 'vitest';
import { declaredOperations } from '../../engine/model/access/index.ts';
import { withCustom } from '../../engine/model/custom/index.ts';
import type { DocumentSet, PageDocument } from '../../engine/model/documents/index.ts';
import type { LayerOperation } from '../../engine/model/layers/index.ts';
import { readCustom } from '../db/custom-store.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { keysOf, startDesignCompany, world } from './design-company.testing.ts';
import {
  type Ask,
  gains,
  type Observed,
  observe,
  observeFreely,
  type Probe,
  partsIn,
  probed,
  toldOf,
} from './gains.testing.ts';
import { effectiveEdits, hostilePage, randomHands } from './random-layers.testing.ts';

startDesignCompany();

const isDeep = process.env.TEST_DEPTH === 'deep';
const layers = isDeep ? 5000 : 8;
const newPages = isDeep ? 500 : 3;
const accounts = ['sales', 'group_leader', 'promoter', 'manager', 'admin'] as const;
type Account = (typeof accounts)[number];

/** Customers by name: of two salesmen, in the pool, and one there whom the pool's page leaves out. */
const customers: Record<string, string> = {};
/** The documents as they are once fields were made in the app. */
let documents: DocumentSet;

beforeAll(async () => {
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
}, 120_000);

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

const permissionsOf = (account: Account) => world.documents.roles.get(account)?.permissions ?? [];

const asker =
  (account: Account, node?: ListeningNode): Ask =>
  async (path, body, headers = {}) =>
    node === undefined
      ? world.call(account, path, { ...body }, headers)
      : node.post(path, body, { ...headers, 'x-app-token': await world.token(account) });

/** Rows that may be out of reach, and a few operations of any kind, with those that buttons call, on a row that is not there. */
function probesFor(seed: number, called: readonly string[] = []): readonly Probe[] {
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
async function putInForce(page: string, layer: string, edits: readonly LayerOperation[]): Promise<void> {
  number += 1;
  await world.records.insert('page_release', {
    ...{ page, layer, number, kind: 'publish', note: '随机', edits, basedOn: 'x' },
    releasedAt: new Date().toISOString(),
  });
}

/** The operations that the buttons somewhere in it call. */
const calledIn = (value: unknown) => [...new Set(partsIn(value).flatMap(({ api }) => api ?? []))];

/** What two people gain by a layer over a page. */
async function gainedBy(page: PageDocument, edits: readonly LayerOperation[], seed: number) {
  const probes = probesFor(seed, calledIn(edits));
  const found: string[] = [];
  let [isSeen, own] = [false, 0];
  for (const account of [accounts[seed % accounts.length], accounts[(seed + 1 + (seed % 3)) % accounts.length]]) {
    if (account === undefined) continue;
    const ask = asker(account);
    const free = await probed(ask, probes);
    const before = await observe(ask, page.name, probes);
    await putInForce(page.name, seed % 4 === 0 ? `role:${account}` : 'org', edits);
    const after = await observe(ask, page.name, probes);
    await putInForce(page.name, seed % 4 === 0 ? `role:${account}` : 'org', []);
    isSeen ||= JSON.stringify(after.page) !== JSON.stringify(before.page);
    own += [...after.values.keys()].filter((at) => / x[A-Z]/.test(at)).length;
    // The same columns of the page as it was shipped.
    const { values } = await toldOf(ask, after.page, { 'x-app-page': page.name });
    const told = gains({ ...before, values }, after, free, { documents, permissions: permissionsOf(account) });
    found.push(...told.map((gain) => `${account} ${page.name}: ${gain} by ${JSON.stringify(edits)}`));
  }
  return { found, isSeen, own };
}

/** Puts a page in force, for the roles of some people, as no operation of the API would. */
async function putPage(document: object & { readonly name?: unknown }, of: readonly Account[]): Promise<string> {
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

/** What somebody gains by a page that was made in the app, over what he has without it. */
async function gainedByPage(account: Account, name: string, probes: readonly Probe[], node?: ListeningNode) {
  const ask = asker(account, node);
  const after = await observe(ask, name, probes);
  const free = await observeFreely(asker(account), after, probes);
  const told = gains(free, after, free.probes, { documents, permissions: permissionsOf(account) });
  return { after, told: told.map((gain) => `${account} ${name}: ${gain}`) };
}

/** Pages of customers mostly, where rows are somebody's; the others now and then. */
function pageAt(place: number, documents: DocumentSet): PageDocument | undefined {
  const pages = [...documents.pages.values()];
  const near = ['alllist', 'highsea', 'chancelist', 'allpromotepanoramic'].flatMap(
    (name) => documents.pages.get(name) ?? [],
  );
  return place % 3 === 0 ? pages[place % pages.length] : near[place % near.length];
}

describe('no change of a page gives anybody', { timeout: isDeep ? 7_200_000 : 120_000 }, () => {
  it(`a row, a field or an operation: ${layers} random layers, asked of the API`, async () => {
    let [seen, ofMade] = [0, 0];
    // Most of them change what somebody sees, else nothing would have been tried: of few, some more are taken.
    for (const [seed, hand] of randomHands(layers * 3, 20_261_126).entries()) {
      if (seed >= layers && seen > layers / 3) break;
      const page = pageAt(hand.page, documents);
      if (page === undefined) continue;
      const edits = effectiveEdits(page, hand, documents);
      const { found, isSeen, own } = await gainedBy(page, edits, seed);
      expect(found).toEqual([]);
      seen += isSeen ? 1 : 0;
      ofMade += own;
    }
    expect(seen).toBeGreaterThan(layers / 3);
    expect(ofMade, 'values of fields made in the app').toBeGreaterThan(0);
  });

  it(`nor does a page made in the app, whatever stands in it: ${newPages} of them`, async () => {
    let [opened, rows] = [0, 0];
    for (const [seed, hand] of randomHands(newPages, 20_261_127).entries()) {
      const page = pageAt(seed === 0 ? 1 : hand.page, documents);
      if (page === undefined) continue;
      const two = [accounts[seed % 3], accounts[3 + (seed % 2)]].filter((one) => one !== undefined);
      const made = hostilePage(page, hand, `ownTry${seed}`, documents);
      const name = await putPage(made, two);
      const probes = probesFor(seed, calledIn(made));
      for (const account of two) {
        const { after, told } = await gainedByPage(account, name, probes);
        expect(told).toEqual([]);
        opened += after.isOpen ? 1 : 0;
        rows += after.rows.size;
      }
    }
    expect(opened).toBeGreaterThan(newPages);
    expect(rows).toBeGreaterThan(0);
  });

  it('and a hole would be found: a node that heeds the page as if it were one of the product', async () => {
    const highsea = world.documents.pages.get('highsea');
    if (highsea === undefined) throw new TypeError('no page');
    const page: PageDocument = { ...highsea, name: 'ownHole', path: '/own/hole' };
    await putPage(page, ['sales']);
    expect((await gainedByPage('sales', 'ownHole', probesFor(1))).told).toEqual([]);
    const heeding = { ...world.documents, pages: new Map(world.documents.pages).set('ownHole', page) };
    const node = await startListeningNode(heeding, world.database);
    try {
      const { told } = await gainedByPage('sales', 'ownHole', probesFor(1), node);
      expect(told.join()).toContain('row');
    } finally {
      await node.close();
    }
  });

  it('and a hole would be found: a node that decides by the page as it was changed', async () => {
    const highsea = world.documents.pages.get('highsea');
    if (highsea?.kind !== 'list') throw new TypeError('no list');
    const edit = { key: 'edit', title: '编辑', permission: 'customer:query', api: '/v1/customer/assign' };
    const holes: readonly [string, PageDocument][] = [
      ['row', { ...highsea, filter: { ownState: 'pooled' } }],
      ['operation', { ...highsea, api: { ...highsea.api, view: '/v1/customer/view' } }],
      ['button', { ...highsea, row: [...(highsea.row ?? []), edit] }],
      ['field', { ...highsea, columns: [...highsea.columns, { key: 'none', field: 'noSuchField' }] }],
    ];
    const probes = probesFor(1);
    const before = await observe(asker('sales'), 'highsea', probes);
    expect(before.rows).toEqual(new Set([customers.pooled]));
    for (const [kind, page] of holes) {
      const after = await observedAt(
        { ...world.documents, pages: new Map(world.documents.pages).set('highsea', page) },
        probes,
      );
      const free = await probed(asker('sales'), probes);
      const told = gains(before, after, free, { documents, permissions: permissionsOf('sales') });
      expect(
        told.map((gain) => gain.split(' ', 1)[0]),
        kind,
      ).toContain(kind);
    }
  });

  it('and a hole would be found: a node that shows everybody a field made in the app of what he sees in part', async () => {
    const [highsea, teacher] = [world.documents.pages.get('highsea'), world.documents.entities.get('teacher')];
    const shows = teacher?.access?.shows;
    if (highsea?.kind !== 'list' || teacher === undefined || shows === undefined) throw new TypeError('no list');
    const column = { key: 'plate', field: 'xTeacher.xPlate' };
    const page = { ...highsea, columns: [...highsea.columns, column] };
    const open = { ...teacher, access: { ...teacher.access, shows: { ...shows, only: [...shows.only, 'xPlate'] } } };
    const probes = probesFor(1);
    const before = await observe(asker('sales'), 'highsea', probes);
    const after = await observedAt(
      {
        ...world.documents,
        pages: new Map(world.documents.pages).set('highsea', page),
        entities: new Map(world.documents.entities).set('teacher', open),
      },
      probes,
    );
    const { values } = await toldOf(asker('sales'), after.page, { 'x-app-page': 'highsea' });
    const free = await probed(asker('sales'), probes);
    const told = gains({ ...before, values }, after, free, { documents, permissions: permissionsOf('sales') });
    expect(told).toContain(`value ${customers.pooled} xTeacher.xPlate`);
  });
});

async function observedAt(documents: DocumentSet, probes: readonly Probe[]): Promise<Observed> {
  const node = await startListeningNode(documents, world.database);
  try {
    return await observe(asker('sales', node), 'highsea', probes);
  } finally {
    await node.close();
  }
}
