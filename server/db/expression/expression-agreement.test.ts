import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkExpression,
  type Expression,
  type ExpressionType,
  evaluate,
  expressionUses,
  parseExpression,
  parseMoment,
  type Scope,
  type Value,
} from '../../../engine/model/expression/index.ts';
import { type WorkCalendar, weekdaysOnly, workCalendar } from '../../../engine/model/time/index.ts';
import type { Db } from '../../kernel/database/db.ts';
import { ids, type RandomType, typedSources, untypedSources } from '../../testing/random/random-expression.ts';
import { fieldTypes, ownerTypes, person, randomRows, subject } from '../../testing/random/random-subject.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Connection, connectDatabase } from '../connection/connect.ts';
import { conditionSql, valueSql } from './expression-sql.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const runs = isDeep ? 10_000 : 500;
const rows = randomRows(isDeep ? 40 : 25);

const now = '2026-03-01T08:00:00.000Z';
const user = {
  id: ids[0],
  name: '2026-03-01',
  departmentId: null,
  poolIds: [ids[1]],
  noIds: [],
  tags: ['a', 'deal'],
  level: 2.5,
  none: null,
  isNew: true,
  since: '2026-02-27T16:00:00.000Z',
  birthday: '1988-07-01',
};
const reference: ExpressionType = { kind: 'reference' };
const userTypes = new Map<string, ExpressionType>([
  ['poolIds', { kind: 'list', of: reference }],
  ['noIds', { kind: 'list', of: reference }],
  ['tags', { kind: 'list', of: { kind: 'text' } }],
  ['level', { kind: 'number', whole: false }],
  ['none', { kind: 'number', whole: false }],
  ['isNew', { kind: 'bool' }],
  ['since', { kind: 'moment' }],
  ['birthday', { kind: 'day' }],
]);
const stage = {
  schemaVersion: 2 as const,
  name: 'stage',
  title: 'stage',
  values: ['deal', 'fresh', 'lost'].map((key) => ({ key, title: key })),
};
const environment = {
  entities: new Map([subject, person].map((document) => [document.name, document])),
  dictionaries: new Map([[stage.name, stage]]),
  record: subject,
  user: userTypes,
};
const faultsOf = (source: string) => checkExpression(source, { ...expressionUses.dataset, result: 'any' }, environment);

const toColumn = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes the table of the random rows and fills it. */
async function storeRows(rows: readonly Readonly<Record<string, unknown>>[], db: Db): Promise<void> {
  await sql`create table subject (n int, name text, note text, stage text, former_stage text, count int, price bigint, share numeric(12,4), locked boolean, day date, due date, at timestamptz(3), ended_at timestamptz(3), owner_id uuid, helper_id uuid, pool_ids uuid[], tags jsonb, mobile text, owner_name text, owner_level int, owner_joined_on date, owner_since timestamptz(3), owner_active boolean)`.execute(
    db,
  );
  for (const [n, values] of rows.entries()) {
    const owner = values.owner ?? {};
    const cells = [
      sql`${n}`,
      ...Object.keys(fieldTypes).map((key) => cell(key, values[key])),
      ...Object.keys(ownerTypes).map((key) => cell(key, Reflect.get(owner, key))),
    ];
    await sql`insert into subject values (${sql.join(cells)})`.execute(db);
  }
}

function cell(key: string, value: unknown): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`null`;
  return key === 'tags' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}

/** Where a path of the random expressions is stored. */
function subjectColumn(path: readonly string[]) {
  const [first = '', second] = path;
  const type = second === undefined ? fieldTypes[first] : ownerTypes[second];
  if (type === undefined || path.length > 2 || (second !== undefined && first !== 'owner')) return undefined;
  const key = second ?? first;
  const field = { key, type, ...(type === 'mobile' ? { mask: 'mobile' as const } : {}) };
  return { sql: sql.ref(`subject.${path.map(toColumn).join('_')}`), field };
}

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  connection = connectDatabase({ url: database.migratorUrl });
  await storeRows(rows, connection.db);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

