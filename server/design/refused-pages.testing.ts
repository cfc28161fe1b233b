import { expect, it } from 'vitest';
import type { MadePage, NewPageOffers } from '../../contract/design/made-pages.ts';
import type { DocumentSet, PageDocument } from '../../engine/model/documents/index.ts';
import { startListeningNode } from '../testing/listening-node.ts';
import { bring, check, exported } from './custom-packages.testing.ts';
import {
  backToShipped,
  codeOf,
  faultsOf,
  keysOf,
  meanwhile,
  open,
  pageOf,
  release,
  releasedElsewhere,
  save,
  withWidth,
  world,
} from './design-company.testing.ts';

type Ask = <Data = unknown>(path: string, body?: object, account?: string) => Promise<{ code: string; data: Data }>;
const ask: Ask = (path, body = {}, account = 'admin') => world.call(account, `/v1/design/made/${path}`, { ...body });

const rooms = (slug: string, more: object = {}) => ({
  ...{ kind: 'list', title: `教室 ${slug}`, slug, entity: 'classroom', columns: ['name', 'seats'] },
  ...{ filters: ['enabled'], fields: ['name', 'seats'], buttons: ['add'], ...more },
});
const keep = (choices: object, more: object = {}, by: Ask = ask) =>
  by<{ name: string; version: number }>('save', { version: 0, choices, parent: null, roles: [], ...more });
const madeOf = async (name: string, by: Ask = ask) =>
  (await by<{ list: readonly MadePage[] }>('query')).data.list.find((page) => page.name === name);

async function published(slug: string, roles: readonly string[] = []): Promise<string> {
  const { data } = await keep(rooms(slug), { roles });
  expect(await ask('publish', { ...data, note: '新页面' })).toMatchObject({ code: '0' });
  return data.name;
}

/** Another node of the product, with some page shipped beside those there are. */
async function nodeWith(page: PageDocument) {
  const documents: DocumentSet = {
    ...world.documents,
    pages: new Map(world.documents.pages).set(page.name, page),
  };
  const node = await startListeningNode(documents, world.database);
  const by: Ask = async (path, body = {}, account = 'admin') =>
    node.post(`/v1/design/made/${path}`, body, { 'x-app-token': await world.token(account) });
  return { node, by };
}

const setDocument = (name: string, path: string, value: string) =>
  world.database.rows(
    `update page_made set document = jsonb_set(document, $2::text[], $3::jsonb), version = version + 1 where name = $1`,
    [name, `{${path}}`, value],
  );

/** What no page can be made of, and by whom it is made first. */
export function isRefusedWhereItDoesNotFit(): void {
  it('is made of what is offered, each once, whatever it is made of', async () => {
    const record = { kind: 'panorama', title: '客户', slug: 'wrong', entity: 'customer' };
    const parts = { facts: ['city'], tags: [], tabs: [], fields: [], buttons: [] };
    const form = { kind: 'form', title: '登记', slug: 'wrong', entity: 'customer', fields: ['name'] };
    for (const [choices, at] of [
      [rooms('wrong', { filters: ['nope'] }), 'filters/0'],
      [rooms('wrong', { fields: ['name', 'nope'] }), 'fields/1'],
      [rooms('wrong', { buttons: ['nope'] }), 'buttons/0'],
      [rooms('wrong', { columns: ['name', 'name'] }), 'columns/1'],
      [rooms('wrong', { opens: 'alllist' }), 'opens'],
      [{ ...record, ...parts, facts: ['nope'] }, 'facts/0'],
      [{ ...record, ...parts, tags: ['nope'] }, 'tags/0'],
      [{ ...record, ...parts, fields: ['nope'] }, 'fields/0'],
      [{ ...form, fields: ['nope'] }, 'fields/0'],
      [{ ...form, opens: 'highsee' }, 'opens'],
    ] as const)
      expect([at, faultsOf(await keep(choices))]).toMatchObject([at, [{ pointer: `/choices/${at}` }]]);
  });

  it('leads to pages its maker opens', async () => {
    const role = await world.records.findOne('role', { code: 'manager' });
    const kept = keysOf(role?.permissions);
    await world.records.update('role', role?.id ?? '', { permissions: [...kept, 'law_regulation:*'] });
    const opens = async (account: string) =>
      (await ask<NewPageOffers>('offers/view', { entity: 'law_regulation', kind: 'list' }, account)).data.opens.map(
        ({ key }) => key,
      );
    expect([await opens('admin'), await opens('manager')]).toEqual([['lawsRegulationsDetail'], []]);
    await world.records.update('role', role?.id ?? '', { permissions: kept });
  });

  it('is one of two that are made at one address at once, and is put in force once', async () => {
    const { node, by } = await nodeWith(world.documents.pages.get('alllist') as PageDocument);
    for (let round = 0; round < 3; round += 1) {
      const saved = await Promise.all([ask, by].map((one) => keep(rooms(`race${round}`), {}, one)));
      expect(saved.map(codeOf).sort()).toEqual(['E_DESIGN_ADDRESS', undefined]);
      const named = { name: `ownRace${round}`, version: 1, note: '试' };
      const put = await Promise.all([ask, by].map((one) => one('publish', named)));
      expect(put.map(codeOf).sort()).toEqual(['E_DESIGN_MADE_STATE', undefined]);
    }
    await node.close();
  });
}

