import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesignAnswer, DraftAnswer, ReleaseRow } from '../../contract/design.ts';
import type { MenuItem } from '../../contract/session.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let world: TestApp;
let nodes: readonly [ListeningNode, ListeningNode];

beforeAll(async () => {
  world = await startTestApp();
  // Each with documents of its own, as another process has: nothing that one worked out is the other's.
  const start = () => startListeningNode({ ...world.documents }, world.database);
  nodes = [await start(), await start()];
  // Two pairs of eyes: one designs, the other publishes.
  await grant('manager', ['page:design']);
  await grant('group_leader', ['page:publish']);
});

afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.close();
});

async function grant(code: string, keys: readonly string[]): Promise<void> {
  const role = await world.records.findOne('role', { code });
  const permissions = Array.isArray(role?.permissions) ? role.permissions : [];
  await world.records.update('role', role?.id ?? '', { permissions: [...permissions, ...keys] });
}

type Json = Record<string, unknown>;
type Keyed = { readonly key: string; readonly [name: string]: unknown };
type Page = Json & { readonly title: string; readonly columns: readonly Keyed[]; readonly row: readonly Keyed[] };
type Target = { readonly page: string; readonly level: 'org' | 'role'; readonly role?: string };

const target: Target = { page: 'alllist', level: 'org' };
const pageOf = (document: unknown) => document as Page;
const open = async (of: Target = target, account = 'admin') =>
  (await world.call<DesignAnswer>(account, '/v1/design/page/view', of)).data;
const save = (document: unknown, from: Pick<DesignAnswer, 'document' | 'draft'>, of = target, account = 'admin') =>
  world.call<DraftAnswer>(account, '/v1/design/page/draft/save', {
    ...of,
    document,
    version: from.draft?.version ?? 0,
    base: from.document,
  });
const publish = (version: number, of = target, account = 'admin') =>
  world.call<{ release: number }>(account, '/v1/design/page/publish', { ...of, version, note: '试发布' });
const codeOf = ({ data }: { readonly data: unknown }) => (data as { error?: { code: string } } | null)?.error?.code;
const faultsOf = ({ data }: { readonly data: unknown }) =>
  (data as { error: { faults: readonly { pointer: string; code: string }[] } }).error.faults;

/** Makes something of a page and publishes it. */
async function release(change: (page: Page) => Json, of = target): Promise<number> {
  const opened = await open(of);
  const saved = await save(change(pageOf(opened.document)), opened, of);
  expect(saved).toMatchObject({ code: '0', data: { faults: [], collisions: [] } });
  const answer = await publish(saved.data.version, of);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.release;
}

async function backToShipped(of = target): Promise<void> {
  const { draft, published } = await open(of);
  if (draft !== null) await world.call('admin', '/v1/design/page/draft/discard', { ...of, version: draft.version });
  if ((published?.operations.length ?? 0) > 0)
    await world.call('admin', '/v1/design/page/rollback', { ...of, release: 0, note: '还原' });
}

const without = (items: readonly Keyed[], key: string) => items.filter((item) => item.key !== key);
const withWidth = (page: Page, key: string, width: number) => ({
  ...page,
  columns: page.columns.map((column) => (column.key === key ? { ...column, width } : column)),
});
const widthOf = (document: unknown, key: string) => pageOf(document).columns.find((one) => one.key === key)?.width;
const shown = async (account: string, page = target.page) =>
  pageOf((await world.call<PageBundle>(account, '/v1/sys/page/view', { name: page })).data.page);

