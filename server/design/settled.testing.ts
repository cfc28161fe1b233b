import { expect, it } from 'vitest';
import type { PageDocument } from '../../engine/model/documents/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import {
  backToShipped,
  codeOf,
  type Json,
  open,
  pageOf,
  release,
  save,
  target,
  withWidth,
  world,
} from './design-company.testing.ts';

type Settled = { readonly settled: readonly Json[] };

/** A node of the next version of the product, in which a column has another width. */
async function upgradedNode(width: number): Promise<ListeningNode> {
  const page = world.documents.pages.get('alllist');
  if (page?.kind !== 'list') throw new TypeError('no list');
  const columns = page.columns.map((column) => (column.key === 'stage' ? { ...column, width } : column));
  const upgraded: PageDocument = { ...page, columns };
  const pages = new Map(world.documents.pages).set('alllist', upgraded);
  return startListeningNode({ ...world.documents, pages }, world.database);
}

const asker =
  (node: ListeningNode, account: string) =>
  async <Data>(path: string, body: object) =>
    node.post<Data>(`/v1/design/upgrade/${path}`, body, { 'x-app-token': await world.token(account) });

/** The only edit that is listed, by its key. */
async function conflictAt(node: ListeningNode): Promise<string> {
  const { data } = await asker(node, 'admin')<{ list: readonly { key: string; status: string }[] }>('query', {});
  expect(data.list).toMatchObject([{ status: 'conflict' }]);
  return data.list[0]?.key ?? '';
}

/** What settling an edit does, by who settles it and what lies there meanwhile. */
export function isSettledByThoseWhoMay(): void {
  it('is put in force by who may publish, and kept as a draft by who designs alone, beside a draft, or where it has faults', async () => {
    await release((page) => withWidth(page, 'stage', 160));
    const node = await upgradedNode(99);
    const settle = async (account: string) => {
      const edits = [{ key: await conflictAt(node), take: 'mine' }];
      return (await asker(node, account)<Settled>('settle', { edits })).data;
    };
    const drop = async () => {
      const { draft } = await open();
      await world.call('admin', '/v1/design/page/draft/discard', { ...target, version: draft?.version ?? 0 });
    };
    expect((await settle('manager')).settled).toEqual([{ page: 'alllist', level: 'org', version: expect.any(Number) }]);
    await drop();
    // Beside a draft of somebody it goes into that.
    const opened = await open();
    await save(withWidth(withWidth(pageOf(opened.document), 'stage', 160), 'level', 171), opened);
    expect((await settle('admin')).settled).toEqual([{ page: 'alllist', level: 'org', version: expect.any(Number) }]);
    await drop();
    const { settled } = await settle('admin');
    expect(settled).toEqual([{ page: 'alllist', level: 'org', release: expect.any(Number) }]);
    await node.close();
    await backToShipped();
  });

  it('leaves what simply applies as it is, whoever names it, and what somebody released meanwhile', async () => {
    await release((page) => withWidth(withWidth(page, 'stage', 160), 'level', 172));
    const node = await upgradedNode(99);
    const key = await conflictAt(node);
    const settle = (edits: readonly object[]) => asker(node, 'admin')<Settled>('settle', { edits });
    const { published } = await open();
    const applied = published?.operations.find(({ at }) => at === 'columns/level/width')?.key ?? '';
    const other = key.replace(/[^ ]+$/, applied);
    expect((await settle([{ key: other, take: 'shipped' }])).data.settled).toEqual([]);
    // Whoever holds the layer releases another edit of the place before it is settled.
    const holder = await world.connection.pool.connect();
    await holder.query('begin');
    await holder.query("select pg_advisory_xact_lock(hashtextextended('page_layer alllist org', 0))");
    const waiting = settle([{ key, take: 'shipped' }]);
    const isWaiting = () =>
      world.database.rows("select 1 from pg_locks where locktype = 'advisory' and not granted limit 1");
    await expect.poll(isWaiting).toHaveLength(1);
    const edits = JSON.parse(JSON.stringify(published?.operations).replace('160', '165'));
    await world.records.insert('page_release', {
      ...{
        page: 'alllist',
        layer: 'org',
        number: (published?.release ?? 0) + 1,
        kind: 'publish',
        note: '另一人',
        edits,
      },
      ...{ basedOn: 'x', releasedAt: new Date().toISOString() },
    });
    await holder.query('rollback');
    holder.release();
    expect((await waiting).data.settled).toEqual([]);
    expect(JSON.stringify((await open()).published?.operations)).toContain('165');
    await node.close();
    await backToShipped();
  });

  it('is settled by designers alone', async () => {
    const node = await upgradedNode(99);
    const edits = [{ key: 'alllist org 1 set1', take: 'mine' }];
    expect(codeOf(await asker(node, 'group_leader')('settle', { edits }))).toBe('E_NO_PERMISSION');
    await node.close();
  });
}
