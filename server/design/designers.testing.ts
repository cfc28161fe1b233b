import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DesignAnswer, DesignedPage, DraftAnswer, UpgradeEdit } from '../../contract/design/page-design.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { type PresentPeople, presencePaths } from '../../engine/model/wire/index.ts';
import { startListeningNode } from '../testing/listening-node.ts';
import {
  backToShipped,
  codeOf,
  meanwhile,
  open,
  pageOf,
  release,
  releasedElsewhere,
  save,
  shown,
  type Target,
  target,
  withWidth,
  world,
} from './design-company.testing.ts';

/** Every operation of designing, by who may call it: of two pairs of eyes one designs, the other publishes. */
const operations = {
  designs: ['page/draft/save', 'page/draft/discard', 'upgrade/settle', 'made/save', 'made/discard'],
  publishes: [...['page/publish', 'page/rollback', 'made/publish', 'made/retire', 'made/restore'], 'package/import'],
  either: [
    ...[
      'page/view',
      'page/presence/note',
      'page/parts/view',
      'page/check',
      'page/release/query',
      'page/compare',
      'page/preview',
    ],
    ...['page/shipped/view', 'page/query', 'upgrade/query', 'grammar/view', 'rehearse'],
    ...['made/sources/view', 'made/offers/view', 'made/board/offers/view', 'made/check', 'made/query'],
    ...['package/export', 'package/check'],
  ],
  makes: [
    ...['field/query', 'field/check', 'field/create', 'field/modify', 'field/move', 'field/use/query'],
    ...['field/retire', 'field/restore', 'field/remove', 'dictionary/query', 'dictionary/save'],
  ],
} as const;

/** Who may: managers design, leaders of groups publish, administrators do all of it. */
const people: Readonly<Record<string, readonly (keyof typeof operations)[]>> = {
  sales: [],
  manager: ['designs', 'either'],
  group_leader: ['publishes', 'either'],
  admin: ['designs', 'publishes', 'either', 'makes'],
};

/** A page that managers do not open, nor leaders of groups. */
const closed: Target = { page: 'promoteChannel', level: 'org' };

/** Who may call what of designing. */
export function isForThoseWhoMay(): void {
  it.each(Object.keys(people))('is for those who may, each operation by its key: %s', async (account) => {
    const told = JSON.stringify((await world.call('admin', '/v1/sys/openapi/view')).data);
    const paths = new Set([...told.matchAll(/"\/v1\/design\/([a-z/]+)"/g)].map(([, path]) => path));
    expect([...paths].sort()).toEqual(Object.values(operations).flat().sort());
    const may = new Set<string>(people[account]?.flatMap((kind) => operations[kind]));
    for (const path of Object.values(operations).flat()) {
      const isRefused = codeOf(await world.call(account, `/v1/design/${path}`, {})) === 'E_NO_PERMISSION';
      expect([path, !isRefused]).toEqual([path, may.has(path)]);
    }
  });

  it('is of pages that one opens: any other is as if there were none, and nothing is told of it', async () => {
    const { document } = await open(closed);
    const body = { ...closed, document, base: document, version: 0, from: 'shipped', to: 'draft', note: '试' };
    const asked = async (account: string, path: string) =>
      codeOf(await world.call(account, `/v1/design/page/${path}`, fitting(path, body)));
    const reading = ['view', 'presence/note', 'parts/view', 'check', 'compare', 'preview', 'release/query'];
    for (const path of [...reading, 'shipped/view'])
      expect([path, await asked('manager', path), await asked('admin', path)]).toEqual([path, 'E_NO_PAGE', undefined]);
    for (const path of ['draft/save', 'draft/discard'])
      expect([path, await asked('manager', path)]).toEqual([path, 'E_NO_PAGE']);
    for (const path of ['publish', 'rollback'])
      expect([path, await asked('group_leader', path)]).toEqual([path, 'E_NO_PAGE']);
    await world.records.insert('page_release', {
      ...{ page: closed.page, layer: 'org', number: 1, kind: 'publish', note: '别处来的', basedOn: 'x' },
      edits: [{ op: 'set', key: 'a', at: 'columns/gone/width', value: 90 }],
      releasedAt: new Date().toISOString(),
    });
    const seen = async (account: string) => {
      const upgrade = await world.call<{ list: readonly UpgradeEdit[] }>(account, '/v1/design/upgrade/query');
      const pages = await world.call<{ list: readonly DesignedPage[] }>(account, '/v1/design/page/query', {
        size: 500,
      });
      return [upgrade.data.list, pages.data.list].map((list) => JSON.stringify(list).includes(closed.page));
    };
    expect([await seen('admin'), await seen('manager')]).toEqual([
      [true, true],
      [false, false],
    ]);
    await backToShipped(closed);
  });

  it('is made of what one may: datasets, pages and operations of entities, each as far as it is one’s own', async () => {
    type Parts = Readonly<
      Record<'datasets' | 'pages' | 'entities', readonly { name: string; operations?: readonly string[] }[]>
    >;
    const parts = async (account: string) =>
      (await world.call<Parts>(account, '/v1/design/page/parts/view', target)).data;
    const names = (list: Parts['pages']) => list.map(({ name }) => name);
    const [all, own] = [await parts('admin'), await parts('manager')];
    expect(names(all.datasets)).toContain('study_ranking');
    expect(names(own.datasets)).not.toContain('study_ranking');
    expect(names(all.pages)).toContain(closed.page);
    expect(names(own.pages)).not.toContain(closed.page);
    // What somebody may not do with a record is no part of what he is told of its entity.
    const operationsOf = (of: Parts) =>
      of.entities.flatMap(({ name, operations = [] }) => operations.map((one) => `${name} ${one}`));
    expect(operationsOf(all)).toEqual(expect.arrayContaining(operationsOf(own)));
    expect(operationsOf(own).length).toBeLessThan(operationsOf(all).length);
  });
}

