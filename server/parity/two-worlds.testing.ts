import type { DocumentSet, EntityDocument } from '../../engine/model/documents/index.ts';
import { entityModel, isStored } from '../../engine/model/entity/index.ts';
import { relationName, toColumn } from '../../engine/model/naming/index.ts';
import { startTwins, type TestRows, type Twins } from '../testing/test-app.ts';
import { type Role, seenClasses } from './expectations.testing.ts';
import { addPeople, type HolderKey } from './people.testing.ts';
import { type RowClass, rowClasses } from './row-classes.ts';
import { type Holder, hasOneEach, RowMaker } from './row-maker.testing.ts';

/** Two companies that look alike to the holder of a role, and how much of what he may not see differs. */
export type TwoWorlds = Twins & { readonly differences: number };

/** Permission keys of exports: roles take out little, so that the one compared is given them all. */
function exportKeys(documents: DocumentSet): readonly string[] {
  return owned(documents).flatMap(({ name, operations }) => (operations.includes('export') ? [`${name}:export`] : []));
}

/** A rolled-up field, the entity whose rows it counts, which belong to people, and which of them. */
export type CountedRows = {
  readonly entity: string;
  readonly counted: string;
  readonly by: string;
  readonly where?: string;
};

/** Every rolled-up field whose value hangs on who looks. */
export function countedRows(documents: DocumentSet): readonly CountedRows[] {
  const names = new Set(owned(documents).map(({ name }) => name));
  return owned(documents).flatMap(({ name, fields }) =>
    fields.flatMap(({ rollup }) =>
      rollup !== undefined && names.has(rollup.entity) && !isSeenWith(rollup.by, documents.entities.get(rollup.entity))
        ? [{ entity: name, counted: rollup.entity, by: rollup.by, where: rollup.where ?? '' }]
        : [],
    ),
  );
}

/** Whether who sees what a row refers to by a field sees the row: none of those that count is out of sight then. */
function isSeenWith(by: string, entity: EntityDocument | undefined): boolean {
  const paths = [...(entity?.access?.owner ?? []), ...(entity?.access?.department ?? [])];
  return paths.length > 0 && paths.every((path) => path.startsWith(`${relationName(by)}.`));
}

/** Permission keys of lists with rolled-up fields and of what they count: who may not ask for them gets nothing anyway. */
function rollupKeys(documents: DocumentSet): readonly string[] {
  return countedRows(documents).flatMap(({ entity, counted }) => [`${entity}:query`, `${counted}:query`]);
}

/**
 * Starts two worlds for a role: every entity whose rows have owners has rows of each class; of those the role may not
 * see, the second world has more, fewer and others.
 */
export async function startTwoWorlds(role: Role): Promise<TwoWorlds> {
  const hidden = new Map<string, string[]>();
  const shown = new Map<string, string>();
  let holders: ReadonlyMap<HolderKey, Holder> = new Map();
  let maker: RowMaker | undefined;
  let differences = 0;
  const fill = async (rows: TestRows) => {
    holders = await addPeople(rows);
    await rows.database.rows('update role set permissions = permissions || $1::jsonb where code = $2', [
      JSON.stringify([...exportKeys(rows.documents), ...rollupKeys(rows.documents)]),
      role,
    ]);
    maker = new RowMaker(rows);
    for (const entity of owned(rows.documents))
      for (const rowClass of classesOf(role, holders)) {
        const made = await addRows(maker, entity, rowClass, holders.get(`${role} ${rowClass}`));
        noteRows(made, entity.name, isHidden(role, entity.name, rowClass) ? { hidden } : { shown });
        if (rowClass === 'deleted') await remove(rows, entity, made);
      }
  };
  const differ = async (rows: TestRows) => {
    if (maker === undefined) throw new TypeError('the first world was not filled');
    const moved = maker.on(rows);
    for (const entity of owned(rows.documents)) {
      const ids = hidden.get(entity.name) ?? [];
      differences += await change(rows, entity, ids);
      differences += await remove(rows, entity, ids.slice(0, 1));
      for (const rowClass of classesOf(role, holders))
        if (isHidden(role, entity.name, rowClass) && rowClass !== 'deleted')
          differences += (await addRows(moved, entity, rowClass, holders.get(`${role} ${rowClass}`))).length;
    }
  };
  const differAlso = async (rows: TestRows) => {
    await differ(rows);
    differences += await referAll(rows, shown, hidden);
  };
  const twins = await startTwins(fill, differAlso);
  return { ...twins, differences };
}

/** Notes rows of an entity: all of them that are hidden, the first of those in sight. */
function noteRows(
  made: readonly string[],
  entity: string,
  into: { readonly hidden: Map<string, string[]> } | { readonly shown: Map<string, string> },
): void {
  if ('hidden' in into) into.hidden.set(entity, [...(into.hidden.get(entity) ?? []), ...made]);
  else if (made[0] !== undefined && !into.shown.has(entity)) into.shown.set(entity, made[0]);
}

