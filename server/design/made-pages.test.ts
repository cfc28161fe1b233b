import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MadePage, NewPageChoices, NewPageOffers, NewPageSources } from '../../contract/design/made-pages.ts';
import type { MenuItem } from '../../contract/session.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import {
  bring,
  check,
  exported,
  itCarriesFields,
  itMakesNothingTwice,
  itTakesOnlyWhatFits,
} from './custom-packages.testing.ts';
import {
  codeOf,
  faultsOf,
  keysOf,
  pageOf,
  release,
  shown,
  startDesignCompany,
  world,
} from './design-company.testing.ts';
import { offersNoMore } from './made-offers.testing.ts';
import { itCarriesTheMenu } from './menu-packages.testing.ts';
import {
  isInOneStateAtATime,
  isMadeVisible,
  isRefusedWhereItDoesNotFit,
  waitsForWhoElseDesigns,
} from './refused-pages.testing.ts';

startDesignCompany();

let node: ListeningNode;

beforeAll(async () => {
  node = await startListeningNode({ ...world.documents }, world.database);
});

afterAll(() => node.close());

const call = <Data = unknown>(path: string, body: object = {}, account = 'admin') =>
  world.call<Data>(account, `/v1/design/made/${path}`, { ...body });

const choices = (more: Partial<Extract<NewPageChoices, { kind: 'list' }>> = {}): NewPageChoices => ({
  ...{ kind: 'list', title: '本校教室', slug: 'rooms', entity: 'classroom' },
  ...{ columns: ['name', 'seats', 'place'], filters: ['enabled'], fields: ['name', 'seats', 'place'] },
  buttons: ['add', 'edit', 'disable'],
  ...more,
});

const keep = async (given: NewPageChoices, more: object = {}) =>
  call<{ name: string; version: number }>('save', { version: 0, choices: given, parent: null, roles: [], ...more });

/** Makes a page and puts it in force for some roles. */
async function make(given: NewPageChoices, roles: readonly string[] = [], parent: string | null = null) {
  const saved = await keep(given, { roles, parent });
  expect(saved.code, JSON.stringify(saved.data)).toBe('0');
  const { name, version } = saved.data;
  expect(await call('publish', { name, version, note: '新页面' })).toMatchObject({ code: '0', data: { release: 1 } });
  return name;
}

/** Titles of the pages in somebody's menu, by their addresses. */
async function menuOf(account: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await menuItems(account)).map(({ path, meta }) => [path, meta.title]));
}

async function menuItems(account: string): Promise<readonly MenuItem[]> {
  const { data } = await world.call<MenuItem>(account, '/v1/sys/menu/item/my/query');
  const itemsIn = (item: MenuItem): readonly MenuItem[] => [item, ...item.children.flatMap(itemsIn)];
  return itemsIn(data);
}
const madeOf = async (name: string) =>
  (await call<{ list: readonly MadePage[] }>('query')).data.list.find((page) => page.name === name);

