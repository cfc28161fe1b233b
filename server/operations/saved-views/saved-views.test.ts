import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

const page = 'alllist';
type Made = { readonly id: string; readonly version: number };
type View = {
  readonly id: string;
  readonly name: string;
  readonly isMine: boolean;
  readonly departmentName: string | null;
};
type Refused = { readonly error: { readonly faults: readonly { readonly pointer: string }[] } };
type Preferences = { readonly defaultViewId: string | null; readonly layouts: readonly unknown[] };

const create = (account: string, name: string, more: object = {}) =>
  company.call<Made>(account, '/v1/saved/view/create', { page, name, state: {}, ...more });
const namesFor = async (account: string) => {
  const answer = await company.call<{ views: readonly View[] }>(account, '/v1/saved/view/query', { page });
  return answer.data.views.map(({ name }) => name);
};
const save = (account: string, more: object) =>
  company.call<Preferences>(account, '/v1/list/preference/save', { page, ...more });
const preferences = async (account: string) =>
  (await company.call<Preferences>(account, '/v1/list/preference/query', { page })).data;

describe('who sees a view', () => {
  it('is its author, his department and those below it, or everybody, as it is shared', async () => {
    await create('sales', '我的');
    await create('group_leader', '越权', { share: 'all' });
    await create('manager', '全体', { share: 'all' });
    await create('manager', '事业部', { share: 'department' });
    expect(await namesFor('sales')).toEqual(['我的', '事业部', '全体']);
    expect(await namesFor('sales3')).toEqual(['事业部', '全体']);
    expect(await namesFor('sales2')).not.toContain('我的');
    expect(await namesFor('admin')).not.toContain('我的');
  });

  it('does not reach departments beside or above it', async () => {
    const id = await create('admin', '一组', { share: 'department' });
    expect(id).toMatchObject({ code: '0' });
    await sql`update saved_view set department_id = ${company.ids.group1} where id = ${id.data.id}`.execute(
      company.connection.db,
    );
    expect(await namesFor('sales')).toContain('一组');
    expect(await namesFor('sales3')).not.toContain('一组');
    expect(await namesFor('manager')).not.toContain('一组');
  });

  it('is not asked of a page that is not the caller’s, nor of one that is no list', async () => {
    const answer = await company.call('promoter', '/v1/saved/view/query', { page });
    expect(answer.data).toMatchObject({ error: { code: 'E_NO_PAGE' } });
    const none = await company.call('admin', '/v1/list/preference/query', { page: '__proto__' });
    expect(none.data).toMatchObject({ error: { code: 'E_NO_PAGE' } });
  });
});

describe('the use of a view', () => {
  it('is written down for whoever sees it, once an hour, and leaves its version', async () => {
    const { data } = await create('manager', '常用', { share: 'all' });
    const seen = async () =>
      (await company.records.findOne('saved_view', { id: data.id })) ?? { lastUsedAt: undefined, version: undefined };
    expect(await seen()).toMatchObject({ lastUsedAt: null, version: 1 });
    expect(await company.call('sales', '/v1/saved/view/use', { id: data.id })).toMatchObject({ code: '0' });
    const first = await seen();
    expect(first).toMatchObject({ lastUsedAt: expect.any(String), version: 1 });
    await company.call('sales', '/v1/saved/view/use', { id: data.id });
    expect(await seen()).toEqual(first);
    const own = await create('manager', '不给别人');
    const refused = await company.call('sales', '/v1/saved/view/use', { id: own.data.id });
    expect(refused.data).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
  });
});

describe('sharing', () => {
  it('asks for its own permission', async () => {
    const answer = await create('sales', '给大家', { share: 'all' });
    expect(answer.data).toMatchObject({ error: { code: 'E_NO_PERMISSION' } });
    const { data } = await create('sales', '先私后公');
    const shared = await company.call('sales', '/v1/saved/view/modify', { ...data, share: 'department' });
    expect(shared.data).toMatchObject({ error: { code: 'E_NO_PERMISSION' } });
  });

  it('says whether the caller may', async () => {
    const may = async (account: string) =>
      (await company.call<{ canShare: boolean }>(account, '/v1/saved/view/query', { page })).data.canShare;
    expect([await may('admin'), await may('manager'), await may('sales')]).toEqual([true, true, false]);
  });
});