/** Has hidden rows refer to rows in sight wherever those count them; answers how many do. */
async function referAll(
  rows: TestRows,
  shown: ReadonlyMap<string, string>,
  hidden: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  let differences = 0;
  const all = countedRows(rows.documents);
  for (const counting of all) {
    const ids = hidden.get(counting.counted) ?? [];
    const beside = all.filter(({ counted }) => counted === counting.counted);
    // Counted on different conditions, of which a row can meet but one, each takes rows of its own.
    const own = ids.filter((_, place) => place % beside.length === beside.indexOf(counting));
    const to = shown.get(counting.entity);
    const moved = (await refer(rows, counting, to, own)) || (await refer(rows, counting, to, ids));
    // A rolled-up field that both worlds tell alike would prove nothing.
    if (moved === 0) throw new TypeError(`no hidden ${counting.counted} refers to a ${counting.entity} in sight`);
    differences += moved;
  }
  return differences;
}

/** Entities whose rows belong to people and can be asked for. */
function owned(documents: DocumentSet): readonly EntityDocument[] {
  return [...documents.entities.values()].filter(
    ({ access, operations }) => access !== undefined && operations.length > 0,
  );
}

/** The pool is seen from some pages: its rows are the same in both worlds. */
function classesOf(role: Role, holders: ReadonlyMap<HolderKey, Holder>): readonly RowClass[] {
  return rowClasses.filter((rowClass) => rowClass !== 'pool' && holders.has(`${role} ${rowClass}`));
}

function isHidden(role: Role, entity: string, rowClass: RowClass): boolean {
  return !seenClasses(role, entity, '').has(rowClass);
}

async function addRows(
  maker: RowMaker,
  entity: EntityDocument,
  rowClass: RowClass,
  holder: Holder | undefined,
): Promise<readonly string[]> {
  const { access } = entity;
  if (holder === undefined || (rowClass === 'foreignProject' && access?.project === undefined)) return [];
  if (rowClass === 'deleted' && (entity.appendOnly === true || hasOneEach(entityModel(entity)))) return [];
  if (hasOneEach(entityModel(entity))) return [await maker.rowOf(entity.name, holder)];
  return [await maker.make(entity.name, holder), await maker.make(entity.name, holder)];
}

/** Lets rows out of sight refer to one in sight, so that what it counts of them differs. */
async function refer(
  { database, documents }: TestRows,
  { entity, counted, by, where = '' }: CountedRows,
  id: string | undefined,
  ids: readonly string[],
): Promise<number> {
  const kinds = documents.entities.get(counted)?.fields.find(({ key }) => key === by)?.refBy;
  const kind = Object.entries(kinds?.entities ?? {}).find(([, target]) => target === entity)?.[0];
  const also = kinds === undefined ? '' : `, ${toColumn(kinds.field)} = '${kind}'`;
  const statement = (values: string) =>
    `update "${counted}" set ${toColumn(by)} = $1${also}${values} where id = $2 and deleted_at is null returning id`;
  let count = 0;
  for (const hidden of ids) {
    const change = (values: string) => database.rows(statement(values), [id ?? null, hidden]);
    // Of some there may be but one that refers to the same, and not every row can meet the condition.
    const changed = await change(countedValues(where))
      .catch(() => change(''))
      .catch(() => []);
    count += changed.length;
  }
  return count;
}

/** What a row has that meets a condition of a rolled-up field, as it is written there: `record.x == 'a'`, `record.x in ['a', …]`. */
function countedValues(where: string): string {
  const met = [...where.matchAll(/record\.(\w+) (?:==|in) \[?'(\w+)'/g)];
  return met.map(([, key = '', value = '']) => `, ${toColumn(key)} = '${value}'`).join('');
}

async function remove({ database }: TestRows, entity: EntityDocument, ids: readonly string[]): Promise<number> {
  if (entity.appendOnly === true || ids.length === 0) return 0;
  await database.rows(`update "${entity.name}" set deleted_at = now() where id = any($1)`, [ids]);
  return ids.length;
}

const changed: Readonly<Record<string, string>> = {
  string: `left(coalesce(%, '') || '另', 12)`,
  text: `coalesce(%, '') || '另'`,
  int: 'coalesce(%, 0) + 7',
  money: 'coalesce(%, 0) + 700',
  datetime: `coalesce(%, now()) - interval '40 days'`,
};

/** Gives rows other texts, numbers and moments, wherever the entity's constraints allow it; answers how many columns. */
async function change({ database }: TestRows, entity: EntityDocument, ids: readonly string[]): Promise<number> {
  let count = 0;
  const fields = [...entityModel(entity).fields.values()].filter(
    (field) => isStored(field) && field.key !== 'id' && field.mask === undefined && field.unique !== true,
  );
  for (const field of ids.length === 0 ? [] : fields) {
    const value = changed[field.type]?.replace('%', toColumn(field.key));
    if (value === undefined || field.key === 'version') continue;
    const statement = `update "${entity.name}" set ${toColumn(field.key)} = ${value} where id = any($1)`;
    const isKept = await database.rows(statement, [ids]).then(
      () => true,
      () => false,
    );
    if (isKept) count += 1;
  }
  return count;
}
