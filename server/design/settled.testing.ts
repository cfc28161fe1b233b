import { expect, it } from 'vitest';
import type { PageDocument } from '../../engine/model/documents/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import {
  backToShipped,
  codeOf,
  type Json,
  meanwhile,
  open,
  pageOf,
  release,
  releasedElsewhere,
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
  it('is put in force by who may publish, and kept as a draft by who designs alone or beside a draft', async () => {
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

  it('is kept as a draft where the page has faults with it', async () => {
    await release((page) => withWidth(page, 'stage', 160));
    const { published } = await open();
    const faulty = { op: 'add', key: 'none', at: 'columns/none', value: { key: 'none', field: 'noSuchField' } };
    await releasedElsewhere((published?.release ?? 0) + 1, [...(published?.operations ?? []), faulty]);
    const node = await upgradedNode(99);
    const edits = [{ key: await conflictAt(node), take: 'mine' }];
    const { data } = await asker(node, 'admin')<Settled>('settle', { edits });
    expect(data.settled).toEqual([{ page: 'alllist', level: 'org', version: expect.any(Number) }]);
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
    const edits = JSON.parse(JSON.stringify(published?.operations).replace('160', '165'));
    const answer = await meanwhile(
      'page_layer alllist org',
      () => settle([{ key, take: 'shipped' }]),
      () => releasedElsewhere((published?.release ?? 0) + 1, edits),
    );
    expect(answer.data.settled).toEqual([]);
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
