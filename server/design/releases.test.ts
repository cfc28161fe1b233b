import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesignAnswer, ReleaseRow } from '../../contract/design/page-design.ts';
import type { MenuItem } from '../../contract/session.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { readEvents } from '../testing/read-events.ts';
import {
  backToShipped,
  codeOf,
  type Json,
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
  without,
  withWidth,
  world,
} from './design-company.testing.ts';
import { isSettledByThoseWhoMay } from './settled.testing.ts';

startDesignCompany();

let nodes: readonly [ListeningNode, ListeningNode];

beforeAll(async () => {
  // Each with documents of its own, as another process has: nothing that one worked out is the other's.
  const start = () => startListeningNode({ ...world.documents }, world.database);
  nodes = [await start(), await start()];
});

afterAll(async () => {
  for (const node of nodes) await node.close();
});

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
    const shipped = ['全部客户', widthOf(await shownShipped(), 'stage'), false];
    expect(await seen()).toEqual([shipped, shipped]);
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
    expect(await seen()).toEqual([shipped, shipped]);
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
    const asPerson = { ...forSales, document, person: world.ids.sales };
    const person = await world.call<PageBundle>('admin', '/v1/design/page/preview', asPerson);
    expect(person.data.page).toEqual(previewed.data.page);
    expect(codeOf(await world.call('manager', '/v1/design/page/preview', asPerson))).toBe('E_NO_PERMISSION');
    await backToShipped(forSales);
    await backToShipped();
  });

  it('below changes while a role is designed: what was changed there is no edit of the role, and the role follows it', async () => {
    const forSales: Target = { page: 'alllist', level: 'role', role: 'sales' };
    await release((page) => withWidth(page, 'stage', 150));
    const opened = await open(forSales);
    await release((page) => withWidth({ ...page, title: '改过的客户' }, 'stage', 155));
    const { data } = await save(withWidth(pageOf(opened.document), 'level', 210), opened, forSales);
    expect(data).toMatchObject({ collisions: [], faults: [] });
    expect([data.document.title, widthOf(data.document, 'stage')]).toEqual(['改过的客户', 155]);
    // Once more, with a draft there already.
    const again = await open(forSales);
    expect(again.draft?.operations).toMatchObject([{ op: 'set', at: 'columns/level/width', value: 210 }]);
    await release((page) => withWidth(page, 'stage', 158));
    const saved = await save(withWidth(pageOf(again.document), 'level', 220), again, forSales);
    await publish(saved.data.version, forSales);
    const sales = await shown('sales');
    expect([widthOf(sales, 'stage'), widthOf(sales, 'level')]).toEqual([158, 220]);
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
    expect(widthOf(await shown('sales'), 'level')).toBe(widthOf(await shownShipped(), 'level'));
  });
});

describe('safe mode', () => {
  it('shows the shipped page to those who may design, whatever is published', async () => {
    await release((page) => ({ ...page, title: '改过的', columns: page.columns.slice(0, 1) }));
    expect((await shown('admin')).columns).toHaveLength(1);
    expect(await shownShipped()).toMatchObject({ title: '全部客户' });
    expect((await shownShipped()).columns.length).toBeGreaterThan(1);
    await backToShipped();
  });
});

describe('after an upgrade', () => {
  it('every edit that does not simply apply is listed, and settled as chosen', async () => {
    await release((page) => ({
      ...withWidth(withWidth(page, 'stage', 160), 'level', 170),
      columns: withWidth(withWidth(withWidth(page, 'stage', 160), 'level', 170), 'city', 130).columns,
    }));
    const page = world.documents.pages.get('alllist');
    if (page?.kind !== 'list') throw new TypeError('no list');
    const columns = page.columns
      .filter(({ key }) => key !== 'city')
      .map((column) => (column.key === 'stage' ? { ...column, width: 99 } : column))
      .map((column) => (column.key === 'level' ? { ...column, width: 170 } : column));
    const documents = {
      ...world.documents,
      pages: new Map(world.documents.pages).set('alllist', { ...page, columns }),
    };
    const node = await startListeningNode(documents, world.database);
    const headers = { 'x-app-token': await world.token('admin') };
    type Listed = { list: readonly { key: string; at: string; status: string }[]; applied: number };
    const listed = async () => (await node.post<Listed>('/v1/design/upgrade/query', {}, headers)).data;
    const before = await listed();
    expect(before.list.map(({ at, status }) => `${status} ${at}`).sort()).toEqual([
      'asleep columns/city/width',
      'conflict columns/stage/width',
      'same columns/level/width',
    ]);
    expect(before.list.find(({ status }) => status === 'conflict')).toMatchObject({
      ...{ was: widthOf(page, 'stage'), is: 99, mine: 160 },
    });
    const keyOf = (at: string) => before.list.find((edit) => edit.at === at)?.key ?? '';
    const settled = await node.post<{ settled: readonly Json[] }>(
      '/v1/design/upgrade/settle',
      {
        edits: [
          { key: keyOf('columns/stage/width'), take: 'mine' },
          { key: keyOf('columns/city/width'), take: 'shipped' },
        ],
      },
      headers,
    );
    expect(settled.data.settled).toMatchObject([{ page: 'alllist', level: 'org', release: expect.any(Number) }]);
    const after = await listed();
    expect(after.list.map(({ at, status }) => `${status} ${at}`)).toEqual(['same columns/level/width']);
    expect(after.applied).toBe(1);
    const opened = (await node.post<DesignAnswer>('/v1/design/page/view', target, headers)).data;
    expect(widthOf(opened.document, 'stage')).toBe(160);
    await node.close();
    await backToShipped();
  });
});

describe('an edit that an upgrade is at odds with', isSettledByThoseWhoMay);

/** A statement of who owns the tables. */
async function asOwner(statement: string): Promise<void> {
  await world.database.rows(statement);
}
