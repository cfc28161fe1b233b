import { isPathShown } from '../engine/model/access/index.ts';
import type { DocumentSet, PageDocument, RoleDocument } from '../engine/model/documents/index.ts';
import { withoutHiddenFields } from '../engine/model/view/index.ts';
import type { RoleUrls } from '../server/db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { holds, pageQueriesOf } from '../server/testing/page-queries.ts';
import { benchPassword } from './bench-size.ts';
import { type Call, callOnce } from './load.ts';
import type { BenchServer } from './servers.ts';

const warmUp = 2;
const rounds = 9;
/** Milliseconds the first page of a list may take in the median. */
const goal = 100;
/** The same of what every signed-in page asks for from time to time. */
const pollGoal = 20;

type Timing = { readonly what: string; readonly role: string; readonly median: number; readonly worst: number };

/** Which pages are opened, by how their addresses begin, and which tables are counted. */
export type Measured = {
  readonly paths: readonly string[];
  readonly tables: readonly string[];
  /** Names of pages, where only these are opened. */
  readonly pages?: readonly string[];
  /** Addresses of calls without input that every signed-in page makes from time to time. */
  readonly polls?: readonly string[];
};

/**
 * Opens every page of an area as each role that has it, one call after the other, and answers a table: how
 * long the first page of a list, a panorama and each of its tabs take.
 */
export async function measurePages(
  product: BenchServer,
  documents: DocumentSet,
  urls: RoleUrls,
  { paths, tables, pages = [], polls = [] }: Measured,
): Promise<readonly string[]> {
  const { pool, close } = connectDatabase({ url: urls.migratorUrl, max: 1 });
  const counts: string[] = [];
  const timings: Timing[] = [];
  const polled: Timing[] = [];
  try {
    for (const name of tables)
      counts.push(`${name} ${(await pool.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n}`);
    for (const role of documents.roles.values()) {
      const { rows } = await pool.query<{ account: string }>(
        `select account from staff where status = 'active' and (account = $1 or role_ids && array(select id from role where code = $1))
          order by account = $1 desc limit 1`,
        [role.code],
      );
      const account = rows[0]?.account;
      if (account === undefined) continue;
      console.log(`  ${role.title}（${account}）`);
      const headers = await signedIn(product, account);
      for (const path of polls) polled.push(await time(product, path, role, { path, headers, body: () => ({}) }));
      timings.push(...(await measureRole(product, documents, { role, headers, paths, pages })));
    }
  } finally {
    await close();
  }
  return [...table(timings, counts), ...pollLines(polled)];
}

const platform = { 'x-app-platform': 'sys', 'x-app-version': '2.2.1' };

type Headers = Readonly<Record<string, string>>;

async function signedIn(product: BenchServer, account: string): Promise<Headers> {
  const body = () => ({ account, password: benchPassword });
  const { token } = await callOnce(product, { path: '/v1/sys/user/login', headers: platform, body });
  return { ...platform, 'x-app-token': String(token) };
}

type OfRole = { readonly role: RoleDocument; readonly headers: Headers } & Required<Pick<Measured, 'paths' | 'pages'>>;

async function measureRole(
  product: BenchServer,
  documents: DocumentSet,
  { role, headers: own, paths, pages: chosen }: OfRole,
): Promise<readonly Timing[]> {
  const pages = [...documents.pages.values()].filter(
    ({ name, path }) => paths.some((start) => path.startsWith(start)) && holds(role.menus, name),
  );
  const timings: Timing[] = [];
  for (const page of pages.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
    timings.push(...(await whileThere(() => measurePage(product, documents, { page, pages, role, headers: own }))));
  return timings;
}

/** Those who work beside hand on customers: a record that went out of reach while it was measured is not counted. */
async function whileThere(measured: () => Promise<readonly Timing[]>): Promise<readonly Timing[]> {
  for (let left = 5; ; left -= 1)
    try {
      return await measured();
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || !error.message.includes('E_NOT_FOUND')) throw error;
    }
}

type OfPage = Pick<OfRole, 'role' | 'headers'> & {
  readonly page: PageDocument;
  readonly pages: readonly PageDocument[];
};