/** Who else is told to who designs. */
export function knowsOfOthers(): void {
  it('is told who else designs the same layer just now: nobody of another one, and no longer than that', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const note = async (account: string, place: string, of: Target = target) => {
      const answer = await world.call<PresentPeople>(account, '/v1/design/page/presence/note', { ...of, place });
      return answer.data.list.map(({ id, isEditing }) => [id, isEditing]);
    };
    expect(await note('admin', one)).toEqual([]);
    expect(await note('manager', other)).toEqual([[world.ids.admin, true]]);
    expect(await note('admin', one)).toEqual([[world.ids.manager, true]]);
    expect(await note('manager', other, { page: target.page, level: 'role', role: 'sales' })).toEqual([]);
    expect(await note('admin', one)).toEqual([]);
    expect(await note('manager', other)).toEqual([[world.ids.admin, true]]);
    await world.call('admin', presencePaths.leave, { place: one });
    expect(await note('manager', other)).toEqual([]);
  });
}

/** What is done to drafts, and what is put in force, stands in the log. */
export function isLogged(): void {
  it('leaves a line in the log when a draft is thrown away, when it is published and when that is taken back', async () => {
    const linesOf = (action: string) => world.records.count('operation_log', { action: `page_layer.${action}` });
    const lines = () => Promise.all(['discard', 'publish', 'rollback'].map(linesOf));
    const [discarded = 0, published = 0, rolledBack = 0] = await lines();
    const opened = await open();
    const { data } = await save(withWidth(pageOf(opened.document), 'stage', 177), opened);
    await world.call('admin', '/v1/design/page/draft/discard', { ...target, version: data.version });
    expect(await lines()).toEqual([discarded + 1, published, rolledBack]);
    await release((page) => withWidth(page, 'stage', 178));
    expect(await lines()).toEqual([discarded + 1, published + 1, rolledBack]);
    await backToShipped();
    expect(await lines()).toEqual([discarded + 1, published + 1, rolledBack + 1]);
  });
}

/** What is done to a layer while somebody else has it in hand. */
export function waitsItsTurn(): void {
  it('is thrown away, put in force and taken back only once whoever holds its layer is done, and by what he left', async () => {
    const opened = await open();
    await save(withWidth(pageOf(opened.document), 'stage', 186), opened);
    const behind = (path: string, body: object, change: () => Promise<unknown>) =>
      meanwhile(
        'page_layer alllist org',
        () => world.call<{ release: number }>('admin', `/v1/design/page/${path}`, { ...target, ...body }),
        change,
      );
    for (const path of ['draft/discard', 'publish']) {
      const { draft } = await open();
      const seen = { version: draft?.version, ...(path === 'publish' ? { note: '试' } : {}) };
      const saved = () => world.database.rows("update page_layer set version = version + 1 where page = 'alllist'");
      expect([path, codeOf(await behind(path, seen, saved))]).toEqual([path, 'E_DESIGN_VERSION']);
    }
    const number = ((await open()).published?.release ?? 0) + 1;
    const { data } = await behind('rollback', { release: 0, note: '还原' }, () => releasedElsewhere(number, []));
    expect(data.release).toBe(number + 1);
    await backToShipped();
  });
}