describe('what is published', () => {
  it('holds at the next request on every node, in the menu too, and open pages hear of it within a second', async () => {
    const token = await world.token('sales');
    const headers = { 'x-app-token': token };
    const seen = () =>
      Promise.all(
        nodes.map(async (node) => {
          const { data } = await node.post<PageBundle>('/v1/sys/page/view', { name: 'alllist' }, headers);
          const menu = await node.post<MenuItem>('/v1/sys/menu/item/my/query', {}, headers);
          return [data.page.title, widthOf(data.page, 'stage'), JSON.stringify(menu.data).includes('"我们的客户"')];
        }),
      );
    expect(await seen()).toEqual([
      ['全部客户', 90, false],
      ['全部客户', 90, false],
    ]);
    const streams = await Promise.all(nodes.map((node) => readEvents(node.address, token)));
    for (const stream of streams) await stream.until(({ event }) => event === 'begin');
    const number = await release((page) => withWidth({ ...page, title: '我们的客户' }, 'stage', 160));
    expect(await seen()).toEqual([
      ['我们的客户', 160, true],
      ['我们的客户', 160, true],
    ]);
    for (const stream of streams) {
      await stream.until(() => stream.told().some(({ topic }) => topic === 'page_released'), 2_000);
      const told = stream.told().find(({ topic }) => topic === 'page_released');
      expect(told?.data).toEqual({ page: 'alllist', level: 'org', release: number });
      stream.breakOff();
    }
    await backToShipped();
    expect(await seen()).toEqual([
      ['全部客户', 90, false],
      ['全部客户', 90, false],
    ]);
  });

  it('would not be seen by a node that kept what it read, which this test would tell', async () => {
    const headers = { 'x-app-token': await world.token('sales') };
    const titles = () =>
      Promise.all(
        nodes.map(
          async (node) =>
            (await node.post<PageBundle>('/v1/sys/page/view', { name: 'alllist' }, headers)).data.page.title,
        ),
      );
    await titles();
    await asOwner('alter table page_release disable trigger design_epoch');
    try {
      await release((page) => ({ ...page, title: '没有告知的' }));
      expect(await titles()).toEqual(['全部客户', '全部客户']);
    } finally {
      await asOwner('alter table page_release enable trigger design_epoch');
    }
    await backToShipped();
    await release((page) => ({ ...page, title: '告知了的' }));
    expect(await titles()).toEqual(['告知了的', '告知了的']);
    await backToShipped();
  });

  it('for a role is seen by those who hold it, over what is published for all; a preview as that role shows the same', async () => {
    const forSales: Target = { page: 'alllist', level: 'role', role: 'sales' };
    await release((page) => withWidth(page, 'stage', 150));
    const opened = await open(forSales);
    expect(widthOf(opened.below, 'stage')).toBe(150);
    const document = { ...pageOf(opened.document), row: without(pageOf(opened.document).row, 'return') };
    const input = { ...forSales, document, as: 'sales' };
    const previewed = await world.call<PageBundle>('admin', '/v1/design/page/preview', input);
    const saved = await save(document, opened, forSales);
    await publish(saved.data.version, forSales);
    const keys = ({ row }: Page) => row.map(({ key }) => key);
    const sales = await shown('sales');
    expect(keys(sales)).not.toContain('return');
    expect(sales).toEqual(pageOf(previewed.data.page));
    expect(widthOf(sales, 'stage')).toBe(150);
    expect(keys(await shown('admin'))).toContain('return');
    expect(codeOf(await world.call('manager', '/v1/design/page/preview', input))).toBe('E_NO_PERMISSION');
    await backToShipped(forSales);
    await backToShipped();
  });

  it('is history: no release is changed, by nobody, and going back makes another one', async () => {
    const first = await release((page) => withWidth(page, 'level', 200));
    const second = await release((page) => withWidth(page, 'level', 210));
    const back = await world.call<{ release: number }>('admin', '/v1/design/page/rollback', {
      ...target,
      release: first,
      note: '还是窄一点',
    });
    expect(back.data.release).toBe(second + 1);
    expect(widthOf(await shown('sales'), 'level')).toBe(200);
    const { data } = await world.call<{ list: readonly ReleaseRow[]; total: number }>(
      'manager',
      '/v1/design/page/release/query',
      { ...target, size: 2 },
    );
    expect(data.total).toBe(second + 1);
    expect(data.list).toMatchObject([
      { release: second + 1, kind: 'rollback', from: first, note: '还是窄一点', changes: 1 },
      { release: second, kind: 'publish', note: '试发布', changes: 1 },
    ]);
    const compared = await world.call<{ from: unknown; to: unknown }>('manager', '/v1/design/page/compare', {
      ...target,
      from: first,
      to: second,
    });
    expect([widthOf(compared.data.from, 'level'), widthOf(compared.data.to, 'level')]).toEqual([200, 210]);
    for (const statement of ["update page_release set note = 'x'", 'delete from page_release'])
      await expect(world.connection.pool.query(statement)).rejects.toThrow(/permission denied/);
    const none = { ...target, release: 999, note: '没有' };
    expect(codeOf(await world.call('admin', '/v1/design/page/rollback', none))).toBe('E_DESIGN_NO_RELEASE');
    await backToShipped();
    expect(widthOf(await shown('sales'), 'level')).toBe(110);
  });
});

/** A statement of who owns the tables. */
async function asOwner(statement: string): Promise<void> {
  await world.database.rows(statement);
}