async function measurePage(
  product: BenchServer,
  documents: DocumentSet,
  { page, pages, role, headers: own }: OfPage,
): Promise<readonly Timing[]> {
  const headers = { ...own, 'x-app-page': page.name };
  const recordId = await shownRecord(product, page, pages, headers);
  if (isOfRecord(page) && recordId === undefined) return [];
  const queries = pageQueriesOf(shownTo(role, page, documents), documents, recordId ?? '');
  const calls = queries.filter(({ entity }) => holds(role.permissions, `${entity}:query`));
  const timings: Timing[] = [];
  if (page.kind === 'panorama')
    timings.push(
      await time(product, page.name, role, { path: page.api.view, headers, body: () => ({ id: recordId }) }),
    );
  for (const { entity, path, body } of calls) {
    const what = page.kind === 'list' ? page.name : `${page.name} · ${entity}`;
    timings.push(await time(product, what, role, { path, headers, body: () => body }));
  }
  return timings;
}

/** A page without what the entities do not show to the role: it asks for nothing of that. */
function shownTo({ permissions }: RoleDocument, page: PageDocument, documents: DocumentSet): PageDocument {
  const { entities } = documents;
  const grants = new Set(permissions);
  const isVisible = (entity: string, path: string) => {
    const document = entities.get(entity);
    return document === undefined || isPathShown(entities, document, path, grants);
  };
  return withoutHiddenFields(page, isVisible, documents);
}

/** Whether a page shows a record, with tabs of rows that belong to it. */
function isOfRecord(page: PageDocument): page is Extract<PageDocument, { readonly kind: 'panorama' | 'detail' }> {
  return page.kind === 'panorama' || page.kind === 'detail';
}

/** A record a panorama could show this person: the first row of his own list of the same entity; none where there is no row. */
async function shownRecord(
  product: BenchServer,
  page: PageDocument,
  pages: readonly PageDocument[],
  headers: Headers,
): Promise<string | undefined> {
  const from = pages.find((one) => one.kind === 'list' && isOfRecord(page) && one.entity === page.entity);
  if (from?.kind !== 'list') return undefined;
  const { list } = await callOnce(product, {
    path: from.api.query,
    headers: { ...headers, 'x-app-page': from.name },
    body: () => ({ size: 1, fields: ['id'], count: 'none' }),
  });
  const [first] = Array.isArray(list) ? list : [];
  return typeof first?.id === 'string' ? first.id : undefined;
}

async function time(product: BenchServer, what: string, role: RoleDocument, call: Call): Promise<Timing> {
  const took: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const started = performance.now();
    await callOnce(product, call);
    if (round >= warmUp) took.push(performance.now() - started);
  }
  took.sort((a, b) => a - b);
  return { what, role: role.title, median: took[Math.floor(rounds / 2)] ?? 0, worst: took.at(-1) ?? 0 };
}

function table(timings: readonly Timing[], counts: readonly string[]): readonly string[] {
  const slow = timings.filter(({ median }) => median > goal);
  const slowest = timings.toSorted((a, b) => b.median - a.median).slice(0, Math.max(15, slow.length));
  return [
    `行数：${counts.join('，')}。`,
    `共 ${timings.length} 次首页（页面 × 角色，全景按标签页），中位数不超过 ${goal} 毫秒的 ${timings.length - slow.length} 次。最慢的：`,
    '',
    '| 页面 | 角色 | 中位数 | 最慢 |',
    '|---|---|---|---|',
    ...slowest.map(
      ({ what, role, median, worst }) => `| ${what} | ${role} | ${median.toFixed(0)} ms | ${worst.toFixed(0)} ms |`,
    ),
  ];
}

function pollLines(polled: readonly Timing[]): readonly string[] {
  if (polled.length === 0) return [];
  const slow = polled.filter(({ median }) => median > pollGoal);
  const slowest = polled.toSorted((a, b) => b.median - a.median).slice(0, Math.max(3, slow.length));
  const words = slowest.map(
    ({ what, role, median, worst }) => `${what} ${role} ${median.toFixed(1)} ms（最慢 ${worst.toFixed(1)}）`,
  );
  return [
    '',
    `定时询问（每个角色）：${polled.length} 次里中位数不超过 ${pollGoal} 毫秒的 ${polled.length - slow.length} 次；最慢的：${words.join('；')}。`,
  ];
}