describe('a new page', () => {
  it('is made from what may be read, kept as a draft, published with its place and its roles, and held by every node', async () => {
    const { data: sources } = await call<NewPageSources>('sources/view');
    expect(sources.entities).toContainEqual({ name: 'classroom', title: '教室' });
    expect(sources.groups.find(({ name }) => name === 'customerPromoteMenu')?.titles).toEqual(['客户管理', '推广列表']);
    const { data: offers } = await call<NewPageOffers>('offers/view', { entity: 'classroom' });
    expect(offers.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(['name', 'seats', 'enabled']));
    expect(offers.buttons).toContainEqual({
      ...{ key: 'disable', title: '停用', isUsual: false, place: 'row', permission: 'classroom:disable' },
    });
    const checked = await call<{ bundle: PageBundle; faults: unknown[] }>('check', { choices: choices() });
    expect(checked.data).toMatchObject({ faults: [], bundle: { page: { name: 'ownRooms', path: '/own/rooms' } } });

    const saved = await keep(choices(), { roles: ['sales'], parent: 'customerPromoteMenu' });
    expect(saved.data).toEqual({ name: 'ownRooms', version: 1 });
    expect(await menuOf('sales')).not.toHaveProperty('/own/rooms');
    expect(codeOf(await world.call('admin', '/v1/sys/page/view', { name: 'ownRooms' }))).toBe('E_NO_PAGE');

    const before = await node.post('/v1/sys/page/view', { name: 'ownRooms' }, await headersOf('sales'));
    expect(before.code).not.toBe('0');
    const published = await call('publish', { name: 'ownRooms', version: 1, note: '给业务看' });
    expect(published.data).toEqual({ release: 1 });
    expect((await menuOf('sales'))['/own/rooms']).toBe('本校教室');
    const { data } = await node.post<PageBundle>('/v1/sys/page/view', { name: 'ownRooms' }, await headersOf('sales'));
    expect(pageOf(data.page)).toMatchObject({ title: '本校教室', entity: 'classroom' });
    expect(
      await node.post('/v1/sys/page/at/path/view', { path: '/own/rooms' }, await headersOf('sales')),
    ).toBeDefined();
    expect(await madeOf('ownRooms')).toMatchObject({ state: 'published', left: null, path: '/own/rooms' });
  });

  it('is designed as any other page is, and its roles keep it when they are changed', async () => {
    const target = { page: 'ownRooms', level: 'org' } as const;
    expect(await release((page) => ({ ...page, title: '全部教室' }), target)).toBe(2);
    expect((await shown('sales', 'ownRooms')).title).toBe('全部教室');
    expect((await menuOf('sales'))['/own/rooms']).toBe('全部教室');
    const role = await world.records.findOne('role', { code: 'sales' });
    const changed = await world.call('admin', '/v1/role/modify', {
      ...{ id: role?.id, version: role?.version, remark: '有新页面', menus: role?.menus },
    });
    expect(changed.code, JSON.stringify(changed.data)).toBe('0');
    expect(keysOf((await world.records.findOne('role', { code: 'sales' }))?.menus)).toContain('ownRooms');
  });

  it('is retired and comes back as it was, its address kept for it', async () => {
    expect((await call('retire', { name: 'ownRooms', note: '不用了' })).code).toBe('0');
    expect(codeOf(await world.call('sales', '/v1/sys/page/view', { name: 'ownRooms' }))).toBe('E_NO_PAGE');
    expect(await menuOf('sales')).not.toHaveProperty('/own/rooms');
    expect(codeOf(await keep(choices()))).toBe('E_DESIGN_ADDRESS');
    expect(codeOf(await call('retire', { name: 'ownRooms', note: '再停' }))).toBe('E_DESIGN_MADE_STATE');
    expect((await call('restore', { name: 'ownRooms', note: '还要用' })).code).toBe('0');
    expect((await shown('sales', 'ownRooms')).title).toBe('全部教室');
    const lines = await world.call<{ list: readonly { kind: string }[] }>('admin', '/v1/design/page/release/query', {
      ...{ page: 'ownRooms', level: 'org' },
    });
    expect(lines.data.list.map(({ kind }) => kind)).toEqual(['rollback', 'retire', 'publish', 'publish']);
  });

  it('is made from a dataset too, as a board of its numbers', async () => {
    const { data } = await call<{ measures: { key: string }[]; dimensions: { key: string }[] }>('board/offers/view', {
      dataset: 'order_by_project',
    });
    const name = await make({
      ...{ kind: 'dashboard', title: '订单一览', slug: 'orderBoard', dataset: 'order_by_project', chart: 'bar' },
      ...{ measures: data.measures.slice(0, 2).map(({ key }) => key), dimension: data.dimensions[0]?.key ?? '' },
    });
    const page = await world.call<PageBundle>('admin', '/v1/sys/page/view', { name });
    expect(page.data.page).toMatchObject({ kind: 'dashboard', cards: [{ kind: 'figure' }, {}, { kind: 'chart' }, {}] });
  });

  it('is made of one record, of cards and of a form too, each of what its maker may see and do; one record stands in no menu', async () => {
    const offers = async (kind: string, account = 'admin') =>
      (await call<NewPageOffers>('offers/view', { entity: 'customer', kind }, account)).data;
    const keys = (offered: readonly { readonly key: string }[]) => offered.map(({ key }) => key);
    const usual = (offered: NewPageOffers['facts']) => keys(offered.filter(({ isUsual }) => isUsual));
    const record = await offers('panorama');
    expect(record.kinds).toEqual(['list', 'kanban', 'panorama', 'detail', 'form']);
    expect(keys(record.tabs)).toEqual(
      expect.arrayContaining(['followUpCustomerId', 'opportunityCustomerId', 'history']),
    );
    const one = { title: '客户全貌', slug: record.slug, entity: 'customer', kind: 'panorama' as const };
    const chosen = {
      ...{ ...one, facts: usual(record.facts), tags: usual(record.tags), fields: usual(record.fields) },
      ...{ tabs: ['followUpCustomerId', 'history'], buttons: keys(record.buttons) },
    };
    const checked = await call<{ faults: unknown[]; record: string | null }>('check', { choices: chosen });
    expect(checked.data).toMatchObject({ faults: [], record: null });
    expect(faultsOf(await keep({ ...chosen, tabs: ['followUpCustomer'] }))).toMatchObject([
      { pointer: '/choices/tabs/0', nearest: 'followUpCustomerId' },
    ]);
    const panorama = await make(chosen, ['sales']);
    const seen = await world.call<PageBundle>('sales', '/v1/sys/page/view', { name: panorama });
    expect(seen.data.page).toMatchObject({
      ...{ kind: 'panorama', header: { title: 'name' } },
      tabs: [{ key: 'followUpCustomerId', match: { customerId: '@record.id' } }, { kind: 'history' }],
    });
    expect((await menuItems('sales')).find(({ path }) => path === `/own/${record.slug}`)).toMatchObject({
      hidden: true,
    });

    const cards = await offers('kanban');
    expect([keys(cards.lanes), usual(cards.opens), keys(cards.opens)]).toEqual([
      expect.arrayContaining(['stage', 'level']),
      [],
      expect.arrayContaining([panorama]),
    ]);
    const laid = {
      ...{ kind: 'kanban' as const, title: '客户看板', slug: cards.slug, entity: 'customer', lane: 'level' },
      ...{ columns: ['level', 'name', 'city'], filters: [], fields: [], buttons: [], opens: panorama },
    };
    expect(faultsOf(await keep({ ...laid, lane: 'name' }))).toMatchObject([{ pointer: '/choices/lane' }]);
    expect(faultsOf(await keep({ ...laid, opens: 'ownRooms' }))).toMatchObject([{ pointer: '/choices/opens' }]);
    const board = await make(laid);
    expect(await shown('admin', board)).toMatchObject({
      views: [{ kind: 'kanban', field: 'level', card: 'name', facts: ['city'] }, { kind: 'table' }],
      columns: [{}, { field: 'name', link: panorama }, {}],
    });
    // What a page led to may go: it is a column still, and leads nowhere.
    await call('retire', { name: panorama, note: '先不用' });
    const [, named] = (await shown('admin', board)).columns;
    expect(named).toEqual({ key: 'name', field: 'name' });
    await call('restore', { name: panorama, note: '再用' });

    const asked = await offers('form');
    const form = await make(
      { kind: 'form', title: '登记客户', slug: asked.slug, entity: 'customer', fields: usual(asked.fields) },
      ['sales'],
    );
    const formed = await world.call<PageBundle>('sales', '/v1/sys/page/view', { name: form });
    expect(formed.data.page).toMatchObject({ kind: 'form', permission: 'customer:add', form: { title: '登记客户' } });
    // Who may not read a row of it makes no page of one, nor a form of what he may not add: he is offered none, and refused one.
    expect(
      (await call<NewPageOffers>('offers/view', { entity: 'login_session', kind: 'form' })).data.kinds,
    ).not.toContain('form');
    const ofNone = { title: '会话', slug: 'sessions', entity: 'login_session', fields: [] };
    expect(faultsOf(await keep({ ...ofNone, kind: 'form', fields: ['ip'] }))).toMatchObject([
      { pointer: '/choices/kind' },
    ]);
    await offersNoMore();
  });

  it('refuses what is not offered where it is named, a place that is none, and an address that is taken', async () => {
    const column = await keep(choices({ slug: 'others', columns: ['nane'] }));
    expect(faultsOf(column)).toMatchObject([
      { pointer: '/choices/columns/0', code: 'E_INPUT_CHOICE', nearest: 'name' },
    ]);
    const entity = await keep(choices({ slug: 'others', entity: 'classrom' }));
    expect(faultsOf(entity)).toMatchObject([{ pointer: '/choices/entity' }]);
    expect(faultsOf(await keep(choices({ slug: 'others' }), { parent: 'nowhere' }))).toMatchObject([
      { pointer: '/parent' },
    ]);
    expect(faultsOf(await keep(choices({ slug: 'others' }), { roles: ['nobody'] }))).toMatchObject([
      { pointer: '/roles/0' },
    ]);
    expect(codeOf(await keep(choices()))).toBe('E_DESIGN_ADDRESS');
    // Who may not list an entity makes no page of it.
    const others = await world.call('manager', '/v1/design/made/save', {
      ...{ version: 0, choices: choices({ slug: 'others', entity: 'login_session' }), parent: null, roles: [] },
    });
    expect(faultsOf(others)).toMatchObject([{ pointer: '/choices/entity' }]);
    // Nor does one publish who only designs.
    const own = await world.call<{ name: string }>('manager', '/v1/design/made/save', {
      ...{
        version: 0,
        choices: choices({ slug: 'own', entity: 'channel', columns: ['name'], filters: [], fields: [], buttons: [] }),
      },
      ...{ parent: null, roles: [] },
    });
    const publish = { name: 'ownOwn', version: 1, note: '试' };
    expect(own.code, JSON.stringify(own.data)).toBe('0');
    expect(codeOf(await call('publish', publish, 'manager'))).toBe('E_NO_PERMISSION');
    // A draft somebody else kept meanwhile, and one that no longer fits, stay drafts.
    expect(codeOf(await call('publish', { ...publish, version: 2 }))).toBe('E_DESIGN_VERSION');
    expect(codeOf(await call('discard', { name: 'ownOwn', version: 2 }))).toBe('E_DESIGN_VERSION');
    const faulty = `update page_made set document = jsonb_set(document, '{columns,0,field}', '"nane"') where name = $1`;
    await world.database.rows(faulty, ['ownOwn']);
    expect(codeOf(await call('publish', publish))).toBe('E_DESIGN_FAULTS');
    expect(await madeOf('ownOwn')).toMatchObject({ state: 'draft' });
    expect((await call('discard', { name: 'ownOwn', version: 1 })).code).toBe('0');
  });
});

