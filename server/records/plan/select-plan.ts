import { type RawBuilder, sql } from 'kysely';
import { isPathShown } from '../../../engine/model/access/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import {
  type EntityModel,
  entityModel,
  isAskable,
  isStored,
  type KindPath,
  type Relation,
  type ResolvedPath,
  resolvePath,
} from '../../../engine/model/entity/index.ts';
import { relationName, toColumn } from '../../../engine/model/naming/index.ts';
import type { Placeholder } from '../../db/connection/statement.ts';
import { documentOf, modelOf, type Platform } from '../../kernel/operation/context.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { every } from './conditions.ts';
import { derivedSql, type PlanContext, type PlannedColumn, type Reader, type RowSource } from './derived-columns.ts';
import { QueryCost } from './query-cost.ts';
import type { ReferredColumn } from './referred-alternatives.ts';
import { maskedInRows, shownInRows, undialledInRows } from './row-hides.ts';
import { ownRowPolicy } from './row-policy-conditions.ts';

/** Turns field paths of an entity into columns, joining relations on the way once each. */
export class SelectPlan implements RowSource {
  readonly #joins = new Map<string, RawBuilder<unknown>>();
  #gathers = false;

  constructor(
    readonly context: PlanContext,
    readonly entity: EntityModel,
    readonly alias = 't',
    /** Whether it is about the rows there are, or about those marked deleted. */
    readonly rows: RowState = 'live',
    /** What the statement costs that it is planned for. */
    readonly cost = new QueryCost(),
    /** Where the moment stands among the values of the statement, for a plan that outlives the call. */
    readonly now?: Placeholder,
  ) {}

  /** The column of a path, or undefined when the entity has no such field or it leads further than anybody may ask. */
  column(path: string): PlannedColumn | undefined {
    return isAskable(path) ? this.planned(path, 'caller', 0) : undefined;
  }

  /**
   * The same as far as the caller's own scope reaches: behind a relation to a row outside it there is nothing, just as
   * if that row were missing; nor is there anything in what a row hides from him. Fields that the entity shows to others
   * only are for him none of its fields.
   */
  reached(path: string): PlannedColumn | undefined {
    const { documents, caller } = this.context;
    const isShown = isPathShown(documents.entities, this.entity.document, path, caller.grants);
    const resolved = isShown && isAskable(path) ? this.#resolve(path) : undefined;
    if (resolved?.kinds === undefined) return resolved && this.#reachedAlong(path, resolved);
    return ofKinds(resolved, this.fact(resolved.kinds.by), (along) => this.#reachedAlong(along.path, along));
  }

  #reachedAlong(path: string, { relations }: ResolvedPath): PlannedColumn | undefined {
    const { documents, caller } = this.context;
    const column = this.planned(path, 'caller', 0);
    if (column === undefined) return undefined;
    const conditions = relations.flatMap((relation, index) => {
      const walked = relations.slice(0, index + 1).map(({ name }) => name);
      const document = documentOf(this.context.documents, relation.entity);
      return ownRowPolicy(document, this.context.caller, (key) => this.fact([...walked, key].join('.')));
    });
    const before = relations.map(({ name }) => name);
    const fact = (key: string) => this.fact([...before, key].join('.'));
    const time = { now: () => this.context.now, calendar: () => this.context.calendar };
    const within = { documents, caller, fact, ...time };
    const shown = shownInRows(column.sql, column.entity.document, column.field, within);
    return {
      ...column,
      masked: () => maskedInRows(column.entity.document, column.field, within),
      undialled: () => undialledInRows(column.field, this.entity.document.name, within),
      sql: conditions.length === 0 ? shown : sql`(case when ${every(conditions)} then ${shown} end)`,
    };
  }

  /** The same for scopes, guards and fixed filters: what it yields is not hidden from them. */
  fact(path: string): PlannedColumn | undefined {
    return this.planned(path, 'rules', 0);
  }

  /** How a path of the rules leads to a column behind a reference of the row itself; undefined where it does not. */
  referred(path: string): ReferredColumn | undefined {
    const { field, relations, kinds } = this.#resolve(path) ?? {};
    const [relation, ...further] = relations ?? [];
    if (field === undefined || relation === undefined) return undefined;
    const isDirect = further.length === 0 && kinds === undefined && !relation.many && relation.kind === undefined;
    if (!isDirect || !isStored(relation.field) || !isStored(field)) return undefined;
    return { reference: this.own(relation.field.key), table: relation.entity, column: toColumn(field.key) };
  }

  /** The column of a path for a reader; `depth` counts the fields worked out from one another on the way here. */
  planned(path: string, reader: Reader, depth: number): PlannedColumn | undefined {
    const { documents } = this.context;
    const resolved = this.#resolve(path);
    if (resolved === undefined) return undefined;
    if (resolved.kinds !== undefined)
      return ofKinds(resolved, this.planned(resolved.kinds.by, reader, depth), (along) =>
        this.planned(along.path, reader, depth),
      );
    let alias = this.alias;
    let walked: readonly string[] = [];
    let entity = this.entity;
    for (const relation of resolved.relations) {
      const before = walked;
      walked = [...walked, relation.name];
      const joined = walked.join('.');
      const next = this.#aliasOf(joined);
      if (!this.#joins.has(joined)) {
        this.cost.add('relation');
        const target = documentOf(documents, relation.entity);
        const key = this.#valueOf(relation.field, entity, alias, before, reader, depth);
        const isMeant = this.#isOfKind(relation, before, reader, depth);
        this.#joins.set(
          joined,
          sql`left join ${sql.table(target.name)} as ${sql.ref(next)} on ${sql.ref(`${next}.id`)} = ${key}${isMeant}`,
        );
      }
      alias = next;
      entity = entityModel(documentOf(documents, relation.entity));
    }
    const { field } = resolved;
    return { sql: this.#valueOf(field, entity, alias, walked, reader, depth), field, entity };
  }

