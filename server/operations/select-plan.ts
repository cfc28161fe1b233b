import { type RawBuilder, sql } from 'kysely';
import { type EntityField, type EntityModel, relationName, resolvePath, toColumn } from '../../engine/model/index.ts';
import type { Platform } from './context.ts';
import { documentOf } from './context.ts';

/** A column of the plan and the field it stores. */
export type PlannedColumn = {
  readonly sql: RawBuilder<unknown>;
  readonly field: EntityField;
  readonly entity: EntityModel;
};

/** Turns field paths of an entity into columns, joining relations on the way once each. */
export class SelectPlan {
  readonly #joins = new Map<string, RawBuilder<unknown>>();

  constructor(
    readonly platform: Pick<Platform, 'documents'>,
    readonly entity: EntityModel,
    readonly alias = 't',
  ) {}

  /** The column of a path, or undefined when the entity has no such field. */
  column(path: string): PlannedColumn | undefined {
    const { documents } = this.platform;
    const resolved = resolvePath(documents.entities, this.entity.document, path);
    if (resolved === undefined) return undefined;
    let alias = this.alias;
    let walked = '';
    for (const relation of resolved.relations) {
      walked = walked === '' ? relation.name : `${walked}.${relation.name}`;
      const next = this.#aliasOf(walked);
      if (!this.#joins.has(walked)) {
        const table = documentOf(documents, relation.entity).name;
        this.#joins.set(
          walked,
          sql`left join ${sql.table(table)} as ${sql.ref(next)} on ${sql.ref(`${next}.id`)} = ${sql.ref(`${alias}.${toColumn(relation.field.key)}`)}`,
        );
      }
      alias = next;
    }
    return { sql: sql.ref(`${alias}.${toColumn(resolved.field.key)}`), field: resolved.field, entity: resolved.entity };
  }

  /** A column of the entity's own table by key, also those that no document declares. */
  own(key: string): RawBuilder<unknown> {
    return sql.ref(`${this.alias}.${toColumn(key)}`);
  }

  /** `from <table> as t left join …` for all columns asked so far: call it last. */
  from(): RawBuilder<unknown> {
    const joins = [...this.#joins.values()];
    const table = sql`from ${sql.table(this.entity.document.name)} as ${sql.ref(this.alias)}`;
    return joins.length === 0 ? table : sql`${table} ${sql.join(joins, sql` `)}`;
  }

  /** Whether the rows of the entity can be deleted softly, and so need the mark tested. */
  live(): RawBuilder<unknown> {
    return this.entity.document.appendOnly === true ? sql`true` : sql`${this.own('deletedAt')} is null`;
  }

  #aliasOf(walked: string): string {
    return `${this.alias}_${walked.replaceAll('.', '_')}`;
  }
}

/** The path by which a relation's label is read: `ownerId` → `owner.name`. */
export function labelPath(field: EntityField, platform: Pick<Platform, 'documents'>): string | undefined {
  if (field.type !== 'ref' || field.ref === undefined) return undefined;
  return `${relationName(field.key)}.${documentOf(platform.documents, field.ref).label}`;
}

/** All of several conditions. */
export function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Any of several conditions; none of none. */
export function some(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}
