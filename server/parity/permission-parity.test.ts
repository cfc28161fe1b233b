import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeclaredOperation, declaredOperations } from '../../engine/model/access/index.ts';
import type { PageDocument } from '../../engine/model/documents/index.ts';
import { entityModel } from '../../engine/model/entity/index.ts';
import { Random } from '../demo/crm/values/random.ts';
import { comparedTables, digestOf } from '../fuzz/database-digest.testing.ts';
import { type Material, ValueGenerator } from '../fuzz/generate-value.testing.ts';
import { type FuzzOperation, lookingOn, materialOf, operationsOf } from '../fuzz/material.testing.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import {
  furtherBodies,
  isTold,
  mayCall,
  places,
  type Role,
  roles,
  seenClasses,
  toldPaths,
} from './expectations.testing.ts';
import { furtherKeys } from './further-keys.testing.ts';
import { accountOf, addPeople } from './people.testing.ts';
import { type RowClass, rowClasses } from './row-classes.ts';
import { type Holder, hasOneEach, RowMaker } from './row-maker.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

let company: TestApp;
let maker: RowMaker;
let material: Material;
let declared: ReadonlyMap<string, DeclaredOperation>;
let operations: Awaited<ReturnType<typeof operationsOf>>;
const holders = new Map<string, Holder>();

beforeAll(async () => {
  company = await startTestApp();
  maker = new RowMaker(company);
  declared = new Map(declaredOperations(company.documents).map((operation) => [operation.path, operation]));
  operations = await operationsOf(company);
  for (const [key, holder] of await addPeople(company)) holders.set(key, holder);
  material = await materialOf(company, operations.parts);
});

afterAll(() => company.close());

type Called = {
  readonly code: string;
  readonly message: string;
  readonly data?: { readonly error?: { code: string } };
};
type Outcome = 'done' | 'denied' | 'missing' | 'refused';

function outcomeOf(answer: Called): Outcome {
  if (answer.code === '0') return 'done';
  const code = answer.data?.error?.code;
  if (code === 'E_NO_PERMISSION') return 'denied';
  return code === 'E_NOT_FOUND' ? 'missing' : 'refused';
}

/** Whether the server let a call from a page through to the operation. */
function isLetThrough(answer: Called): boolean {
  return !['E_NO_PERMISSION', 'E_NO_PAGE', 'E_PAGE_OPERATION'].includes(answer.data?.error?.code ?? '');
}

const call = (role: Role, path: string, body: Values, page?: string): Promise<Called> =>
  company.call(accountOf(role), path, body, page === undefined ? {} : { 'x-app-page': page });

/** Kinds that are about one row, which they name by `id`. */
const rowKinds = new Set(['view', 'modify', 'delete', 'restore', 'status', 'history', 'reveal', 'transition']);

const uncalled: ReadonlySet<string> = new Set(['/v1/sys/event/stream', '/v1/sys/user/logout']);

/** Uploads and downloads are not called, nor what has no end or ends the session. */
const isCalled = ({ path, method, takes }: FuzzOperation) =>
  method !== 'GET' && takes !== 'file' && !uncalled.has(path);

/** A call to be made, and what the table says of it. */
type Case = {
  readonly role: Role;
  readonly path: string;
  readonly entity?: string;
  readonly rowClass?: RowClass;
  readonly isOpen: boolean;
  readonly isSeen: boolean;
  /** What the body says that asks for a further key. */
  readonly further?: Values;
};

function casesOf(role: Role, random: Random): readonly Case[] {
  const further = furtherBodies.map(
    ({ path, body, who }): Case => ({ role, path, isOpen: who.includes(role), isSeen: true, further: body }),
  );
  return [...further, ...plainCases(role, random)];
}