/** Of a body what an operation takes. */
function fitting(path: string, body: Readonly<Record<string, unknown>>) {
  const { page, level, document, base, version, from, to, note } = body;
  const more: Readonly<Record<string, object>> = {
    ...{ check: { document }, preview: { document }, compare: { from, to }, publish: { version, note } },
    'presence/note': { place: randomUUID() },
    ...{ 'draft/save': { document, base, version }, 'draft/discard': { version }, rollback: { release: 0, note } },
  };
  return path === 'shipped/view' ? { page } : { page, level, ...more[path] };
}

/** A page that cannot be drawn. */
export function isDrawn(): void {
  it('is nothing at all where the page itself cannot be drawn: no layer is laid over what is shown in its place', async () => {
    const faults = [{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/entity', got: 'customr' }] as const;
    const pageFaults = new Map(world.documents.pageFaults).set('alllist', [{ at: '', faults }]);
    await release((page) => ({ ...page, title: '改过的' }));
    const node = await startListeningNode({ ...world.documents, pageFaults }, world.database);
    const headers = { 'x-app-token': await world.token('admin') };
    expect(codeOf(await node.post('/v1/design/page/view', target, headers))).toBe('E_DESIGN_FAULT_PAGE');
    const shipped = await node.post('/v1/design/page/shipped/view', { page: target.page }, headers);
    expect(codeOf(shipped)).toBe('E_DESIGN_FAULT_PAGE');
    const seen = await node.post('/v1/sys/page/view', { name: 'alllist' }, headers);
    expect(pageOf(seen.data.page).title).toBe('全部客户');
    await node.close();
    expect((await shown('admin')).title).toBe('改过的');
    await backToShipped();
  });

  it('is laid over a page of which something was wrong as it was shipped: no edit is to blame for that', async () => {
    const page = world.documents.pages.get('alllist');
    if (page?.kind !== 'list') throw new TypeError('no list');
    const columns = [...page.columns, { key: 'none', field: 'noSuchField' }];
    const pages = new Map(world.documents.pages).set('alllist', { ...page, columns });
    await release((one) => ({ ...one, title: '改过的' }));
    const node = await startListeningNode({ ...world.documents, pages }, world.database);
    const headers = { 'x-app-token': await world.token('admin') };
    const { data } = await node.post<PageBundle>('/v1/sys/page/view', { name: 'alllist' }, headers);
    expect([data.page.title, data.layerFaults]).toEqual(['改过的', undefined]);
    const opened = await node.post<DesignAnswer>('/v1/design/page/view', target, headers);
    expect(opened.data.faults).toEqual([]);
    await node.close();
    await backToShipped();
  });
}

/** What becomes of a draft that was not touched by what is done beside it. */
export function staysADraft(): void {
  it('stays as it is while an earlier release is put in force again', async () => {
    const first = await release((page) => withWidth(page, 'level', 190));
    await release((page) => withWidth(page, 'level', 195));
    const opened = await open();
    const { data } = await world.call<DraftAnswer>('admin', '/v1/design/page/draft/save', {
      ...{ ...target, document: withWidth(pageOf(opened.document), 'stage', 181), version: 0, base: opened.document },
    });
    const back = { ...target, release: first, note: '退一步' };
    expect(await world.call('admin', '/v1/design/page/rollback', back)).toMatchObject({ code: '0' });
    const { draft } = await open();
    expect(draft).toMatchObject({ version: data.version });
    expect(JSON.stringify(draft?.operations)).toContain('181');
    await backToShipped();
  });

  it('is none where nothing was changed', async () => {
    const opened = await open();
    const body = { ...target, document: opened.document, version: 0, base: opened.document };
    expect((await world.call<DraftAnswer>('admin', '/v1/design/page/draft/save', body)).data.version).toBe(0);
    expect((await open()).draft).toBeNull();
  });
}