function parsed(source: string): Expression {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${source}: ${outcome.expectedEn}`);
  return outcome.expression;
}

type Evaluate = (expression: Expression, scope: Scope) => Value;

/** A moment may be written in several ways; what counts is the instant. */
function comparable(value: unknown, type: RandomType): unknown {
  return type === 'moment' && typeof value === 'string' ? parseMoment(value) : value;
}

/** What the database answers for each row, and what an evaluator does. */
async function both(source: string, type: RandomType, inline: boolean, evaluator: Evaluate, calendar: WorkCalendar) {
  const expression = parsed(source);
  const options = { column: subjectColumn, scope: { user, now, calendar }, inline };
  const kind = type === 'reference' ? 'id' : type;
  const compiled = type === 'bool' ? conditionSql(expression, options) : valueSql(expression, options, kind);
  const answer = await sql<{ value: unknown }>`select ${compiled} as value from subject order by n`.execute(
    connection.db,
  );
  return {
    stored: answer.rows.map((row) => comparable(row.value, type)),
    computed: rows.map((record) => comparable(evaluator(expression, { record, user, now, calendar }), type)),
  };
}

/** Calendars of the days around those of the rows, with many days told. */
const calendars = fc
  .array(
    fc.record({
      day: fc
        .integer({ min: -60, max: 120 })
        .map((days) => new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)),
      isWorked: fc.boolean(),
    }),
    { maxLength: 120 },
  )
  .map((told) => workCalendar(told));

const types: readonly RandomType[] = ['bool', 'number', 'text', 'moment', 'day', 'reference'];
const sources = typedSources(4);
const typed = fc.oneof(
  { weight: 3, arbitrary: sources.bool.map((source) => ({ source, type: 'bool' as RandomType })) },
  ...types.slice(1).map((type) => ({ weight: 1, arbitrary: sources[type].map((source) => ({ source, type })) })),
);

/** An aggregate over all rows, of what a random expression makes of each. */
const aggregated = fc.oneof(
  sources.number.chain((source) =>
    fc.constantFrom('sum', 'minOf', 'maxOf').map((name) => ({ name, source, type: 'number' as RandomType })),
  ),
  sources.bool.chain((source) =>
    fc.constantFrom('any', 'all').map((name) => ({ name, source, type: 'bool' as RandomType })),
  ),
  sources.bool.map((source) => ({ name: 'count', source, type: 'number' as RandomType })),
  ...(['moment', 'day'] as const).map((type) =>
    sources[type].chain((source) => fc.constantFrom('minOf', 'maxOf').map((name) => ({ name, source, type }))),
  ),
);

/** What the database makes of some of the rows as child rows, and what an evaluator does. */
async function bothOfRows(
  source: string,
  type: RandomType,
  count: number,
  evaluator: Evaluate,
  calendar: WorkCalendar,
) {
  const expression = parsed(source);
  const childRows = () => ({
    column: subjectColumn,
    select: (value: RawBuilder<unknown>) => sql`(select ${value} from subject where n < ${count})`,
  });
  const options = { column: () => undefined, childRows, scope: { now, calendar } };
  const compiled =
    type === 'bool'
      ? conditionSql(expression, options)
      : valueSql(expression, options, type === 'reference' ? 'id' : type);
  const answer = await sql<{ value: unknown }>`select ${compiled} as value`.execute(connection.db);
  const record = { rows: rows.slice(0, count) };
  return {
    stored: comparable(answer.rows[0]?.value, type),
    computed: comparable(evaluator(expression, { record, now, calendar }), type),
  };
}

function agreementOfRows(evaluator: Evaluate, numRuns: number) {
  return fc.check(
    fc.asyncProperty(aggregated, fc.nat(6), calendars, async ({ name, source, type }, count, calendar) => {
      const of = source.replaceAll('record.', 'row.');
      const whole = `${name}(record.rows, ${of})`;
      fc.pre(!/\buser\b/.test(source) && parseExpression(whole).ok);
      const { stored, computed } = await bothOfRows(whole, type, count, evaluator, calendar);
      expect(stored, whole).toEqual(computed);
    }),
    { seed: 20_260_301, numRuns },
  );
}

/** Runs the same comparison with any evaluator. */
function agreement(evaluator: Evaluate, numRuns: number) {
  return fc.check(
    fc.asyncProperty(typed, fc.boolean(), calendars, async ({ source, type }, inline, calendar) => {
      fc.pre(parseExpression(source).ok);
      const { stored, computed } = await both(source, type, inline, evaluator, calendar);
      expect(stored, source).toEqual(computed);
    }),
    { seed: 20_260_301, numRuns },
  );
}

describe('evaluator and database', () => {
  it('answer the same for random expressions over random rows', async () => {
    const details = await agreement(evaluate, runs);
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
    expect(details.numRuns).toBe(runs);
  });

  it('gather the same from random child rows', async () => {
    const details = await agreementOfRows(evaluate, runs);
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
    expect(details.numRuns).toBe(runs);
  });

  it('are seen to disagree when an unknown row counts as one where the condition fails', async () => {
    const careless: Evaluate = (expression, scope) => {
      const value = evaluate(expression, scope);
      return value === null && expression.kind === 'aggregate' && expression.name === 'any' ? false : value;
    };
    expect((await agreementOfRows(careless, 2000)).failed).toBe(true);
  });

  it('are seen to disagree when the evaluator takes unknown for false', async () => {
    const twoValued: Evaluate = (expression, scope) => {
      const value = evaluate(expression, scope);
      return value === null && expression.kind === 'binary' ? false : value;
    };
    expect((await agreement(twoValued, 500)).failed).toBe(true);
  });

  it('are seen to disagree when the evaluator counts in binary fractions', async () => {
    const binary: Evaluate = (expression, scope) => {
      if (expression.kind !== 'binary' || expression.operator !== '/') return evaluate(expression, scope);
      const [a, b] = [evaluate(expression.left, scope), evaluate(expression.right, scope)];
      return typeof a === 'number' && typeof b === 'number' && b !== 0 ? a / b : null;
    };
    expect((await agreement(binary, 5000)).failed).toBe(true);
  });
});

describe('the type check', () => {
  it('accepts what is made to fit', () => {
    fc.assert(
      fc.property(typed, ({ source }) => {
        fc.pre(parseExpression(source).ok);
        expect(faultsOf(source), source).toEqual([]);
      }),
      { seed: 7, numRuns: runs },
    );
  });

  it('accepts nothing that has no SQL, or another meaning in it', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(untypedSources(), async (source) => {
        if (faultsOf(source).length > 0) return;
        accepted += 1;
        const expression = parsed(source);
        // Compiles as a value and as a condition; as a condition it answers what the evaluator does.
        valueSql(expression, { column: subjectColumn, scope: { user, now, calendar: weekdaysOnly } });
        const { stored, computed } = await both(source, 'bool', false, evaluate, weekdaysOnly);
        expect(stored, source).toEqual(computed.map((value) => (typeof value === 'boolean' ? value : null)));
      }),
      { seed: 11, numRuns: runs * 4 },
    );
    expect(accepted).toBeGreaterThan(runs / 20);
  });
});
