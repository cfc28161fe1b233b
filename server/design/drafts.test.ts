import { describe, expect, it } from 'vitest';
import type { DraftAnswer } from '../../contract/design/page-design.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { startListeningNode } from '../testing/listening-node.ts';
import { readEvents } from '../testing/read-events.ts';
import {
  backToShipped,
  codeOf,
  faultsOf,
  type Json,
  type Keyed,
  keysOf,
  open,
  type Page,
  pageOf,
  publish,
  release,
  save,
  shown,
  shownShipped,
  startDesignCompany,
  type Target,
  target,
  widthOf,
  withWidth,
  world,
} from './design-company.testing.ts';
import { isDrawn, isForThoseWhoMay, isLogged, knowsOfOthers, staysADraft, waitsItsTurn } from './designers.testing.ts';
import { triesFormsOut } from './tried-forms.testing.ts';

startDesignCompany();

describe('a draft', () => {
  it('of two people is merged by key path: each keeps his, and one place both changed is told', async () => {
    const [mine, theirs] = [await open(), await open(target, 'manager')];
    expect((await save(withWidth(pageOf(theirs.document), 'stage', 91), theirs, target, 'manager')).data).toMatchObject(
      {
        collisions: [],
        faults: [],
      },
    );
    const wanted = withWidth(withWidth(pageOf(mine.document), 'stage', 92), 'level', 93);
    const { data } = await save(wanted, mine);
    expect(data.collisions).toEqual([{ at: 'columns/stage/width', mine: 92, theirs: 91 }]);
    expect([widthOf(data.document, 'stage'), widthOf(data.document, 'level')]).toEqual([91, 93]);
    const opened = await open();
    expect(opened.draft).toMatchObject({ version: data.version, author: expect.any(String) });
    expect(widthOf(opened.document, 'level')).toBe(93);
    expect(opened.published?.operations ?? []).toEqual([]);
    expect(widthOf(await shown('sales'), 'level')).toBe(widthOf(pageOf(mine.document), 'level'));
    await backToShipped();
  });

  it('tells who else has it open, and takes what an editor undid as it stands', async () => {
    const node = await startListeningNode(world.documents, world.database);
    const stream = await readEvents(node.address, await world.token('manager'));
    await stream.until(({ event }) => event === 'begin');
    const opened = await open();
    const first = await save(withWidth(pageOf(opened.document), 'stage', 170), opened);
    await stream.until(() => stream.told().some(({ topic }) => topic === 'page_draft'));
    expect(stream.told().find(({ topic }) => topic === 'page_draft')?.data).toMatchObject({
      page: 'alllist',
      level: 'org',
      version: first.data.version,
      author: expect.any(String),
    });
    stream.breakOff();
    await node.close();
    const undone = await world.call<DraftAnswer>('admin', '/v1/design/page/draft/save', {
      ...target,
      document: opened.document,
      version: first.data.version,
      base: opened.document,
    });
    expect(widthOf(undone.data.document, 'stage')).toBe(widthOf(pageOf(opened.document), 'stage'));
    await backToShipped();
  });

  it('saved twice with one key is one change; by many at once loses nothing', async () => {
    const opened = await open();
    const body = {
      ...target,
      document: withWidth(pageOf(opened.document), 'stage', 95),
      version: 0,
      base: opened.document,
    };
    const headers = { 'idempotency-key': 'design-0001' };
    const answers = [
      await world.call<DraftAnswer>('admin', '/v1/design/page/draft/save', body, headers),
      await world.call<DraftAnswer>('admin', '/v1/design/page/draft/save', body, headers),
    ];
    expect(answers[1]).toEqual(answers[0]);
    const keys = ['name', 'mobile', 'level', 'projects', 'owner', 'channel'];
    await Promise.all(keys.map((key, index) => save(withWidth(pageOf(opened.document), key, 200 + index), opened)));
    const { document } = await open();
    expect(keys.map((key) => widthOf(document, key))).toEqual(keys.map((_, index) => 200 + index));
    const logged = await world.records.find('operation_log', { action: 'page_layer.draft' });
    expect(logged.length).toBeGreaterThanOrEqual(keys.length);
    await backToShipped();
  });

  it('with faults is kept and not published; each is located', async () => {
    const opened = await open();
    const page = pageOf(opened.document);
    const columns = [...page.columns, { key: 'none', field: 'noSuchField', width: 90 }];
    const saved = await save({ ...page, columns }, opened);
    const at = `/columns/${columns.length - 1}/field`;
    expect(saved.data.faults).toMatchObject([{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: at }]);
    const refused = await publish(saved.data.version);
    expect(codeOf(refused)).toBe('E_DESIGN_FAULTS');
    expect(faultsOf(refused)).toMatchObject([{ pointer: at }]);
    expect(pageOf((await open()).document).columns).toHaveLength(columns.length);
    const checked = await world.call<{ faults: unknown }>('admin', '/v1/design/page/check', {
      ...target,
      document: saved.data.document,
    });
    expect(checked.data.faults).toEqual(saved.data.faults);
    await backToShipped();
  });

  it('says what no edit may change: it is put back and told where it stands', async () => {
    const opened = await open();
    const page = pageOf(opened.document);
    const row = page.row.map((one) =>
      one.key === 'edit' ? { ...one, permission: 'customer:query', title: '改' } : one,
    );
    const { data } = await save({ ...page, row, filter: {}, scope: 'pool' }, opened);
    const index = row.findIndex(({ key }) => key === 'edit');
    expect(data.faults.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'E_LAYER_FIXED /filter/mergedIntoId',
      `E_LAYER_FIXED /row/${index}/permission`,
      'E_LAYER_FIXED /scope',
    ]);
    expect(pageOf(data.document)).toMatchObject({ filter: { mergedIntoId: null }, scope: 'all' });
    expect(pageOf(data.document).row[index]).toMatchObject({ title: '改', permission: 'customer:edit' });
    await backToShipped();
  });

  it('is published by who may publish and has seen it, thrown away by who has seen it, changed by who may design', async () => {
    const opened = await open(target, 'manager');
    const saved = await save(withWidth(pageOf(opened.document), 'stage', 120), opened, target, 'manager');
    const { version } = saved.data;
    expect(codeOf(await publish(version, target, 'manager'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await save(pageOf(opened.document), opened, target, 'group_leader'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await publish(version + 1, target, 'group_leader'))).toBe('E_DESIGN_VERSION');
    const discard = (account: string, seen: number) =>
      world.call(account, '/v1/design/page/draft/discard', { ...target, version: seen });
    expect(codeOf(await discard('manager', version + 1))).toBe('E_DESIGN_VERSION');
    expect(await publish(version, target, 'group_leader')).toMatchObject({ code: '0' });
    expect(codeOf(await publish(version, target, 'group_leader'))).toBe('E_DESIGN_NO_DRAFT');
    for (const path of ['page/view', 'page/query', 'upgrade/query', 'page/shipped/view'])
      expect(codeOf(await world.call('sales', `/v1/design/${path}`, path.startsWith('page/view') ? target : {}))).toBe(
        'E_NO_PERMISSION',
      );
    const role = await world.records.findOne('role', { code: 'manager' });
    const permissions = keysOf(role?.permissions);
    await world.records.update('role', role?.id ?? '', {
      permissions: permissions.filter((key) => key !== 'page:design'),
    });
    expect(codeOf(await save(pageOf(opened.document), opened, target, 'manager'))).toBe('E_NO_PERMISSION');
    await world.records.update('role', role?.id ?? '', { permissions });
    await backToShipped();
  });
});

describe('what only a change in the app puts on a page', () => {
  it('is answered as if no page were named: a picker is read, and the scope of the page reaches no further', async () => {
    const pool: Target = { page: 'highsea', level: 'org' };
    const from = { 'x-app-page': 'highsea' };
    const query = (account: string) => world.call(account, '/v1/course/query', {}, from);
    expect(codeOf(await query('admin'))).toBe('E_PAGE_OPERATION');
    const { ids, records } = world;
    const pooled = await records.insert('customer', {
      ...{
        customerNo: 'C1',
        name: '公海的',
        mobile: '13822223333',
        level: 'b',
        stage: 'fresh',
        channelId: ids.channel,
      },
      ...{ intentionProjectIds: [ids.project], ownState: 'pooled', poolId: ids.pool },
    });
    const modify = (headers: Readonly<Record<string, string>>) =>
      world.call('sales', '/v1/customer/modify', { id: pooled, version: 1, remark: '越过' }, headers);
    expect(codeOf(await modify(from))).toBe('E_PAGE_OPERATION');
    const edit = { key: 'edit', title: '编辑', permission: 'customer:edit', api: '/v1/customer/modify', form: 'edit' };
    const form = { title: '编辑', layout: 'drawer', sections: [{ key: 'base', fields: ['remark'] }] };
    await release(
      (page) => ({
        ...page,
        row: [...page.row, edit],
        filters: [...filtersOf(page), { key: 'owner', field: 'ownerId' }],
        forms: { ...formsOf(page), edit: form },
      }),
      pool,
    );
    expect((await shown('sales', 'highsea')).row.map(({ key }) => key)).toContain('edit');
    expect(await world.call('admin', '/v1/sys/user/query', {}, from)).toMatchObject({ code: '0' });
    // The page reaches it, for what it was shipped with; without a page nobody of sales does.
    const inPool = await world.call<{ list: readonly { id: string }[] }>('sales', '/v1/customer/query', {}, from);
    expect(inPool.data.list.map(({ id }) => id)).toEqual([pooled]);
    const withoutPage = await modify({});
    expect(codeOf(withoutPage)).toBe('E_NOT_FOUND');
    expect(codeOf(await modify(from))).toBe(codeOf(withoutPage));
    await backToShipped(pool);
  });

  const formsOf = (page: Page) => page.forms as Json;
  const filtersOf = (page: Page) => page.filters as readonly Keyed[];

  it('filters by no masked value that a saved view would keep in clear', async () => {
    const view = { page: 'alllist', name: '按微信', state: { filters: { wechatOwn: { op: 'eq', value: 'wx_abc' } } } };
    await release((page) => ({ ...page, filters: [...filtersOf(page), { key: 'wechatOwn', field: 'wechat' }] }));
    const refused = await world.call('sales', '/v1/saved/view/create', view);
    expect(faultsOf(refused)).toMatchObject([{ pointer: '/state/filters/wechatOwn/value' }]);
    await backToShipped();
  });
});

describe('what is asked wrongly', () => {
  const view = (of: Json) => world.call('admin', '/v1/design/page/view', of);

  it('is refused where it is wrong, and nothing is written', async () => {
    expect(codeOf(await view({ page: 'nowhere', level: 'org' }))).toBe('E_NO_PAGE');
    expect(codeOf(await view({ page: '__proto__', level: 'org' }))).toBe('E_NO_PAGE');
    expect(faultsOf(await view({ page: 'alllist', level: 'user' }))).toMatchObject([{ pointer: '/level' }]);
    expect(faultsOf(await view({ page: 'alllist', level: 'role' }))).toMatchObject([{ pointer: '/role' }]);
    expect(faultsOf(await view({ page: 'alllist', level: 'role', role: 'nobody' }))).toMatchObject([
      { pointer: '/role', code: 'E_INPUT_CHOICE' },
    ]);
    expect(faultsOf(await view({ page: 'alllist', level: 'org', role: 'sales' }))).toMatchObject([
      { pointer: '/role' },
    ]);
    const opened = await open();
    for (const document of [[], 'page', 1, null])
      expect(faultsOf(await save(document, opened))).toMatchObject([{ pointer: '/document' }]);
    const headers = { 'content-type': 'application/json', 'x-app-token': await world.token('admin') };
    const send = async (text: string) =>
      (await world.app.inject({ method: 'POST', url: '/v1/design/page/draft/save', headers, payload: text })).json();
    const start = '{"page":"alllist","level":"org","version":0,"base":{},"document":';
    expect(codeOf(await send(`${start}{"title":"${'长'.repeat(4_000_000)}"}}`))).toBe('E_BODY_TOO_LARGE');
    expect(codeOf(await send(`${start}{"__proto__":{"polluted":1}}}`))).toBe('E_INPUT_INVALID');
    expect(codeOf(await send(`${start}{"columns":`))).toBe('E_BODY_UNREADABLE');
    expect((await open()).draft).toBeNull();
  });

  it('and a layer of another product or a newer grammar has no effect, is told to designers, and blanks no page', async () => {
    const edits = [
      { op: 'set', key: 'a', at: 'columns/stage/newerThanThis', value: true },
      { op: 'add', key: 'b', at: 'columns/reader', value: { key: 'reader', field: 'readerCardNo' } },
      { op: 'turn', key: 'c', at: 'columns', value: 1 },
      { key: 'd' },
      'nonsense',
    ];
    await world.records.insert('page_release', {
      ...{ page: 'alllist', layer: 'org', number: 100, kind: 'publish', note: '别处来的', edits, basedOn: 'x' },
      releasedAt: new Date().toISOString(),
    });
    const admin = await world.call<PageBundle>('admin', '/v1/sys/page/view', { name: 'alllist' });
    expect(pageOf(admin.data.page)).toEqual(await shownShipped());
    expect(admin.data.layerFaults).toMatchObject([{ level: 'org', release: 100, faults: [{}, {}] }]);
    const sales = await world.call<PageBundle>('sales', '/v1/sys/page/view', { name: 'alllist' });
    expect(sales.data.layerFaults).toBeUndefined();
    const { data } = await world.call<{ list: readonly { layers: readonly Json[] }[] }>(
      'admin',
      '/v1/design/page/query',
      {
        keyword: 'alllist',
      },
    );
    expect(data.list[0]?.layers[0]).toMatchObject({ level: 'org', release: 100, faults: 2 });
    const again = { ...target, release: 100, note: '又来' };
    expect(codeOf(await world.call('admin', '/v1/design/page/rollback', again))).toBe('E_DESIGN_FAULTS');
    await backToShipped();
  });
});

describe('designing', isForThoseWhoMay);

describe('who designs', knowsOfOthers);

describe('what is done to a draft', isLogged);

describe('what is designed', isDrawn);

describe('a draft that others work beside', staysADraft);

describe('what somebody designs', waitsItsTurn);

describe('a form that is tried out', triesFormsOut);