async function headersOf(account: string) {
  return { 'x-app-token': await world.token(account) };
}

describe('a package of pages', () => {
  it('says what it would do where it comes to, is written whole, and is then the same', async () => {
    await release((page) => ({ ...page, title: '客户总览' }));
    const packed = await exported();
    expect(packed).toMatchObject({ format: 'page-package', version: 3, product: 'crm' });
    const same = await check({ package: packed });
    expect(same.data.lines.map(({ state }) => state)).not.toContain('faulty');
    expect(new Set(same.data.lines.map(({ state }) => state))).toEqual(new Set(['same']));
    // As it comes to a system that has less.
    await release((page) => ({ ...page, title: '全部客户' }));
    const text = JSON.stringify(packed).replaceAll('ownOrderBoard', 'ownMore').replaceAll('orderBoard', 'more');
    const more = JSON.parse(text);
    const told = await check({ package: more });
    const stateOf = (page: string) => told.data.lines.find((line) => line.page === page)?.state;
    expect([stateOf('ownMore'), stateOf('alllist'), stateOf('ownRooms')]).toEqual(['new', 'replaced', 'same']);
    expect((await bring({ package: more })).code).toBe('0');
    expect((await shown('admin')).title).toBe('客户总览');
    expect((await shown('admin', 'ownMore')).title).toBe('订单一览');
    expect(new Set((await check({ package: more })).data.lines.map(({ state }) => state))).toEqual(new Set(['same']));
  });

  it('is not written at all where a part does not fit, which is told with its place and the nearest name', async () => {
    const packed = await exported();
    const layers = packed.layers as readonly Record<string, unknown>[];
    const titled = layers.map((layer) =>
      layer.page === 'alllist'
        ? {
            ...layer,
            edits: [{ op: 'set', key: 'k', at: 'columns/mobil/width', value: 90 }, ...(layer.edits as object[])],
          }
        : layer,
    );
    const wrong = { ...packed, layers: [...titled, { ...layers[0], page: 'allist' }] };
    const told = await check({ package: wrong });
    expect(told.data.lines.at(-1)).toMatchObject({
      state: 'faulty',
      faults: [{ pointer: '/page', nearest: 'alllist' }],
    });
    expect(told.data.lines.find(({ page }) => page === 'alllist')?.asleep.join()).toContain('相近的是 mobile');
    const before = await shown('admin');
    expect(codeOf(await bring({ package: wrong }))).toBe('E_DESIGN_PACKAGE');
    expect(await shown('admin')).toEqual(before);
  });

  itTakesOnlyWhatFits();
  itCarriesFields();
  itMakesNothingTwice();
  itCarriesTheMenu();

  it('is refused with the reason: no package, of another product, of a newer version, of wrong shape', async () => {
    const packed = await exported();
    const codes = async (more: object) => codeOf(await check({ package: { ...packed, ...more } }));
    expect(await codes({ format: 'zip' })).toBe('E_DESIGN_PACKAGE_FORMAT');
    expect(await codes({ product: 'library', productTitle: '图书馆' })).toBe('E_DESIGN_PACKAGE_PRODUCT');
    expect(await codes({ version: 4 })).toBe('E_DESIGN_PACKAGE_NEWER');
    expect(await codes({ grammar: 99, further: 1 })).toBe('E_DESIGN_PACKAGE_NEWER');
    expect(faultsOf(await check({ package: { ...packed, layers: [{}] } }))[0]).toMatchObject({
      pointer: expect.stringMatching(/^\/package\/layers\/0/),
    });
  });
});

describe('a page made in the app', isRefusedWhereItDoesNotFit);

describe('a page made in the app and its states', isInOneStateAtATime);

describe('a package and who bears it', isMadeVisible);

describe('a package and who designs meanwhile', waitsForWhoElseDesigns);
