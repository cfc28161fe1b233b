import { type RawBuilder, sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { digitsOf, parseDay, parseMoment, type Value } from '../../../engine/model/expression/index.ts';
import type { WorkCalendar } from '../../../engine/model/time/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { SqlKind } from '../../fields/kind/server-field-type.ts';
import { WorkDaysSql } from './work-days-sql.ts';

/** Kinds of values that compare with each other. `opaque` is stored encrypted and compares with nothing. */
export type Kind = SqlKind | 'opaque';

/** A value known to the database only. */
export type Term = {
  readonly kind: Kind;
  readonly sql: RawBuilder<unknown>;
  /** The same as text, where it is made of texts that are days, moments or ids. */
  readonly text?: RawBuilder<unknown>;
  /** Whether it is an integer of the database, which overflows in arithmetic. */
  readonly isInteger?: boolean;
};

/** One side of an operator: known now, or found in a column. */
export type Operand = { readonly constant: Value } | Term;

// As the database writes them: any other spelling is another text.
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The kind of a field's values. Masked ones are stored encrypted: one can ask whether there is one, nothing else. */
export function kindOfField(field: Pick<EntityField, 'key' | 'type' | 'mask'>): Kind {
  if (field.mask !== undefined) return 'opaque';
  return field.key === 'id' || field.key === 'createdBy' || field.key === 'updatedBy'
    ? 'id'
    : serverFieldTypes[field.type].sqlKind;
}

/** The kind of an operand; undefined for null and lists. */
export function kindOf(operand: Operand): Kind | undefined {
  if (!('constant' in operand)) return operand.kind;
  const { constant } = operand;
  if (typeof constant === 'string') return kindOfText(constant);
  return typeof constant === 'number' ? 'number' : typeof constant === 'boolean' ? 'bool' : undefined;
}

/** A text that reads as a day, a moment or an id is one, as in the evaluator. */
function kindOfText(text: string): 'text' | 'day' | 'moment' | 'id' {
  if (parseDay(text) !== undefined) return 'day';
  if (parseMoment(text) !== undefined) return 'moment';
  return uuid.test(text) ? 'id' : 'text';
}

const isTime = (kind: Kind | undefined) => kind === 'moment' || kind === 'day';

/** Whether an operand can also be read as text. */
export function isText(operand: Operand): boolean {
  return 'constant' in operand
    ? typeof operand.constant === 'string'
    : operand.kind === 'text' || operand.text !== undefined;
}

/** The kind in which two operands meet; undefined where they are of different kinds. */
export function commonKind(left: Operand, right: Operand): Kind | undefined {
  const [a, b] = [kindOf(left), kindOf(right)];
  if (a === undefined || b === undefined || (a === b && a !== 'id')) return a ?? b;
  if (isTime(a) && isTime(b)) return 'moment';
  if (isText(left) && isText(right)) return 'text';
  if (a === 'id') return a === b ? a : withId(right);
  return b === 'id' ? withId(left) : undefined;
}

function withId(other: Operand): Kind | undefined {
  if (!isText(other)) return undefined;
  return 'constant' in other ? 'id' : 'text';
}

/** Writes values into SQL: as parameters, or into the text for statements that take none. */
export class SqlValues {
  #workDays: WorkDaysSql | undefined;

  constructor(
    private readonly inline: boolean,
    /** Asked for only where working days are counted: a plan that knows them is not kept. */
    private readonly calendar: () => WorkCalendar,
  ) {}

  /** Counts working days by the calendar of the call. */
  get workDays(): WorkDaysSql {
    this.#workDays ??= new WorkDaysSql(this.calendar(), (text) => this.text(text));
    return this.#workDays;
  }

  /** The operand as SQL of a kind; undefined where it is of another kind, so that comparing is unknown. */
  as(kind: Kind, operand: Operand): RawBuilder<unknown> | undefined {
    return 'constant' in operand ? this.constantAs(kind, operand.constant) : termAs(kind, operand);
  }

  /** The same, with null of that kind where it is of another. */
  orNull(kind: Kind, operand: Operand): RawBuilder<unknown> {
    return this.as(kind, operand) ?? sql`null::${typeOfKind[kind]}`;
  }

  text(value: string): RawBuilder<unknown> {
    // No text of the database holds this character.
    const stored = value.replaceAll('\0', '\ufffd');
    return this.inline ? sql`${sql.lit(stored)}` : sql`${stored}`;
  }

  private constantAs(kind: Kind, constant: Value): RawBuilder<unknown> | undefined {
    if (typeof constant === 'number') return kind === 'number' ? sqlNumber(constant) : undefined;
    if (typeof constant === 'boolean') return kind === 'bool' ? sqlBool(constant) : undefined;
    if (typeof constant !== 'string') return undefined;
    switch (kind) {
      case 'text':
        return sql`${this.text(constant)}::text`;
      case 'id':
        return uuid.test(constant) ? sql`${this.text(constant)}::uuid` : undefined;
      case 'day':
        return parseDay(constant) === undefined ? undefined : sql`${this.text(constant)}::date`;
      case 'moment':
        return this.momentAs(constant);
      default:
        return undefined;
    }
  }

  private momentAs(text: string): RawBuilder<unknown> | undefined {
    if (parseDay(text) !== undefined) return startOfDay(sql`${this.text(text)}::date`);
    const moment = parseMoment(text);
    return moment === undefined ? undefined : sql`${this.text(new Date(moment).toISOString())}::timestamptz`;
  }
}

const typeOfKind: Readonly<Record<Kind, RawBuilder<unknown>>> = {
  text: sql`text`,
  number: sql`numeric`,
  bool: sql`boolean`,
  moment: sql`timestamptz`,
  day: sql`date`,
  id: sql`uuid`,
  ids: sql`uuid[]`,
  json: sql`jsonb`,
  opaque: sql`text`,
};

function termAs(kind: Kind, term: Term): RawBuilder<unknown> | undefined {
  if (term.kind === kind) return term.sql;
  if (kind === 'moment' && term.kind === 'day') return startOfDay(term.sql);
  if (kind !== 'text') return undefined;
  return term.kind === 'id' ? (term.text ?? sql`${term.sql}::text`) : term.text;
}

/** The moment a day begins in Shanghai; every step is immutable, so that an index may be made of it. */
function startOfDay(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${day} - interval '8 hours') at time zone 'UTC')`;
}

/** A number written into the text: as a parameter it would be of no type, or of one that defeats an index. */
export function sqlNumber(value: number): RawBuilder<number> {
  const digits = digitsOf(value);
  return digits === undefined ? sql<number>`null::numeric` : sql<number>`${sql.raw(digits)}`;
}

export function sqlBool(value: boolean): RawBuilder<boolean> {
  return value ? sql<boolean>`true` : sql<boolean>`false`;
}
