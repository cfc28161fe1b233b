import { apiBase } from '../../../model/naming/index.ts';
import type { QueryAnswer, QueryRequest, WireRecord } from '../../../model/wire/index.ts';
import type { PageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';
import type { LookUp } from '../session/values/follow-source.ts';

/** Most rows one request asks for. */
const maxAtOnce = 500;

type Wanted = { readonly ids: Set<string>; readonly keys: Set<string> };

/**
 * Reads single fields of records as the reader may see them. What is asked for at the same moment is read together, with
 * one request for each entity: of two hundred rows each asks for its own. What cannot be read the server takes over when
 * it is saved.
 */
export function lookUpOn(page: PageRuntime): LookUp {
  let waiting: Promise<ReadonlyMap<string, WireRecord>> | undefined;
  let wanted = new Map<string, Wanted>();
  const read = async () => {
    await Promise.resolve();
    const asked = wanted;
    wanted = new Map();
    waiting = undefined;
    const answers = await Promise.all([...asked].map(([entity, each]) => rowsOf(page, entity, each)));
    return new Map(answers.flat());
  };
  return async (entity, id, key) => {
    const each = wanted.get(entity) ?? { ids: new Set(), keys: new Set() };
    wanted.set(entity, each);
    each.ids.add(id);
    each.keys.add(key);
    waiting ??= read();
    return valueAt((await waiting).get(`${entity}/${id}`), key);
  };
}

async function rowsOf(page: PageRuntime, entity: string, { ids, keys }: Wanted) {
  const document = page.context.entities.get(entity);
  if (document === undefined) return [];
  const path = `${apiBase(document)}/query`;
  const all = [...ids];
  const parts = Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, at) =>
    all.slice(at * maxAtOnce, (at + 1) * maxAtOnce),
  );
  try {
    const answers = await Promise.all(
      parts.map((part) => {
        const where = { field: 'id', op: 'in', value: part } as const;
        const body: QueryRequest = { count: 'none', size: part.length, fields: [...keys], where };
        return page.call<QueryAnswer>(path, body);
      }),
    );
    return answers.flatMap(({ list }) => list.map((row) => [`${entity}/${row.id}`, row] as const));
  } catch {
    return [];
  }
}