describe('changing', () => {
  it('is the author’s alone: for everybody else the view is missing', async () => {
    const { data } = await create('manager', '经理的', { share: 'all' });
    for (const account of ['sales', 'admin']) {
      const changed = await company.call(account, '/v1/saved/view/modify', { ...data, name: '改名' });
      expect(changed.data).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
      const deleted = await company.call(account, '/v1/saved/view/delete', { id: data.id });
      expect(deleted.data).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
      const restored = await company.call(account, '/v1/saved/view/restore', { id: data.id });
      expect(restored.data).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
    }
    const renamed = await company.call<Made>('manager', '/v1/saved/view/modify', { ...data, name: '经理改的' });
    expect(renamed.data.version).toBe(2);
    expect(await namesFor('sales')).toContain('经理改的');
  });

  it('refuses a version somebody else left behind', async () => {
    const { data } = await create('sales', '两个窗口');
    await company.call('sales', '/v1/saved/view/modify', { ...data, state: { keyword: '甲' } });
    const late = await company.call('sales', '/v1/saved/view/modify', { ...data, state: { keyword: '乙' } });
    expect(late.data).toMatchObject({ error: { code: 'E_VERSION' } });
  });

  it('keeps names apart per page and author, and gives a deleted one back', async () => {
    const { data } = await create('sales2', '同名');
    const again = await create('sales2', '同名');
    expect(again.data).toMatchObject({ error: { code: 'E_INPUT_INVALID', faults: [{ code: 'E_INPUT_RULE' }] } });
    expect(await create('sales3', '同名')).toMatchObject({ code: '0' });
    await company.call('sales2', '/v1/saved/view/delete', { id: data.id });
    expect(await namesFor('sales2')).not.toContain('同名');
    await company.call('sales2', '/v1/saved/view/restore', { id: data.id });
    expect(await namesFor('sales2')).toContain('同名');
  });

  it('ends at fifty views of one page', async () => {
    for (let n = 0; n < 50; n++) expect(await create('group_leader', `视图 ${n}`)).toMatchObject({ code: '0' });
    expect((await create('group_leader', '多一个')).data).toMatchObject({ error: { code: 'E_VIEW_LIMIT' } });
  });
});

describe('what a view may hold', () => {
  const faultsOf = async (more: object) => {
    const body = { page, name: '有误', state: {}, ...more };
    const answer = await company.call<Refused>('sales', '/v1/saved/view/create', body);
    return answer.data.error.faults.map(({ pointer }) => pointer);
  };

  it('is checked part by part, and each fault says where it is', async () => {
    expect(await faultsOf({ state: { filters: { name: { op: 'drop' } } } })).toEqual(['/state/filters/name/op']);
    expect(await faultsOf({ state: { sort: ['-createdAt', 'a;b'], size: 5000 } })).toEqual(
      expect.arrayContaining(['/state/sort/1', '/state/size']),
    );
    expect(await faultsOf({ state: { html: '<b>' } })).toEqual(['/state/html']);
    expect(await faultsOf({ state: 'all' })).toEqual(['/state']);
    expect(await faultsOf({ layout: { widths: { name: 12 }, pins: { name: 'top' } } })).toEqual(
      expect.arrayContaining(['/layout/widths/name', '/layout/pins/name']),
    );
    expect(await faultsOf({ state: { keyword: '长'.repeat(60_000) } })).toEqual(['/state/keyword']);
    const deep = { and: [{ or: [{ and: [{ or: [{ field: 'name', op: 'eq', value: 'x' }] }] }] }] };
    expect((await faultsOf({ state: { advanced: deep } })).length).toBeGreaterThan(0);
  });

  it('is never the value of a masked field, wherever it stands', async () => {
    const mobile = { field: 'mobile', op: 'eq', value: '13800138000' };
    expect(await faultsOf({ state: { keyword: '138 0013 8000' } })).toEqual(['/state/keyword']);
    expect(await faultsOf({ state: { conditions: [mobile] } })).toEqual(['/state/conditions/0/value']);
    expect(await faultsOf({ state: { advanced: { or: [{ and: [mobile] }] } } })).toEqual([
      '/state/advanced/or/0/and/0/value',
    ]);
    const empty = { conditions: [{ field: 'mobile', op: 'isNull' }], keyword: '法考' };
    expect(await create('sales', '没有手机号', { state: empty })).toMatchObject({ code: '0' });
  });
});

describe('what somebody makes of a list for himself', () => {
  it('is kept per person and view, and comes back as it was', async () => {
    const { data } = await create('manager', '默认的', { share: 'all' });
    const layout = { hidden: ['mobile'], widths: { name: 222 }, pins: { name: 'left' } };
    await save('sales', { layout: { density: 'small' } });
    await save('sales', { viewId: data.id, layout, defaultViewId: data.id });
    expect(await preferences('sales')).toEqual({
      defaultViewId: data.id,
      layouts: expect.arrayContaining([
        { viewId: null, layout: { density: 'small' } },
        { viewId: data.id, layout },
      ]),
    });
    expect(await preferences('sales2')).toEqual({ defaultViewId: null, layouts: [] });
    await save('sales', { viewId: data.id, layout: null, defaultViewId: null });
    expect(await preferences('sales')).toEqual({
      defaultViewId: null,
      layouts: [{ viewId: null, layout: { density: 'small' } }],
    });
  });

  it('takes no view the person cannot see, and no layout that is none', async () => {
    const { data } = await create('manager', '私有');
    expect((await save('sales', { viewId: data.id, layout: {} })).data).toMatchObject({
      error: { code: 'E_NOT_FOUND' },
    });
    expect((await save('sales', { defaultViewId: data.id })).data).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
    expect((await save('sales', { defaultViewId: 'x' })).data).toMatchObject({ error: { code: 'E_INPUT_INVALID' } });
    expect((await save('sales', { layout: { order: 'name' } })).data).toMatchObject({
      error: { faults: [{ pointer: '/layout/order' }] },
    });
  });

  it('survives many windows writing at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => save('sales3', { layout: { widths: { name: 100 + n } } })));
    expect((await preferences('sales3')).layouts).toHaveLength(1);
  });
});
