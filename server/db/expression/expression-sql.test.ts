import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { type Expression, evaluate, parseExpression, type Value } from '../../../engine/model/expression/index.ts';
import { workCalendar } from '../../../engine/model/time/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Connection, connectDatabase } from '../connection/connect.ts';
import { conditionSql, valueSql } from './expression-sql.ts';

const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;
const now = '2026-03-01T08:00:00.000Z';
// The last Saturday of February is worked, the Monday before and the first of the next week are not.
const told = [
  { day: '2026-02-28', isWorked: true },
  { day: '2026-02-23', isWorked: false },
  { day: '2026-03-02', isWorked: false },
];
const time = { now, calendar: workCalendar(told) };

const types: Readonly<Record<string, EntityField['type']>> = {
  name: 'string',
  stage: 'enum',
  count: 'int',
  share: 'decimal',
  locked: 'bool',
  day: 'date',
  at: 'datetime',
  ownerId: 'ref',
  poolIds: 'refs',
  tags: 'json',
};

type Row = Readonly<Record<string, unknown>>;
const rows: readonly Row[] = [
  {
    name: '王小明',
    stage: 'fresh',
    count: 3,
    share: 0.5,
    locked: true,
    day: '2026-03-01',
    at: '2026-02-28T08:00:00.000Z',
    ownerId: ids[0],
    poolIds: [ids[0]],
    tags: ['a', 'b'],
  },
  {
    name: "O'Neil",
    stage: 'deal',
    count: 0,
    share: -2,
    locked: false,
    day: '2026-02-27',
    at: '2026-03-01T08:00:00.000Z',
    ownerId: ids[1],
    poolIds: [],
    tags: [],
  },
  {
    name: '',
    stage: 'deal',
    count: -1,
    share: 12.25,
    locked: false,
    day: '2027-01-01',
    at: '2026-03-05T00:00:00.000Z',
    ownerId: ids[1],
    poolIds: [...ids],
    tags: null,
  },
  {
    name: null,
    stage: null,
    count: null,
    share: null,
    locked: null,
    day: null,
    at: null,
    ownerId: null,
    poolIds: [],
    tags: null,
  },
];
const user = { id: ids[0], departmentId: null, poolIds: [ids[1]], name: 'a', level: 2 };

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  connection = connectDatabase({ url: database.migratorUrl });
  await sql`create table subject (n int, name text, stage text, count int, share numeric(12,4), locked boolean, day date, at timestamptz(3), owner_id uuid, pool_ids uuid[], tags jsonb)`.execute(
    connection.db,
  );
  for (const [n, row] of rows.entries()) {
    await sql`insert into subject values (${n}, ${row.name}, ${row.stage}, ${row.count}, ${row.share}, ${row.locked}, ${row.day}, ${row.at}, ${row.ownerId}, ${row.poolIds}, ${row.tags === null ? null : JSON.stringify(row.tags)})`.execute(
      connection.db,
    );
  }
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

function column(path: readonly string[]) {
  const key = path[0] ?? '';
  const type = types[key];
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return type === undefined ? undefined : { sql: sql.ref(`subject.${name}`), field: { key, type } };
}