function plainCases(role: Role, random: Random): readonly Case[] {
  return operations.operations.filter(isCalled).flatMap(({ path }): readonly Case[] => {
    const operation = declared.get(path);
    const isOpen = mayCall(role, path);
    if (operation === undefined || operation.kind === 'dataset' || !rowKinds.has(operation.kind))
      return [{ role, path, isOpen, isSeen: true }];
    const classes = classesOf(operation.entity, role);
    const asked = isDeep || !isOpen ? classes : [classes[0] ?? 'own', random.pick([...classes] as [RowClass])];
    // Who may not call it is told so before any row is looked for.
    return [...new Set(isOpen ? asked : asked.slice(0, 1))].map((rowClass) => ({
      role,
      path,
      entity: operation.entity,
      rowClass,
      isOpen,
      isSeen:
        operation.kind === 'restore' ? rowClass === 'deleted' : seenClasses(role, operation.entity, path).has(rowClass),
    }));
  });
}

/** The classes rows of an entity can be of: those without an owner are anybody's. */
function classesOf(entityName: string, role: Role): readonly RowClass[] {
  const document = company.documents.entities.get(entityName);
  const access = document?.access;
  const isOwned = access !== undefined && Object.keys(access).some((key) => key !== 'shows');
  const hasDeleted = document !== undefined && document.appendOnly !== true && !hasOneEach(entityModel(document));
  return rowClasses.filter((rowClass) => {
    if (rowClass === 'pool') return entityName === 'customer';
    if (rowClass === 'below') return isOwned && places[role].below !== undefined;
    if (rowClass === 'foreignProject') return access?.project !== undefined;
    if (rowClass === 'deleted') return hasDeleted;
    return rowClass === 'own' || isOwned;
  });
}

const rows = new Map<string, string>();

const rowKey = ({ role, entity, rowClass }: Pick<Case, 'role' | 'entity' | 'rowClass'>) =>
  `${role} ${entity} ${rowClass}`;

async function rowFor({ role, entity = '', rowClass = 'own' }: Case): Promise<string> {
  const key = rowKey({ role, entity, rowClass });
  const known = rows.get(key);
  if (known !== undefined) return known;
  const holder = holders.get(`${role} ${rowClass}`);
  if (holder === undefined) throw new TypeError(`nobody for ${key}`);
  const pooled = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: company.ids.pool };
  const id = rowClass === 'pool' ? await maker.make(entity, holder, pooled) : await maker.rowOf(entity, holder);
  if (rowClass === 'deleted')
    await company.database.rows(`update "${entity}" set deleted_at = now() where id = $1`, [id]);
  rows.set(key, id);
  return id;
}

/** A body the operation takes, about the row if it is about one. */
async function bodyOf(item: Case, random: Random, id: string | undefined): Promise<Values> {
  const operation = declared.get(item.path);
  const told = operations.operations.find(({ path }) => path === item.path);
  const made = new ValueGenerator(material, random, 0, item.entity).value(told?.input);
  // What asks for a further key is said in cases of its own.
  const kept = new Set(furtherBodies.flatMap(({ path, body }) => (path === item.path ? Object.keys(body) : [])));
  const { ids: _, matching: __, deleted: ___, ...whole } = isRecord(made) ? made : {};
  const plain = Object.entries(whole).filter(([key]) => !kept.has(key));
  const body: Values = { ...Object.fromEntries(plain), ...item.further };
  if (id === undefined) return body;
  if (operation?.kind === 'reveal') return { ...body, id, field: maskedField(operation.entity), reason: '核对' };
  if (operation?.kind === 'history') return { id };
  if (operation?.kind === 'view') return { id, fields: ['id'] };
  return { ...body, id };
}

