import { type RawBuilder, sql } from 'kysely';
import type { EntityField, Value } from '../../engine/model/index.ts';

/** Kinds of values that compare with each other. `opaque` is stored encrypted and compares with nothing. */
export type Kind = 'text' | 'number' | 'bool' | 'moment' | 'id' | 'ids' | 'json' | 'opaque';

/** One side of an operator: known now, or found in a column. */
export type Operand = { readonly constant: Value } | { readonly kind: Kind; readonly sql: RawBuilder<unknown> };

const kindsOfFields: Readonly<Record<EntityField['type'], Kind>> = {
  string: 'text',
  text: 'text',
  enum: 'text',
  html: 'text',
  mobile: 'text',
  idcard: 'text',
  email: 'text',
  url: 'text',
  int: 'number',
  decimal: 'number',
  money: 'number',
  bool: 'bool',
  date: 'moment',
  datetime: 'moment',
  ref: 'id',
  file: 'id',
  image: 'id',
  refs: 'ids',
  json: 'json',
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const moment = /^\d{4}-\d\d-\d\d(T|$)/;

/** The kind of a field's values. Masked ones are stored encrypted: one can ask whether there is one, nothing else. */
export function kindOfField(field: Pick<EntityField, 'key' | 'type' | 'mask'>): Kind {
  if (field.mask !== undefined) return 'opaque';
  return field.key === 'id' || field.key === 'createdBy' || field.key === 'updatedBy'
    ? 'id'
    : kindsOfFields[field.type];
}

/** The kind of an operand; undefined for null and lists. */
export function kindOf(operand: Operand): Kind | undefined {
  if (!('constant' in operand)) return operand.kind;
  const { constant } = operand;
  if (typeof constant === 'string') return moment.test(constant) ? 'moment' : 'text';
  return typeof constant === 'number' ? 'number' : typeof constant === 'boolean' ? 'bool' : undefined;
}

/** The kind in which two operands compare: a column decides over a constant, a moment over a number. */
export function commonKind(left: Operand, right: Operand): Kind | undefined {
  const columns = [left, right].filter((operand) => !('constant' in operand)).map(kindOf);
  const isMoment =
    columns.includes('moment') ||
    (columns[0] === 'number' && [left, right].some((operand) => kindOf(operand) === 'moment'));
  if (isMoment) return 'moment';
  if (columns.includes('text') && columns.includes('id')) return 'text';
  return columns[0] ?? kindOf(left);
}

/** Writes values into SQL: as parameters, or into the text for statements that take none. */
export class SqlValues {
  constructor(private readonly inline: boolean) {}

  /** The operand as SQL of a kind; undefined where it is of another kind, so that comparing is unknown. */
  as(kind: Kind, operand: Operand): RawBuilder<unknown> | undefined {
    return 'constant' in operand ? this.constantAs(kind, operand.constant) : columnAs(kind, operand);
  }

  text(value: string): RawBuilder<unknown> {
    return this.inline ? sql`${sql.lit(value)}` : sql`${value}`;
  }

  private constantAs(kind: Kind, constant: Value): RawBuilder<unknown> | undefined {
    if (kind === 'bool') return typeof constant === 'boolean' ? sqlBool(constant) : undefined;
    if (kind === 'text') return typeof constant === 'string' ? sql`${this.text(constant)}::text` : undefined;
    if (kind === 'id')
      return typeof constant === 'string' && uuid.test(constant) ? sql`${this.text(constant)}::uuid` : undefined;
    if (kind === 'number') return typeof constant === 'number' ? sqlNumber(constant) : undefined;
    return kind === 'moment' ? this.momentAs(constant) : undefined;
  }

  private momentAs(constant: Value): RawBuilder<unknown> | undefined {
    const text = typeof constant === 'number' ? new Date(constant).toISOString() : constant;
    return typeof text === 'string' && moment.test(text) ? sql`${this.text(text)}::timestamptz` : undefined;
  }
}

function columnAs(
  kind: Kind,
  operand: { readonly kind: Kind; readonly sql: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  if (operand.kind === kind) return operand.sql;
  if (kind === 'moment' && operand.kind === 'number') return sql`to_timestamp(${operand.sql} / 1000.0)`;
  return kind === 'text' && operand.kind === 'id' ? sql`${operand.sql}::text` : undefined;
}

/** A number written into the text: as a parameter it would be of no type, or of one that defeats an index. */
export function sqlNumber(value: number): RawBuilder<number> {
  return Number.isFinite(value) ? sql<number>`${sql.lit(value)}` : sql<number>`null::numeric`;
}

export function sqlBool(value: boolean): RawBuilder<boolean> {
  return value ? sql<boolean>`true` : sql<boolean>`false`;
}
