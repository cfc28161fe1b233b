import { type RawBuilder, sql } from 'kysely';
import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, type Statement, StatementCache } from '../../db/connection/statement.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { Match } from './match.ts';

type Row = Record<string, unknown>;

/** The columns in which a row holds its fields, named one by one: a plan kept for them outlives a new column. */
export function rowColumns(entity: EntityModel, alias?: string): RawBuilder<unknown> {
  const keys = [...entity.fields.values()].filter(isStored).map((field) => field.key);
  const columns = [...keys, ...(entity.document.appendOnly === true ? [] : ['deletedAt'])].map(toColumn);
  return sql.join(columns.map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`)));
}

const writes = new StatementCache<unknown>();
const reads = new StatementCache<Row>();
const counts = new StatementCache<{ readonly n: number }>();
const lineages = new StatementCache<{ readonly id: string }>();

/** Inserts a row with these columns. */
export function insertion(entity: EntityModel, columns: readonly string[]): Statement<unknown> {
  return writes.of(entity, `insert ${columns.join()}`, () => {
    const values = columns.map((_, place) => new Placeholder(place));
    const names = columns.map((name) => sql.ref(name));
    return sql`${prepared}insert into ${sql.table(entity.document.name)} (${sql.join(names)}) values (${sql.join(values)})`;
  });
}

/** Sets columns of a row; its id comes after their values. */
export function alteration(entity: EntityModel, columns: readonly string[]): Statement<unknown> {
  return writes.of(entity, `update ${columns.join()}`, () => {
    const sets = columns.map((name, place) => sql`${sql.ref(name)} = ${new Placeholder(place)}`);
    const id = new Placeholder(columns.length);
    return sql`${prepared}update ${sql.table(entity.document.name)} set ${sql.join(sets)}, version = version + 1 where id = ${id}`;
  });
}

/** Rows that match, newest first. */
export function selection(entity: EntityModel, match: Match, limit: number): Statement<Row> {
  return reads.of(
    entity,
    `${limit} ${match.shape}`,
    () => sql`${prepared}select ${rowColumns(entity)} from ${sql.table(entity.document.name)} where ${match.condition()}
      order by created_at desc, id desc limit ${sql.lit(limit)}`,
  );
}

/**
 * The rows that match, held for the rest of the transaction in the order of their ids; whoever waits for one gets it as
 * it then is, if it still matches.
 */
export function heldSelection(entity: EntityModel, match: Match): Statement<Row> {
  return reads.of(
    entity,
    `held ${match.shape}`,
    () => sql`${prepared}select ${rowColumns(entity)} from ${sql.table(entity.document.name)} where ${match.condition()}
      order by id for no key update`,
  );
}

/** Some fields of the rows that match, in no order. */
export function picking(entity: EntityModel, keys: readonly string[], match: Match, limit: number): Statement<Row> {
  const columns = sql.join(['id', ...keys.map(toColumn)].map((column) => sql.ref(column)));
  return reads.of(
    entity,
    `pick ${keys.join()} ${limit} ${match.shape}`,
    () =>
      sql`${prepared}select ${columns} from ${sql.table(entity.document.name)} where ${match.condition()} limit ${sql.lit(limit)}`,
  );
}

/** How many rows match; with a field, only those in which it is at or after the moment that comes after their values. */
export function counting(
  entity: EntityModel,
  match: Match,
  since: string | undefined,
): Statement<{ readonly n: number }> {
  return counts.of(entity, `${since ?? ''} ${match.shape}`, () => {
    const moment = new Placeholder(match.values.length);
    const recent = since === undefined ? sql`` : sql` and ${sql.ref(toColumn(since))} >= ${moment}`;
    return sql`select count(*) as n from ${sql.table(entity.document.name)} where ${match.condition()}${recent}`;
  });
}

const tallies = new StatementCache<{ readonly value: unknown; readonly n: number }>();

/** How many rows match, by a field of theirs; `since` as in `counting`. */
export function tallying(
  entity: EntityModel,
  key: string,
  match: Match,
  since: string | undefined,
): Statement<{ readonly value: unknown; readonly n: number }> {
  return tallies.of(entity, `${key} ${since ?? ''} ${match.shape}`, () => {
    const moment = new Placeholder(match.values.length);
    const recent = since === undefined ? sql`` : sql` and ${sql.ref(toColumn(since))} >= ${moment}`;
    return sql`select ${sql.ref(toColumn(key))} as value, count(*) as n from ${sql.table(entity.document.name)}
      where ${match.condition()}${recent} group by 1`;
  });
}

/** Puts a value in the place of another in rows that match; it comes after their values, then when and by whom. */
export function replacement(entity: EntityModel, key: string, match: Match): Statement<unknown> {
  return writes.of(entity, `replace ${key} ${match.shape}`, () => {
    const [value, now, author] = [0, 1, 2].map((place) => new Placeholder(match.values.length + place));
    const column = sql.ref(toColumn(key));
    return sql`update ${sql.table(entity.document.name)} set ${column} = ${value}, updated_at = ${now},
      updated_by = ${author}, version = version + 1 where ${match.condition()}`;
  });
}

// No tree is deeper.
const maxLevels = 32;

/** A live node of a tree by its id and those above it, nearest first. */
export function lineage(entity: EntityModel): Statement<{ readonly id: string }> {
  return lineages.of(entity, '', () => {
    const { name, tree } = entity.document;
    if (tree === undefined) throw refuse('E_SERVER', { got: name });
    const [table, parent]: readonly RawBuilder<unknown>[] = [sql.table(name), sql.ref(toColumn(tree.parent))];
    return sql`${prepared}with recursive up as (
        select id, ${parent} as parent, 1 as level from ${table} where id = ${new Placeholder(0)} and deleted_at is null
        union all
        select t.id, t.${parent}, up.level + 1 from ${table} t join up on t.id = up.parent
          where t.deleted_at is null and up.level < ${sql.lit(maxLevels)}
      ) select id from up order by level`;
  });
}

/** Live nodes of a tree by their ids and all those below them. */
export function offspring(entity: EntityModel): Statement<{ readonly id: string }> {
  return lineages.of(entity, 'down', () => {
    const { name, tree } = entity.document;
    if (tree === undefined) throw refuse('E_SERVER', { got: name });
    const [table, parent]: readonly RawBuilder<unknown>[] = [sql.table(name), sql.ref(toColumn(tree.parent))];
    return sql`${prepared}with recursive down as (
        select id, 1 as level from ${table} where id = any(${new Placeholder(0)}::uuid[]) and deleted_at is null
        union all
        select t.id, down.level + 1 from ${table} t join down on t.${parent} = down.id
          where t.deleted_at is null and down.level < ${sql.lit(maxLevels)}
      ) select distinct id from down`;
  });
}