function maskedField(entityName: string): string {
  const document = company.documents.entities.get(entityName);
  const masked = document === undefined ? [] : [...entityModel(document).fields.values()].filter(({ mask }) => mask);
  return masked[0]?.key ?? '';
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const missing = '00000000-0000-7000-8000-000000000000';
const told = (item: Case, answer: Called) =>
  `${item.role} ${item.path} ${item.rowClass ?? ''}: ${answer.code} ${answer.message} ${answer.data?.error?.code ?? ''}`;

type Prepared = { readonly item: Case; readonly id: string | undefined; readonly body: Values };

async function prepare(role: Role): Promise<readonly Prepared[]> {
  const random = new Random(roles.indexOf(role) + 1);
  const prepared: Prepared[] = [];
  for (const item of casesOf(role, random)) {
    const id = item.rowClass === undefined ? undefined : await rowFor(item);
    prepared.push({ item, id, body: await bodyOf(item, random, id) });
  }
  return prepared;
}

/** What is wrong about the answers to calls the table does not open, or about rows it does not show. */
async function faultsOfClosed({ item, id, body }: Prepared): Promise<readonly string[]> {
  const first = await call(item.role, item.path, body);
  // Who sends what nobody can read is told that before who he is matters.
  const isUnread = first.data?.error?.code === 'E_BODY_UNREADABLE';
  const answer = isUnread ? await call(item.role, item.path, id === undefined ? {} : { id }) : first;
  const outcome = outcomeOf(answer);
  if (!item.isOpen) return outcome === 'denied' ? [] : [`should be denied: ${told(item, answer)}`];
  const unknown = await call(item.role, item.path, { ...body, id: missing });
  const isHidden = outcome !== 'done' && outcome !== 'denied' && sentence(answer, id) === sentence(unknown, missing);
  return isHidden ? [] : [`should be as a missing one: ${told(item, answer)} / ${told(item, unknown)}`];
}

/** What is wrong about the answer to a call the table opens, on a row it shows. */
async function faultsOfOpen({ item, body }: Prepared): Promise<readonly string[]> {
  const id = item.rowClass === undefined ? undefined : await rowFor(item);
  const answer = await call(item.role, item.path, id === undefined ? body : { ...body, id });
  const outcome = outcomeOf(answer);
  if (outcome === 'done' && !operations.reads.has(item.path)) rows.delete(rowKey(item));
  const isAnswered = outcome === 'done' || outcome === 'refused' || (outcome === 'missing' && id === undefined);
  return isAnswered ? [] : [`should be answered: ${told(item, answer)}`];
}

async function faultsOf(
  prepared: readonly Prepared[],
  judge: (one: Prepared) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const one of prepared) faults.push(...(await judge(one)));
  return faults;
}