/** When it cannot be changed any more, and what becomes of one that does not fit. */
export function isInOneStateAtATime(): void {
  it('is chosen anew and thrown away as a draft alone, by who saw it last, and comes back only as a page that stands', async () => {
    const draft = (await keep(rooms('states'))).data;
    expect(codeOf(await keep(rooms('states'), { name: draft.name, version: 9 }))).toBe('E_DESIGN_VERSION');
    expect((await keep(rooms('states'), draft)).data).toEqual({ name: draft.name, version: 2 });
    const { name } = draft;
    const named = { name, note: '试', version: 2 };
    expect(await ask('publish', named)).toMatchObject({ code: '0' });
    const isStill = async (state: string, calls: readonly (readonly [string, object])[]) => {
      for (const [path, body] of calls)
        expect([state, path, codeOf(await ask(path, body))]).toEqual([state, path, 'E_DESIGN_MADE_STATE']);
    };
    const chosen = { ...draft, version: 2, choices: rooms('states'), parent: null, roles: [] };
    const [again, gone] = [
      ['publish', named],
      ['discard', { name, version: 2 }],
    ] as const;
    await isStill('published', [['save', chosen], gone, again, ['restore', { name, note: '试' }]]);
    expect(await ask('retire', { name, note: '停' })).toMatchObject({ code: '0' });
    await isStill('retired', [['save', chosen], gone, again, ['retire', { name, note: '试' }]]);
    expect((await exported()).pages).not.toContainEqual(expect.objectContaining({ name }));
    await setDocument(name, 'columns,0,field', '"nane"');
    expect(codeOf(await ask('restore', { name, note: '试' }))).toBe('E_DESIGN_FAULTS');
    expect(await madeOf(name)).toMatchObject({ state: 'retired' });
    await setDocument(name, 'columns,0,field', '"name"');
    expect(await ask('restore', { name, note: '试' })).toMatchObject({ code: '0' });
    expect(await madeOf(name)).toMatchObject({ state: 'published', left: null });
    // What cannot be drawn at all is left out, and its author told why.
    await setDocument(name, 'entity', '"classrom"');
    expect(await madeOf(name)).toMatchObject({ state: 'published', left: 'faults' });
    expect(codeOf(await world.call('admin', '/v1/sys/page/view', { name }))).toBe('E_NO_PAGE');
    await ask('retire', { name, note: '停' });
  });

  it('makes way for a page that is shipped under its name, and takes no address of the product', async () => {
    const name = await published('shipped', ['admin']);
    expect((await world.records.findOne('role', { code: 'admin' }))?.menus).toEqual(['*']);
    const classrooms = world.documents.pages.get('classroomList');
    if (classrooms?.kind !== 'list') throw new TypeError('no list');
    const { node, by } = await nodeWith({ ...classrooms, name, path: '/own/shipped', title: '随产品的' });
    expect(await madeOf(name, by)).toMatchObject({ left: 'clash' });
    const headers = { 'x-app-token': await world.token('admin') };
    const seen = await node.post('/v1/sys/page/view', { name }, headers);
    expect(pageOf(seen.data.page).title).toBe('随产品的');
    await node.close();
    // The same while it is a draft, and before.
    const draft = (await keep(rooms('later'))).data;
    const later = await nodeWith({ ...classrooms, name: 'ownLater', path: '/own/later' });
    expect(codeOf(await later.by('publish', { ...draft, note: '试' }))).toBe('E_DESIGN_ADDRESS');
    await ask('discard', draft);
    expect(codeOf(await keep(rooms('later'), {}, later.by))).toBe('E_DESIGN_ADDRESS');
    await later.node.close();
    await ask('retire', { name, note: '停' });
  });
}