  #resolve(path: string): ResolvedPath | undefined {
    return resolvePath(this.context.documents.entities, this.entity.document, path);
  }

  /** Of what may lead to several kinds of records, that it leads to this one: no other table is looked into in vain. */
  #isOfKind(
    { field: { refBy }, kind }: Relation,
    before: readonly string[],
    reader: Reader,
    depth: number,
  ): RawBuilder<unknown> {
    const by = kind === undefined || refBy === undefined ? '' : [...before, refBy.field].join('.');
    const said = by === '' ? undefined : this.planned(by, reader, depth);
    return said === undefined ? sql`` : sql` and ${said.sql} = ${kind}`;
  }

  #valueOf(
    field: EntityField,
    entity: EntityModel,
    alias: string,
    walked: readonly string[],
    reader: Reader,
    depth: number,
  ): RawBuilder<unknown> {
    if (isStored(field)) return sql.ref(`${alias}.${toColumn(field.key)}`);
    if (field.rollup !== undefined) this.cost.add('rollup');
    return derivedSql(field, entity, {
      context: this.context,
      alias,
      related: walked.length > 0,
      reader,
      depth,
      now: this.now,
      column: (path) => this.planned([...walked, path].join('.'), reader, depth + 1),
      // Relations come after an underscore, so that no join can have this alias.
      rows: (name) => {
        this.#gathers = true;
        const target = modelOf(this.context.documents, name);
        return new SelectPlan(this.context, target, `${alias}0`, 'live', this.cost, this.now);
      },
    });
  }

  /** A column of the entity's own table by key, also those that no document declares. */
  own(key: string): RawBuilder<unknown> {
    return sql.ref(`${this.alias}.${toColumn(key)}`);
  }

  /** Whether what was asked so far is told by the row alone: neither joined nor gathered from other rows. */
  get isOwn(): boolean {
    return this.#joins.size === 0 && !this.#gathers;
  }

  /** `from <table> as t left join …` for all columns asked so far: call it last. */
  from(): RawBuilder<unknown> {
    const joins = [...this.#joins.values()];
    const table = sql`from ${sql.table(this.entity.document.name)} as ${sql.ref(this.alias)}`;
    return joins.length === 0 ? table : sql`${table} ${sql.join(joins, sql` `)}`;
  }

  /** The rows the plan is about by their mark; rows of an append-only entity bear none. */
  live(): RawBuilder<unknown> {
    const isDeleted = this.rows === 'deleted';
    if (this.entity.document.appendOnly === true) return isDeleted ? sql`false` : sql`true`;
    return isDeleted ? sql`${this.own('deletedAt')} is not null` : sql`${this.own('deletedAt')} is null`;
  }

  #aliasOf(walked: string): string {
    return `${this.alias}_${walked.replaceAll('.', '_')}`;
  }
}

/** What stands at a path through one of several kinds: of each row, what stands there through the kind that it names. */
function ofKinds(
  { field, entity, kinds }: ResolvedPath,
  by: PlannedColumn | undefined,
  columnAlong: (along: KindPath) => PlannedColumn | undefined,
): PlannedColumn | undefined {
  const columns = (kinds?.paths ?? []).flatMap((along) => {
    const column = columnAlong(along);
    return column === undefined ? [] : [{ column, kind: along.kind }];
  });
  if (by === undefined || columns.length < (kinds?.paths.length ?? 1)) return undefined;
  type ReadOf = (column: PlannedColumn) => RawBuilder<unknown> | undefined;
  const choice = (read: ReadOf) => {
    const cases = columns.flatMap(({ column, kind }) => {
      const value = read(column);
      return value === undefined ? [] : [sql`when ${kind} then ${value}`];
    });
    return cases.length === 0 ? undefined : sql`(case ${by.sql} ${sql.join(cases, sql` `)} end)`;
  };
  return {
    field,
    entity,
    sql: choice(({ sql: value }) => value) ?? sql`null`,
    masked: () => choice((column) => column.masked?.()),
    undialled: () => choice((column) => column.undialled?.()),
  };
}

/** The path by which a relation's label is read: `ownerId` → `owner.name`. */
export function labelPath(field: EntityField, platform: Pick<Platform, 'documents'>): string | undefined {
  if (field.type !== 'ref' || field.ref === undefined) return undefined;
  return `${relationName(field.key)}.${documentOf(platform.documents, field.ref).label}`;
}

/** The path by which the colour of a relation's label is read: `gradeId` → `grade.colour`. */
export function chipPath(field: EntityField, platform: Pick<Platform, 'documents'>): string | undefined {
  if (field.type !== 'ref' || field.ref === undefined) return undefined;
  const { chip } = documentOf(platform.documents, field.ref);
  return chip === undefined ? undefined : `${relationName(field.key)}.${chip}`;
}