describe.each(roles)('%s', { timeout: 180_000 }, (role) => {
  it('is answered by every operation as the table says, and what is denied changes nothing', async () => {
    const prepared = await prepare(role);
    const isClosed = ({ item }: Prepared) => !item.isOpen || !item.isSeen;
    await company.token(accountOf(role));
    const { rows: look, close } = lookingOn(company.database);
    const tables = await comparedTables(company.database);
    const before = await digestOf(look, tables);
    expect(await faultsOf(prepared.filter(isClosed), faultsOfClosed)).toEqual([]);
    expect(await digestOf(look, tables)).toBe(before);
    await close();
    expect(
      await faultsOf(
        prepared.filter((one) => !isClosed(one)),
        faultsOfOpen,
      ),
    ).toEqual([]);
  });

  it('finds in lists and groups the rows of the classes the table names, and no others', async () => {
    for (const operation of declared.values()) {
      if (operation.kind !== 'query' || !mayCall(role, operation.path)) continue;
      const { entity } = operation;
      const classes = classesOf(entity, role);
      const seen = seenClasses(role, entity, operation.path);
      const ids = new Map<string, RowClass>();
      for (const rowClass of classes)
        ids.set(await rowFor({ role, path: operation.path, entity, rowClass, isOpen: true, isSeen: true }), rowClass);
      const where = { field: 'id', op: 'in', value: [...ids.keys()] };
      const answer = await company.call<{ list: readonly { id: string }[]; total: number }>(
        accountOf(role),
        operation.path,
        { fields: ['id'], where, size: 100, count: 'exact' },
      );
      const expected = classes.filter((rowClass) => seen.has(rowClass));
      expect(answer.data?.list?.map(({ id }) => ids.get(id)).sort(), `${operation.path} ${answer.message}`).toEqual(
        [...expected].sort(),
      );
      expect(answer.data.total, operation.path).toBe(expected.length);
    }
  });

  it('is shown the buttons the server lets him use, on pages of his, and no others', async () => {
    const answer = await company.call<readonly { name: string }[]>(accountOf(role), '/v1/sys/menu/button/my/query');
    const held = new Set((answer.data ?? []).map(({ name }) => name));
    const wrong: string[] = [];
    for (const page of pagesFor(role)) {
      const outcome = outcomeOf(await call(role, '/v1/sys/page/view', { name: page.name }));
      const mayOpen = outcome === 'done';
      for (const { api, permission } of buttonsOf(page)) {
        const operation = declared.get(api);
        const isOpen = isLetThrough(await call(role, api, { id: missing }, page.name));
        const isShown = mayOpen && held.has(permission);
        if (isOpen !== isShown) wrong.push(`${page.name} ${api} (${permission}): shown ${isShown}, open ${isOpen}`);
        if (operation === undefined) wrong.push(`${page.name} ${api} is no declared operation`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** The pages a role is tried on: all in a deep run, else every second, so that half of the roles try each. */
function pagesFor(role: Role): readonly PageDocument[] {
  const pages = [...company.documents.pages.values()];
  return isDeep ? pages : pages.filter((_, place) => place % 2 === roles.indexOf(role) % 2);
}

/** Every button of a page that calls an operation, wherever it stands. */
function buttonsOf(node: unknown): readonly { readonly api: string; readonly permission: string }[] {
  if (Array.isArray(node)) return node.flatMap(buttonsOf);
  if (!isRecord(node)) return [];
  const inner = Object.values(node).flatMap(buttonsOf);
  const { api, permission } = node;
  return typeof api === 'string' && typeof permission === 'string' && 'key' in node && declared.has(api)
    ? [{ api, permission }, ...inner]
    : inner;
}

/** What an answer says, whichever row it is about. */
function sentence(answer: Called, id: string | undefined): string {
  return JSON.stringify({ ...answer, requestId: undefined })
    .replaceAll(String(id), '')
    .replaceAll(missing, '')
    .replace(/"requestId":"[^"]*"/g, '');
}

it('leaves no shipped role out', () => {
  expect([...company.documents.roles.keys(), 'nobody'].sort()).toEqual([...roles].sort());
});

it('leaves no operation out, and tells of none that is gone', () => {
  const paths = operations.operations.map(({ path }) => path);
  expect(paths.filter((path) => !isTold(path))).toEqual([]);
  expect(toldPaths().filter((path) => !paths.includes(path))).toEqual([]);
});

it('leaves out no key that an operation asks for beyond its own', () => {
  const further = [...company.documents.entities.values()].flatMap(({ permissions = [] }) => permissions);
  expect([...further].sort()).toEqual(furtherKeys);
});

it('leaves out of the calls it makes only what is open to everyone', () => {
  const skipped = operations.operations.filter((operation) => !isCalled(operation));
  expect(skipped.filter(({ path }) => !mayCall('nobody', path))).toEqual([]);
});

it('notices a role that holds a key more, or reaches further, than the table says', async () => {
  const prepared = await prepare('sales');
  const closed = prepared.filter(({ item }) => !item.isOpen || !item.isSeen);
  const { rows: run } = company.database;
  await run(`update role set permissions = permissions || '["customer:assign"]'::jsonb where code = 'sales'`);
  expect(await faultsOf(closed, faultsOfClosed)).toEqual([
    expect.stringMatching(/^should be denied: sales \/v1\/customer\/assign/),
    expect.stringMatching(/^should be denied: sales \/v1\/customer\/unassign/),
  ]);
  await run(`update role set permissions = permissions - 'customer:assign', data_scope = 'all' where code = 'sales'`);
  const faults = await faultsOf(closed, faultsOfClosed);
  expect(faults.length).toBeGreaterThan(5);
  expect(faults.every((fault) => fault.startsWith('should be as a missing one'))).toBe(true);
});