// Statements that make indexes and constraints name the column alone.
function ownColumn(path: readonly string[]) {
  const found = column(path);
  const name = (path[0] ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return found === undefined ? undefined : { ...found, sql: sql.ref(name) };
}

/** What the database answers for each row, and what the evaluator does. */
async function both(
  expression: Expression,
  inline = false,
): Promise<{ stored: readonly unknown[]; computed: readonly unknown[] }> {
  const condition = conditionSql(expression, { column, scope: { user, ...time }, inline });
  const answer = await sql<{ value: unknown }>`select ${condition} as value from subject order by n`.execute(
    connection.db,
  );
  const asTruth = (value: Value) => (typeof value === 'boolean' ? value : null);
  return {
    stored: answer.rows.map((row) => row.value),
    computed: rows.map((record) => asTruth(evaluate(expression, { record, user, ...time }))),
  };
}

function parsed(source: string): Expression {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${source}: ${outcome.expected}`);
  return outcome.expression;
}

describe('conditionSql', () => {
  it.each([
    ["record.stage == 'deal'", [false, true, true, null]],
    ["record.stage != 'deal'", [true, false, false, null]],
    ['record.stage == null', [false, false, false, true]],
    ['record.at != null && record.at < now', [true, false, false, false]],
    ['record.ownerId == user.id', [true, false, false, null]],
    ['record.ownerId == user.departmentId', [null, null, null, null]],
    ['user.departmentId == null', [true, true, true, true]],
    ["record.ownerId == 'no id'", [false, false, false, null]],
    ['user.id in record.poolIds', [true, false, true, false]],
    ['record.ownerId in user.poolIds', [false, true, true, null]],
    ["record.stage in ['fresh', 'deal']", [true, true, true, null]],
    ['record.stage in []', [false, false, false, null]],
    ['record.at > now - days(3)', [true, true, true, null]],
    ['record.at - now > days(2)', [false, false, true, null]],
    ["record.day >= '2026-03-01'", [true, false, true, null]],
    ['record.count / 2 > 1', [true, false, false, null]],
    ['record.count / 0 == 1', [null, null, null, null]],
    ["record.name == 'O\\'Neil'", [false, true, false, null]],
    ["contains(record.name, '小')", [true, false, false, null]],
    ["record.name.startsWith('王')", [true, false, false, null]],
    ['size(record.poolIds) == 1', [true, false, false, false]],
    ["size(record.name) >= 3 || record.stage == 'deal'", [true, true, true, null]],
    ["'a' in record.tags", [true, false, null, null]],
    ['!(record.locked)', [false, true, true, null]],
    ['record.locked ? record.count > 1 : record.share > 0', [true, false, true, null]],
    ['record.count == record.name', [null, null, null, null]],
    ['record.name', [null, null, null, null]],
    ['-record.count < 0', [true, false, false, null]],
  ])('%s', async (source, expected) => {
    for (const inline of [false, true]) {
      const { stored, computed } = await both(parsed(source), inline);
      expect(computed, 'evaluator').toEqual(expected);
      expect(stored, inline ? 'written in' : 'with parameters').toEqual(expected);
    }
  });

  it.each([
    "record.day >= '2026-03-01' && record.day + days(30) > '2026-04-01'",
    "record.at + hours(2) > '2026-03-01T00:00:00Z' && record.at > '2026-01-01'",
    'daysBetween(record.day, record.at) > 1 && dayOf(record.at) == record.day',
    "momentText(record.at) != '3月1日 09:05'",
    'year(record.at) == 2026 && month(record.day) == 3 && record.at - record.at == 0',
    "lower(record.name) == trim(upper(record.stage)) && endsWith(record.name, 'x')",
    'round(record.count / 3) > floor(record.share) && min(record.count, 2) < abs(record.share)',
    "'a' in record.tags && size(record.tags) > 0 && coalesce(record.locked, false)",
    "(record.locked ? record.name : 'x') in ['a', record.stage] && record.name + '!' != null",
  ])('never changes its answer, so that an index may be made of it: %s', async (source) => {
    const condition = conditionSql(parsed(source), { column: ownColumn, inline: true });
    await sql`create index on subject (n) where ${condition}`.execute(connection.db);
    await sql`alter table subject add constraint checked check (${condition} or true)`.execute(connection.db);
    await sql`alter table subject drop constraint checked`.execute(connection.db);
  });

  // 2026-02-28 is a Saturday that is worked, 2026-03-02 a Monday that is not.
  it.each([
    ["workDays('2026-02-27', record.at) == 1", [true, true, false, null]],
    ["addWorkDays(record.day, 1) == '2026-03-03'", [true, false, false, null]],
    ["addWorkDays(record.day, -1) == '2026-02-26'", [false, true, false, null]],
    ["workTime(record.at, '2026-03-03T00:00:00+08:00') == hours(8)", [true, false, false, null]],
    ["record.at + workSpan(record.at, hours(8)) == '2026-02-28T16:00:00Z'", [true, false, false, null]],
  ])('counts working days by the calendar of the call: %s', async (source, expected) => {
    const { stored, computed } = await both(parsed(source));
    expect(computed, 'evaluator').toEqual(expected);
    expect(stored).toEqual(expected);
  });

  it('asks a masked field for its presence and for nothing else', async () => {
    const masked = () => ({
      sql: sql.ref('subject.name'),
      field: { key: 'mobile', type: 'mobile', mask: 'mobile' } as const,
    });
    const ask = async (source: string) => {
      const answer = await sql<{
        value: unknown;
      }>`select ${conditionSql(parsed(source), { column: masked })} as value from subject order by n`.execute(
        connection.db,
      );
      return answer.rows.map((row) => row.value);
    };
    expect(await ask('record.mobile != null')).toEqual([true, true, true, false]);
    expect(await ask("record.mobile == '王小明'")).toEqual([null, null, null, null]);
    expect(await ask("contains(record.mobile, '王')")).toEqual([null, null, null, null]);
  });

  it('names a column that is not there', () => {
    expect(() => conditionSql(parsed('record.nothing == 1'), { column })).toThrow('record.nothing');
  });
});

describe('valueSql', () => {
  const scope = { user, ...time };
  const values = async (source: string, kind?: Parameters<typeof valueSql>[2]) => {
    const value = valueSql(parsed(source), { column, scope }, kind);
    const answer = await sql<{
      value: unknown;
      type: string;
    }>`select ${value} as value, pg_typeof(${value})::text as type from subject order by n`.execute(connection.db);
    return { type: answer.rows[0]?.type, values: answer.rows.map((row) => row.value) };
  };

  it.each([
    ['record.count * 2', 'numeric', [6, 0, -2, null]],
    ['record.share / 3', 'numeric', [0.1666666667, -0.6666666667, 4.0833333333, null]],
    ["record.name + '！'", 'text', ['王小明！', "O'Neil！", '！', null]],
    ['record.count > 0', 'boolean', [true, false, false, null]],
    ['record.day + days(1)', 'date', ['2026-03-02', '2026-02-28', '2027-01-02', null]],
    [
      'record.at + hours(1)',
      'timestamp with time zone',
      ['2026-02-28T09:00:00.000Z', '2026-03-01T09:00:00.000Z', '2026-03-05T01:00:00.000Z', null],
    ],
    ['dayOf(record.at + hours(10))', 'date', ['2026-03-01', '2026-03-02', '2026-03-05', null]],
    ['record.ownerId', 'uuid', [ids[0], ids[1], ids[1], null]],
    ["record.locked ? 'yes' : 'no'", 'text', ['yes', 'no', 'no', 'no']],
    ["'constant'", 'text', ['constant', 'constant', 'constant', 'constant']],
  ])('%s is %s', async (source, type, expected) => {
    expect(await values(source)).toEqual({ type, values: expected });
  });

  it('answers in the kind asked for: a day as the moment it begins, nothing for another kind', async () => {
    expect(await values('record.day', 'moment')).toEqual({
      type: 'timestamp with time zone',
      values: ['2026-02-28T16:00:00.000Z', '2026-02-26T16:00:00.000Z', '2026-12-31T16:00:00.000Z', null],
    });
    expect(await values('record.name', 'number')).toEqual({ type: 'numeric', values: [null, null, null, null] });
    expect(await values("'2026-03-01'", 'text')).toMatchObject({ type: 'text' });
  });

  it('is null, never an error, where a number or a time leaves its range', async () => {
    const far = 'record.at + days(1000000000000) == null && record.day + days(record.count * 1000000000) == null';
    const { stored } = await both(parsed(`${far} || record.count < 1 || record.count == null`));
    expect(stored).toEqual([true, true, true, true]);
    const moved = (at: string) => new Date(Date.parse(at) + 72_000 * 86_400_000).toISOString();
    expect((await values('record.at + days(36000) + days(36000)')).values).toEqual(
      rows.map(({ at }) => (typeof at === 'string' ? moved(at) : null)),
    );
  });
});
