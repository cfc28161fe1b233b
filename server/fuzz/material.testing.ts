import { connectDatabase } from '../db/connection/connect.ts';
import type { TestApp } from '../testing/test-app.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import type { Material } from './generate-value.testing.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the generator needs to know of an operation. */
export type FuzzOperation = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly takes: 'json' | 'file';
  readonly input: Schema;
  /** The entity whose rows it is about. */
  readonly scope?: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** Every operation there is, as the server itself tells it to the administrator. */
export async function operationsOf(app: TestApp) {
  const { data } = await app.call('admin', '/v1/sys/openapi/view');
  const told = entriesOf(data.paths).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, facts]) => ({ path, method, facts })),
  );
  return {
    operations: told.map(({ path, method, facts }) => operationOf(path, method, facts)),
    reads: new Set(told.filter(({ facts }) => at(facts, 'x-audit') === 'read').map(({ path }) => path)),
    parts: Object.fromEntries(
      entriesOf(at(data, 'components', 'schemas')).flatMap(([name, part]) => (isRecord(part) ? [[name, part]] : [])),
    ),
  };
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function operationOf(path: string, method: string, facts: unknown): FuzzOperation {
  const content = at(facts, 'requestBody', 'content');
  const input = at(content, 'application/json', 'schema');
  return {
    path,
    method: method === 'get' ? 'GET' : 'POST',
    takes: isRecord(content) && !('application/json' in content) ? 'file' : 'json',
    input: isRecord(input) ? input : parametersOf(facts),
    ...scopeOf(facts),
  };
}

function scopeOf(told: unknown): Pick<FuzzOperation, 'scope'> {
  const scope = at(told, 'x-scope');
  return typeof scope === 'string' ? { scope } : {};
}

function parametersOf(told: unknown): Schema {
  const list = at(told, 'parameters');
  const named = (Array.isArray(list) ? list : []).filter(isRecord).filter((one) => one.in === 'query');
  return { type: 'object', properties: Object.fromEntries(named.map((one) => [String(one.name), one.schema])) };
}

/** Ids and names that exist, so that calls come further than the first check. */
export async function materialOf(app: TestApp, parts: Material['parts']): Promise<Material> {
  const of = new Map<string, Pick<Material, 'ids' | 'names'>>();
  for (const entity of app.documents.entities.values()) {
    const rows = await app.database.rows(`select id from "${entity.name}" order by id limit 6`);
    of.set(entity.name, { ids: rows.map((row) => String(row.id)), names: entity.fields.map((field) => field.key) });
  }
  const all = [...of.values()];
  return { parts, ids: all.flatMap((one) => one.ids), names: all.flatMap((one) => one.names), of };
}

/** A session of its own for looking on, as opening one for each look would take longer than the look. */
export function lookingOn(database: TestDatabase): { readonly rows: TestDatabase['rows']; close(): Promise<void> } {
  const { pool, close } = connectDatabase({ url: database.superuserUrl, max: 1 });
  return {
    rows: async (statement, values = []) => (await pool.query<Record<string, unknown>>(statement, [...values])).rows,
    close,
  };
}
