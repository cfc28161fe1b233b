import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EntityField,
  type Expression,
  evaluate,
  type FunctionName,
  parseExpression,
  type Value,
} from '../../engine/model/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Connection, connectDatabase } from './connect.ts';
import { conditionSql } from './expression-sql.ts';

const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;
const now = '2026-03-01T08:00:00.000Z';

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

/** What the database answers for each row, and what the evaluator does. */
async function both(
  expression: Expression,
  inline = false,
): Promise<{ stored: readonly unknown[]; computed: readonly unknown[] }> {
  const condition = conditionSql(expression, { column, scope: { user, now }, inline });
  const answer = await sql<{ value: unknown }>`select ${condition} as value from subject order by n`.execute(
    connection.db,
  );
  const asTruth = (value: Value) => (typeof value === 'boolean' ? value : null);
  return {
    stored: answer.rows.map((row) => row.value),
    computed: rows.map((record) => asTruth(evaluate(expression, { record, user, now }))),
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

  it('means in the database what it means in the evaluator, for random expressions', async () => {
    const path = (root: 'record' | 'user', key: string): Expression => ({ kind: 'path', root, path: [key] });
    const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
    const numbers = fc.oneof(
      fc.constantFrom('count', 'share').map((key) => path('record', key)),
      fc.integer({ min: -3, max: 4 }).map(literal),
      fc.constant(path('user', 'level')),
    );
    const texts = fc.oneof(
      fc.constantFrom('name', 'stage').map((key) => path('record', key)),
      fc.constantFrom('', 'deal', '王小明', 'a', "O'Neil", 'x').map(literal),
    );
    const moments = fc.oneof(
      fc.constantFrom('at', 'day').map((key) => path('record', key)),
      fc.constant<Expression>({ kind: 'path', root: 'now', path: [] }),
      fc.constantFrom('2026-02-28', '2026-03-01T08:00:00Z').map(literal),
    );
    const refs = fc.oneof(
      fc.constant(path('record', 'ownerId')),
      fc.constantFrom(...ids, 'none').map(literal),
      fc.constantFrom('id', 'departmentId').map((key) => path('user', key)),
    );
    const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=').map((operator) => operator as '==' | '<');
    const equality = fc.constantFrom('==' as const, '!=' as const);
    const binary = (
      left: fc.Arbitrary<Expression>,
      operator: fc.Arbitrary<'==' | '!=' | '<'>,
      right: fc.Arbitrary<Expression>,
    ) =>
      fc
        .tuple(left, operator, right)
        .map(([a, op, b]): Expression => ({ kind: 'binary', operator: op, left: a, right: b }));
    const anything = fc.oneof(
      numbers,
      texts,
      moments,
      refs,
      fc.constant(path('record', 'locked')),
      fc.constant(literal(null)),
    );
    const sum = fc
      .tuple(numbers, fc.constantFrom('+' as const, '-' as const, '*' as const), numbers)
      .map(([left, operator, right]): Expression => ({ kind: 'binary', operator, left, right }));
    const call = (name: FunctionName, ...args: Expression[]): Expression => ({ kind: 'call', name, args });
    const leaf = fc.oneof(
      binary(fc.oneof(numbers, sum), comparison, fc.oneof(numbers, sum)),
      binary(texts, comparison, texts),
      binary(moments, comparison, moments),
      binary(refs, equality, refs),
      binary(anything, equality, fc.constant(literal(null))),
      // Text beside a moment or a reference is left out: the evaluator has no types, the schema check refuses it.
      binary(fc.oneof(numbers, fc.constant(path('record', 'locked'))), comparison, anything),
      fc
        .tuple(
          texts,
          fc.array(
            texts.filter((text) => text.kind === 'literal'),
            { maxLength: 3 },
          ),
        )
        .map(([left, items]): Expression => ({ kind: 'binary', operator: 'in', left, right: { kind: 'list', items } })),
      refs.map((left): Expression => ({ kind: 'binary', operator: 'in', left, right: path('record', 'poolIds') })),
      fc.tuple(texts, texts).map(([a, b]) => call('contains', a, b)),
      fc.constant(path('record', 'locked')),
    );
    const condition = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        tie('tree').map((operand): Expression => ({ kind: 'not', operand })),
        fc
          .tuple(tie('tree'), fc.constantFrom('&&' as const, '||' as const), tie('tree'))
          .map(([left, operator, right]): Expression => ({ kind: 'binary', operator, left, right })),
        fc
          .tuple(tie('tree'), tie('tree'), tie('tree'))
          .map(([test, whenTrue, whenFalse]): Expression => ({ kind: 'conditional', test, whenTrue, whenFalse })),
      ),
    })).tree;
    await fc.assert(
      fc.asyncProperty(condition, fc.boolean(), async (expression, inline) => {
        const { stored, computed } = await both(expression, inline);
        expect(stored).toEqual(computed);
      }),
      { seed: 20_260_301, numRuns: process.env.TEST_DEPTH === 'deep' ? 20_000 : 500 },
    );
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
