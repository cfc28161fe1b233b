import { type RawBuilder, sql } from 'kysely';
import { type FunctionName, maxCapitals, maxShift, maxTextLength } from '../../../engine/model/expression/index.ts';
import { capitalsSql } from './capitals-sql.ts';
import { commonKind, isText, kindOf, type Operand, type SqlValues, type Term } from './sql-operand.ts';

type Sql = RawBuilder<unknown>;

export const boolTerm = (condition: Sql): Term => ({ kind: 'bool', sql: condition });
export const numberTerm = (value: Sql): Term => ({ kind: 'number', sql: value });

const dayLength = sql`86400000`;
const spans = { days: dayLength, hours: sql`3600000`, minutes: sql`60000` };

/** Numbers count exactly and without overflow, as the evaluator does. */
export function exact(operand: Operand, values: SqlValues): Sql {
  const number = values.orNull('number', operand);
  return 'constant' in operand || operand.isInteger === true ? sql`(${number})::numeric` : number;
}

/** Arithmetic: numbers, two texts put together, a time moved by milliseconds, the milliseconds between two times. */
export function arithmeticTerm(
  operator: '+' | '-' | '*' | '/',
  left: Operand,
  right: Operand,
  values: SqlValues,
): Operand | undefined {
  if (isNull(left) || isNull(right)) return nothing;
  const [a, b] = [kindOf(left), kindOf(right)];
  if (a === 'number' && b === 'number')
    return numberTerm(calculated(operator, exact(left, values), exact(right, values)));
  if (a === 'number' || b === 'number') return movedTerm(operator, left, right, values);
  if (operator === '+' && isText(left) && isText(right)) return joinedTerm(left, right, values);
  if (operator !== '-' || !isTime(a) || !isTime(b)) return undefined;
  const [to, from] = [values.orNull('moment', left), values.orNull('moment', right)];
  return numberTerm(sql`(extract(epoch from (${to} - ${from})) * 1000)`);
}

const isTime = (kind: string | undefined): kind is 'moment' | 'day' => kind === 'moment' || kind === 'day';

function joinedTerm(left: Operand, right: Operand, values: SqlValues): Term {
  const joined = sql`${values.orNull('text', left)} || ${values.orNull('text', right)}`;
  return { kind: 'text', sql: sql`left(${joined}, ${sql.lit(maxTextLength)})` };
}

function calculated(operator: '+' | '-' | '*' | '/', a: Sql, b: Sql): Sql {
  switch (operator) {
    case '+':
      return sql`(${a} + ${b})`;
    case '-':
      return sql`(${a} - ${b})`;
    case '*':
      return sql`round(${a} * ${b}, 10)`;
    case '/':
      // Divided to many more places than are kept, so that rounding twice makes no difference.
      return sql`round(round(${a}, 48) / nullif(${b}, 0), 10)`;
  }
}

function movedTerm(
  operator: '+' | '-' | '*' | '/',
  left: Operand,
  right: Operand,
  values: SqlValues,
): Term | undefined {
  const [base, by] = isTime(kindOf(left)) ? [left, right] : [right, left];
  const kind = kindOf(base);
  if (!isTime(kind) || operator === '*' || operator === '/' || (operator === '-' && base !== left)) return undefined;
  const count = exact(by, values);
  const limit = sql.lit(maxShift);
  const shift = within(sql`round(${operator === '-' ? sql`(- ${count})` : count})`, sql`(- ${limit})`, limit);
  const from = values.orNull(kind, base);
  if (kind === 'day') {
    const moved = sql`(${from} + floor(${shift} / ${dayLength})::integer)`;
    return { kind, sql: within(moved, sql`'0001-12-31 BC'::date`, sql`'10000-01-01'::date`) };
  }
  // Without a zone on the way, so that the database knows the result never to change.
  const moved = sql`(((${from} at time zone 'UTC') + ${shift} * interval '1 millisecond') at time zone 'UTC')`;
  const [first, last] = [
    sql`'0001-12-31 23:59:59.999+00 BC'::timestamptz`,
    sql`'10000-01-01 00:00:00+00'::timestamptz`,
  ];
  return { kind, sql: within(moved, first, last) };
}

/** Null for what does not lie between two bounds; names the value once, since it may be long. */
function within(value: Sql, low: Sql, high: Sql): Sql {
  return sql`nullif(nullif(greatest(least(${value}, ${high}), ${low}), ${high}), ${low})`;
}

/** A value of one of two operands in the kind they share; undefined where they share none. */
export function sharedTerm(
  left: Operand,
  right: Operand,
  values: SqlValues,
  write: (left: Sql, right: Sql) => Sql,
): Operand | undefined {
  if (isNull(left) && isNull(right)) return nothing;
  const areIds = [left, right].every((side) => kindOf(side) === 'id' || isNull(side));
  const kind = areIds ? 'id' : commonKind(left, right);
  const hasForeignText = kind === 'id' && [left, right].some((side) => isForeign(side, values));
  if (kind === undefined) return undefined;
  const shared = hasForeignText ? 'text' : kind;
  const term: Term = { kind: shared, sql: write(values.orNull(shared, left), values.orNull(shared, right)) };
  const bothTexts = (isTime(kind) || areIds) && [left, right].every((side) => isText(side) || isNull(side));
  return {
    ...term,
    ...(bothTexts ? { text: write(values.orNull('text', left), values.orNull('text', right)) } : {}),
    ...([left, right].some((side) => !('constant' in side) && side.isInteger === true) ? { isInteger: true } : {}),
  };
}