/** What a package neither takes along nor takes away. */
export function isMadeVisible(): void {
  it('leaves a draft of a page it changes as it is, and takes no edits that are none', async () => {
    const number = await release((page) => withWidth(page, 'level', 144));
    const packed = await exported();
    await world.call('admin', '/v1/design/page/rollback', {
      ...{ page: 'alllist', level: 'org', release: 0, note: '还原' },
    });
    const opened = await open();
    await save(withWidth(pageOf(opened.document), 'stage', 145), opened);
    const layers = (packed.layers as readonly { page: string; edits: object[] }[]).filter(
      ({ page }) => page === 'alllist',
    );
    const given = { ...packed, pages: [], layers, menu: [] };
    const rubbish = { ...given, layers: layers.map((layer) => ({ ...layer, edits: [...layer.edits, { key: 'd' }] })) };
    expect((await check({ package: rubbish })).data.lines.at(-1)).toMatchObject({ state: 'faulty' });
    expect(codeOf(await bring({ package: rubbish }))).toBe('E_DESIGN_PACKAGE');
    expect(await bring({ package: given })).toMatchObject({ code: '0' });
    const after = await open();
    expect(after.published?.release).toBeGreaterThan(number + 1);
    expect(JSON.stringify(after.draft?.operations)).toContain('145');
    await backToShipped();
  });

  it('holds of fields and of the menu what its bearer may change, and sees', async () => {
    const field = { key: 'xOfJobs', title: '岗位的', type: 'bool' };
    for (const [key, status] of [
      ['xOfJobs', 'active'],
      ['xGoneOfJobs', 'retired'],
    ] as const)
      await world.records.insert('custom_field', {
        ...{ entity: 'job', key, title: `${field.title}${status}`, definition: { ...field, key }, ordinal: 0, status },
      });
    await world.call('admin', '/v1/menu/arrange', { nodes: [{ name: 'promoteChannel', title: '渠道' }] });
    const held = async (account: string) => {
      const { data } = await world.call<Record<string, unknown>>(account, '/v1/design/package/export');
      return ['xOfJobs', 'xGoneOfJobs', 'promoteChannel'].map((name) =>
        JSON.stringify([data.fields, data.menu]).includes(`"${name}"`),
      );
    };
    expect([await held('admin'), await held('manager')]).toEqual([
      [true, false, true],
      [false, false, false],
    ]);
    const { data } = await world.call<Record<string, unknown>>('manager', '/v1/design/package/export');
    expect([data.fields, data.dictionaries, data.menu]).toEqual([undefined, undefined, undefined]);
    const role = await world.records.findOne('role', { code: 'manager' });
    const kept = keysOf(role?.permissions);
    await world.records.update('role', role?.id ?? '', { permissions: [...kept, 'field:design', 'menu:edit'] });
    expect(await held('manager')).toEqual([false, false, false]);
    await world.records.update('role', role?.id ?? '', { permissions: kept });
    await world.call('admin', '/v1/menu/reset', { name: 'promoteChannel' });
    await world.database.rows(`delete from custom_field where entity = 'job'`);
  });
}

/** What a package waits for. */
export function waitsForWhoElseDesigns(): void {
  it('is brought in once whoever makes a page or holds one of its layers is done, and by what he left', async () => {
    const { data } = await keep(rooms('meanwhile'));
    const packed = await exported();
    const [page] = packed.pages as readonly { document: object }[];
    const [made] = await world.database.rows('select document from page_made where name = $1', [data.name]);
    await ask('discard', data);
    const named = { name: data.name, title: '教室', choices: rooms('meanwhile'), document: made?.document };
    const nothing = { ...packed, pages: [], layers: [], menu: [], fields: [], dictionaries: [] };
    const fresh = { package: { ...nothing, pages: [{ ...page, ...named }] } };
    const other = { ...named, document: { ...Object(made?.document), title: '别人的' }, parent: null, roles: [] };
    const refused = await meanwhile(
      'page_made',
      () => bring(fresh),
      () => world.records.insert('page_made', other),
    );
    expect(codeOf(refused)).toBe('E_DESIGN_PACKAGE');
    await world.database.rows('delete from page_made where name = $1', [data.name]);
    await release((one) => withWidth(one, 'level', 146));
    const layers = ((await exported()).layers as readonly { page: string }[]).filter((one) => one.page === 'alllist');
    await backToShipped();
    const number = (await open()).published?.release ?? 0;
    await meanwhile(
      'page_layer alllist org',
      () => bring({ package: { ...nothing, layers } }),
      () => releasedElsewhere(number + 1, []),
    );
    expect((await open()).published?.release).toBe(number + 2);
    await backToShipped();
  });
}
