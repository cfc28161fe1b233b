import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../demo/crm/values/random.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { hostileNames } from './hostile-values.testing.ts';

// Wherever a request may name a field, the name is looked up and never written into a statement.
const rounds = process.env.TEST_DEPTH === 'deep' ? 20_000 : 800;
const random = new Random(11);

let company: TestApp;
let statements: string[] = [];

beforeAll(async () => {
  company = await startTestApp();
  // Whatever goes to the database is seen here, whoever wrote it.
  company.connection.pool.on('acquire', watch);
  await company.call('admin', '/v1/customer/query', {});
});

afterAll(() => company.close());

type Watched = { query: (...given: readonly unknown[]) => unknown };
const watched = new WeakSet<Watched>();

function watch(client: Watched): void {
  if (watched.has(client)) return;
  watched.add(client);
  const query = client.query.bind(client);
  client.query = (...given) => {
    statements.push(textOf(given[0]));
    return query(...given);
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}

/** A fragment that nothing of ours contains: where it shows up in a statement, a name got through. */
const fragment = 'zq9';
const injections = [
  fragment,
  `${fragment}"`,
  `name"; ${fragment}`,
  `name" desc, "${fragment}`,
  `name') or ${fragment}(('`,
  `-${fragment}`,
  `owner.${fragment}`,
  `owner.name".${fragment}`,
  `${fragment}.name`,
  `name::${fragment}`,
  `name->'${fragment}'`,
  `name\u0000${fragment}`,
  `__proto__.${fragment}`,
];
const known = ['name', 'createdAt', 'stage', 'owner.name', 'ownerId', 'intention'];

function oneOf<Item>(items: readonly Item[]): Item {
  // No list here is empty.
  return items[random.int(0, items.length - 1)] as Item;
}

const name = () => oneOf(random.chance(0.5) ? injections : random.chance(0.5) ? hostileNames : known);
const condition = () => ({
  field: name(),
  op: oneOf(['eq', 'contains', 'in', 'isNull', 'within', name()]),
  value: name(),
});
const list = <Item>(make: () => Item) => Array.from({ length: random.int(1, 3) }, make);

const places: readonly (() => readonly [string, Record<string, unknown>])[] = [
  () => ['/v1/customer/query', { sort: list(() => `${random.chance(0.5) ? '-' : ''}${name()}`) }],
  () => ['/v1/customer/query', { fields: list(name) }],
  () => ['/v1/customer/query', { where: { and: list(condition) } }],
  () => ['/v1/customer/query', { where: { or: list(condition) }, count: name(), size: name() }],
  () => ['/v1/customer/query', { where: { search: name() }, cursor: name() }],
  () => [
    '/v1/customer/query',
    { cursor: Buffer.from(JSON.stringify([name(), 0, name(), name()])).toString('base64url') },
  ],
  () => ['/v1/customer/view', { id: name(), fields: list(name) }],
  () => ['/v1/lead/query', { [name()]: name(), where: { field: 'status', op: name(), value: list(name) } }],
  () => ['/v1/report/project/order/price/stat/query', { dimensions: list(name), sort: list(name), [name()]: name() }],
  () => ['/v1/customer/create', { [name()]: name(), name: name() }],
  () => ['/v1/customer/modify', { id: company.ids.sales, version: 1, [name()]: name(), was: { [name()]: 1 } }],
  () => ['/v1/customer/export', { fields: list(name), where: condition(), format: name() }],
  () => ['/v1/sys/page/view', { name: name() }],
];

it(`lets none of ${rounds} names through into a statement`, { timeout: 1_200_000 }, async () => {
  const identifiers = await knownIdentifiers();
  const shapes = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const [path, body] = oneOf(places)();
    statements = [];
    const answer = await company.call('admin', path, body);
    expect(['0', '1', '1001']).toContain(answer.code);
    for (const text of statements) {
      expect(text).not.toContain(fragment);
      expect(strangers(text, identifiers), text).toEqual([]);
      shapes.add(shapeOf(text));
    }
  }
  // Far fewer than there were requests: shapes come from the documents, not from what is asked.
  expect(shapes.size).toBeLessThan(400);
});

/** Every table and column there is. */
async function knownIdentifiers(): Promise<ReadonlySet<string>> {
  const rows = await company.database.rows(
    `select attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where relnamespace = 'public'::regnamespace union select relname::text from pg_class where relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map((row) => String(row.name)));
}

/** Quoted names in a statement that are no table, no column, and no plain name the statement gives itself. */
function strangers(text: string, identifiers: ReadonlySet<string>): readonly string[] {
  const named = / as "([A-Za-z]\w*)"|(?:from|join) "?\w+"? (?:as )?"?(\w+)|(?:with|,)\s+(\w+) as materialized/g;
  const own = new Set([...text.matchAll(named)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''));
  const quoted = [...text.matchAll(/"((?:[^"]|"")+)"/g)].map((match) => match[1] ?? '');
  return quoted.filter((name) => !identifiers.has(name) && !own.has(name));
}

/** A statement without what varies by the length of lists: parameters and repeated columns. */
function shapeOf(text: string): string {
  return text
    .replace(/\$\d+/g, '$')
    .replace(/\(\$(, \$)*\)/g, '($)')
    .replace(/\s+/g, ' ');
}