const nothing: Operand = { constant: null };
const isNull = (operand: Operand) => 'constant' in operand && operand.constant === null;
const isForeign = (operand: Operand, values: SqlValues) =>
  'constant' in operand && operand.constant !== null && values.as('id', operand) === undefined;

/** What a function makes of its arguments. */
export function callTerm(
  name: FunctionName,
  [first = nothing, second = nothing]: readonly Operand[],
  values: SqlValues,
): Operand | undefined {
  const text = (operand: Operand) => values.orNull('text', operand);
  const number = exact(first, values);
  switch (name) {
    case 'size':
      return sizeTerm(first, values);
    case 'contains':
      return boolTerm(sql`(strpos(${text(first)}, ${text(second)}) > 0)`);
    case 'startsWith':
      return boolTerm(sql`starts_with(${text(first)}, ${text(second)})`);
    case 'endsWith':
      return boolTerm(sql`starts_with(reverse(${text(first)}), reverse(${text(second)}))`);
    case 'lower':
      return { kind: 'text', sql: sql`lower(${text(first)} collate "C")` };
    case 'upper':
      return { kind: 'text', sql: sql`upper(${text(first)} collate "C")` };
    case 'trim':
      return { kind: 'text', sql: sql`btrim(${text(first)}, E' \\t\\n\\r\\u3000')` };
    case 'round':
    case 'floor':
    case 'ceil':
    case 'abs':
      return numberTerm(sql`${sql.raw(name)}(${number})`);
    case 'capitals': {
      const limit = sql.lit(String(maxCapitals));
      return {
        kind: 'text',
        sql: capitalsSql(within(sql`round(${number})`, sql`(- ${limit}::numeric)`, sql`${limit}::numeric`)),
      };
    }
    case 'min':
    case 'max':
      return sharedTerm(
        first,
        second,
        values,
        (a, b) => sql`${name === 'min' ? sql`least` : sql`greatest`}(${a}, ${b})`,
      );
    case 'coalesce':
      return sharedTerm(first, second, values, (a, b) => sql`coalesce(${a}, ${b})`);
    case 'dayOf':
      return { kind: 'day', sql: dayOfMoment(values.orNull('moment', first)) };
    case 'daysBetween':
      return { ...numberTerm(sql`(${dayOf(second, values)} - ${dayOf(first, values)})`), isInteger: true };
    case 'addWorkDays':
      return addedTerm(first, exact(second, values), values);
    case 'workDays':
      return numberTerm(values.workDays.between(dayOf(first, values), dayOf(second, values)));
    case 'workTime':
      return numberTerm(values.workDays.worked(values.orNull('moment', first), values.orNull('moment', second)));
    case 'workSpan':
      return numberTerm(values.workDays.span(values.orNull('moment', first), spanLength(exact(second, values))));
    case 'momentText':
      return { kind: 'text', sql: momentText(values.orNull('moment', first)) };
    case 'year':
    case 'month':
      return numberTerm(sql`extract(${sql.raw(name)} from ${dayOf(first, values)})`);
    default:
      return numberTerm(calculated('*', number, spans[name]));
  }
}

function dayOf(operand: Operand, values: SqlValues): Sql {
  return values.as('day', operand) ?? dayOfMoment(values.orNull('moment', operand));
}

/** The day a moment lies in, in Shanghai. */
function dayOfMoment(moment: Sql): Sql {
  return sql`((${moment} at time zone 'UTC') + interval '8 hours')::date`;
}

/** A time so many working days later. */
function addedTerm(time: Operand, count: Sql, values: SqlValues): Operand | undefined {
  if (isNull(time)) return nothing;
  const limit = sql`(${sql.lit(maxShift)} / ${dayLength})`;
  const whole = within(sql`round(${count})`, sql`(- ${limit})`, limit);
  const shift = numberTerm(sql`(${values.workDays.shift(dayOf(time, values), whole)} * ${dayLength})`);
  return movedTerm('+', time, shift, values);
}

/** Whole milliseconds, of no more than time may be moved by. */
function spanLength(count: Sql): Sql {
  const limit = sql.lit(maxShift);
  return within(sql`round(${count})`, sql`(- ${limit})`, limit);
}

/** Month, day and time of day in Shanghai; put together from numbers, since the database takes its own texts to change. */
function momentText(moment: Sql): Sql {
  const there = sql`((${moment} at time zone 'UTC') + interval '8 hours')`;
  const part = (name: string) => sql`extract(${sql.raw(name)} from ${there})::integer::text`;
  const two = (text: Sql) => sql`lpad(${text}, 2, '0')`;
  return sql`(${part('month')} || '月' || ${part('day')} || '日 ' || ${two(part('hour'))} || ':' || ${two(part('minute'))})`;
}

function sizeTerm(operand: Operand, values: SqlValues): Term {
  const kind = kindOf(operand);
  const size = (value: Sql): Term => ({ ...numberTerm(value), isInteger: true });
  if (isText(operand)) return size(sql`char_length(${values.orNull('text', operand)})`);
  if ('constant' in operand) return size(sql`null::integer`);
  if (kind === 'ids') return size(sql`cardinality(${operand.sql})`);
  if (kind !== 'json') return size(sql`null::integer`);
  const [items, characters] = [sql`jsonb_array_length(${operand.sql})`, sql`char_length(${operand.sql} #>> '{}')`];
  return size(sql`(case jsonb_typeof(${operand.sql}) when 'array' then ${items} when 'string' then ${characters} end)`);
}
