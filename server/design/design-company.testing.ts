import { afterAll, beforeAll, expect } from 'vitest';
import type { DesignAnswer, DraftAnswer } from '../../contract/design/page-design.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** The company whose pages are designed; there between the hooks. */
export let world: TestApp;

/** Starts it, with two pairs of eyes: managers design, leaders of groups publish, administrators do both. */
export function startDesignCompany(): void {
  beforeAll(async () => {
    world = await startTestApp();
    await grant('manager', 'page:design');
    await grant('group_leader', 'page:publish');
  });
  afterAll(() => world.close());
}

async function grant(code: string, key: string): Promise<void> {
  const role = await world.records.findOne('role', { code });
  await world.records.update('role', role?.id ?? '', { permissions: [...keysOf(role?.permissions), key] });
}

/** Permission keys as a role keeps them. */
export function keysOf(kept: unknown): readonly unknown[] {
  return Array.isArray(kept) ? kept : [];
}

export type Json = Record<string, unknown>;
export type Keyed = { readonly key: string; readonly [name: string]: unknown };
/** As much of a list page as the tests look at. */
export type Page = Json & {
  readonly title: string;
  readonly columns: readonly Keyed[];
  readonly row: readonly Keyed[];
};
export type Target = { readonly page: string; readonly level: 'org' | 'role'; readonly role?: string };

/** All customers, for everybody. */
export const target: Target = { page: 'alllist', level: 'org' };

export const pageOf = (document: unknown) => document as Page;

export const open = async (of: Target = target, account = 'admin') =>
  (await world.call<DesignAnswer>(account, '/v1/design/page/view', of)).data;

export const save = (
  document: unknown,
  from: Pick<DesignAnswer, 'document' | 'draft'>,
  of: Target = target,
  account = 'admin',
) =>
  world.call<DraftAnswer>(account, '/v1/design/page/draft/save', {
    ...of,
    document,
    version: from.draft?.version ?? 0,
    base: from.document,
  });

export const publish = (version: number, of: Target = target, account = 'admin') =>
  world.call<{ release: number }>(account, '/v1/design/page/publish', { ...of, version, note: '试发布' });

export const codeOf = ({ data }: { readonly data: unknown }) =>
  (data as { error?: { code: string } } | null)?.error?.code;

export const faultsOf = ({ data }: { readonly data: unknown }) =>
  (data as { error: { faults: readonly { pointer: string; code: string }[] } }).error.faults;

/** Makes something of a page and publishes it; answers the number of the release. */
export async function release(change: (page: Page) => Json, of: Target = target): Promise<number> {
  const opened = await open(of);
  const saved = await save(change(pageOf(opened.document)), opened, of);
  if (saved.code !== '0' || saved.data.faults.length > 0) throw new TypeError(JSON.stringify(saved));
  const answer = await publish(saved.data.version, of);
  if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
  return answer.data.release;
}

/** Throws drafts away and goes back to what was shipped. */
export async function backToShipped(of: Target = target): Promise<void> {
  const { draft, published } = await open(of);
  if (draft !== null) await world.call('admin', '/v1/design/page/draft/discard', { ...of, version: draft.version });
  if ((published?.operations.length ?? 0) > 0)
    await world.call('admin', '/v1/design/page/rollback', { ...of, release: 0, note: '还原' });
}

/** Starts something while another transaction holds what it waits for, changes something, and answers what came of it. */
export async function meanwhile<Answer>(
  held: string,
  work: () => Promise<Answer>,
  change: () => Promise<unknown>,
): Promise<Answer> {
  const holder = await world.connection.pool.connect();
  const isWaiting = () =>
    world.database.rows(`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database()) limit 1`);
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [held]);
    const waiting = work();
    await expect.poll(isWaiting).toHaveLength(1);
    await change();
    await holder.query('rollback');
    return await waiting;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Puts a release in force as somebody else does it meanwhile. */
export const releasedElsewhere = (number: number, edits: unknown, page = target.page) =>
  world.records.insert('page_release', {
    ...{ page, layer: 'org', number, kind: 'publish', note: '另一人', edits, basedOn: 'x' },
    releasedAt: new Date().toISOString(),
  });

export const without = (items: readonly Keyed[], key: string) => items.filter((item) => item.key !== key);

export const withWidth = (page: Page, key: string, width: number) => ({
  ...page,
  columns: page.columns.map((column) => (column.key === key ? { ...column, width } : column)),
});

export const widthOf = (document: unknown, key: string) =>
  pageOf(document).columns.find((one) => one.key === key)?.width;

/** A page as somebody sees it. */
export const shown = async (account: string, page = target.page) =>
  pageOf((await world.call<PageBundle>(account, '/v1/sys/page/view', { name: page })).data.page);

/** The page as it was shipped, as an administrator sees it. */
export const shownShipped = async () =>
  pageOf((await world.call<PageBundle>('admin', '/v1/design/page/shipped/view', { page: target.page })).data.page);
