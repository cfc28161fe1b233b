import { type QueryResult, type RootOperationNode, sql, type UnknownRow } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../kernel/operation/prepare-rows.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { noServices } from '../../seed/no-services.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import type { ImportPlan } from './import-plan.ts';
import { intakeOf } from './intake.ts';
import type { ReadRow } from './read-rows.ts';
import { rowsInTurns } from './rows-in-turns.ts';
import { writeRows } from './write-rows.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

const tools = (count: number, codeOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'create' as const,
    values: { name: `工具${at}`, code: codeOf(at), enabled: true },
  }));

const planOf = (entity: string, over: Partial<ImportPlan> = {}): ImportPlan => ({
  intake: intakeOf(modelOf(room.documents, entity)),
  rules: new Map(),
  fields: [],
  mapping: {},
  policy: 'skip',
  by: [],
  dryRun: false,
  ...over,
});

const within = <Answer>(work: (context: RuleContext) => Promise<Answer>) =>
  inTransaction(room.records.platform.db, (db) => {
    const inside = { ...room.records.platform, db };
    const caller = room.caller();
    const now = new Date().toISOString();
    return work({
      ...inside,
      protection: createProtection(room.database.secretKey),
      userAttributes: new Map(),
      services: noServices,
      caller,
      page: undefined,
      now,
      calendar: weekdaysOnly,
      requestId: 'test',
      idempotencyKey: undefined,
      records: new SqlRecordStore(inside, { staffId: caller.staffId, now }),
    });
  });

const write = (rows: readonly ReadRow[], rules?: DomainRules, entity = 'tool') => {
  const plan = planOf(entity, { rules: new Map(rules === undefined ? [] : [['tool', rules]]) });
  return within((context) => writeRows(plan, rows, [], context));
};

const stored = async () => [await room.records.count('tool', {}), await room.records.count('operation_log', {})];

it('writes many rows each with its log row', async () => {
  const before = await stored();
  const outcomes = await write(tools(700, (at) => `A-${at}`));
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
  expect(await stored()).toEqual(before.map((count) => count + 700));
});

it.each([3, 130, 450, 699])('leaves out the one row that the database refuses, the %ith, and no other', async (bad) => {
  const before = await stored();
  const outcomes = await write(tools(700, (at) => (at === bad ? 'A-5' : `B${bad}-${at}`)));
  const left = outcomes.flatMap(({ outcome }, at) => (outcome === 'created' ? [] : [{ outcome, at }]));
  expect(left).toEqual([{ outcome: 'duplicated', at: bad }]);
  expect(await stored()).toEqual(before.map((count) => count + 699));
});

it('asks rules once for rows that come together, of which no two are the same where one would have to see the other', async () => {
  const sets: (readonly Values[])[] = [];
  const rules: DomainRules = {
    entity: 'tool',
    apartBy: 'price',
    prepareMany(rows) {
      sets.push(rows);
      return prepareEach(rows, ({ price, code }) => {
        if (price === 7) throw refuse('E_STATE');
        return { name: `备好 ${code}` };
      });
    },
  };
  const prices = [1, 2, 1, 7, 3, 1, 2];
  const rows = tools(7, (at) => `C-${at}`).map((row, at) => ({ ...row, values: { ...row.values, price: prices[at] } }));
  const outcomes = await write(rows, rules);
  expect(sets.map((set) => set.map(({ code }) => code))).toEqual([
    ['C-0', 'C-1', 'C-3', 'C-4'],
    ['C-2', 'C-6'],
    ['C-5'],
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(prices.map((price) => (price === 7 ? 'failed' : 'created')));
  const codes = ['C-0', 'C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'];
  expect(await room.records.count('tool', { code: codes })).toBe(6);
  expect(await room.records.findOne('tool', { code: 'C-6' })).toMatchObject({ name: '备好 C-6', price: 2 });
});

it('knows of each row what rules made along with it, though all of it is written together', async () => {
  const rules: DomainRules = {
    entity: 'tool',
    prepareMany: (rows) => prepareEach(rows, () => ({})),
    afterCreate: async (toolId, { code }, { records }) => {
      if (code !== 'E-1') await records.insertLater('tool_part', { toolId, name: `${code} 的部件` });
    },
  };
  const outcomes = await write(
    tools(3, (at) => `E-${at}`),
    rules,
  );
  const made = outcomes.map((outcome) => (outcome.outcome === 'created' ? outcome : undefined));
  expect(made.map((one) => one?.along.length)).toEqual([1, 0, 1]);
  for (const one of made)
    for (const { id } of one?.along ?? [])
      expect(await room.records.findOne('tool_part', { id })).toMatchObject({ toolId: one?.id });
});

it('looks at rows one after another where rules do, and takes back what they wrote before they refused one', async () => {
  const seen: number[] = [];
  const rules: DomainRules = {
    entity: 'tool',
    async beforeCreate({ code }, { records }) {
      await records.insert('drawer', { name: `为 ${code}`, path: '/' });
      seen.push(await records.count('tool', { name: '逐行' }));
      if (code === 'D-1') throw refuse('E_STATE');
      return { name: '逐行' };
    },
  };
  const outcomes = await write(
    tools(3, (at) => `D-${at}`),
    rules,
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'created']);
  expect(seen).toEqual([0, 1, 1]);
  const drawers = await room.records.find('drawer', { name: ['为 D-0', '为 D-1', '为 D-2'] });
  expect(drawers.map(({ name }) => name).toSorted()).toEqual(['为 D-0', '为 D-2']);
});

it('changes a row that is there after the new rows above it and before those below', async () => {
  const { id } = await room.run<{ id: string }>('/v1/tool/create', { name: '先有', code: 'F-0' });
  const rows: readonly ReadRow[] = [
    ...tools(1, () => 'F-0'),
    { kind: 'update', id, values: { code: 'F-2' } },
    ...tools(1, () => 'F-0'),
  ];
  expect((await write(rows)).map(({ outcome }) => outcome)).toEqual(['duplicated', 'updated', 'created']);
  expect(await room.records.findOne('tool', { id })).toMatchObject({ code: 'F-2', version: 2 });
});

it('places each node of a tree by those above it', async () => {
  const root = await room.run<{ id: string }>('/v1/drawer/create', { name: '柜' });
  const names = ['上层', '下层'];
  const rows = names.map((name) => ({ kind: 'create' as const, values: { name, parentId: root.id } }));
  expect((await write(rows, undefined, 'drawer')).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  for (const { id, path } of await room.records.find('drawer', { name: names }))
    expect(path).toBe(`/${root.id}/${id}/`);
});

/** How a table with these fields in its columns is read. */
function readingOf(entity: string, keys: readonly string[], over: Partial<ImportPlan> = {}): ImportPlan {
  const plan = planOf(entity, over);
  const fields = keys.flatMap((key) => plan.intake.fields.get(key) ?? []);
  return { ...plan, fields, mapping: Object.fromEntries(keys.map((key, at) => [key, at])) };
}

const staged = (...rows: readonly (readonly string[])[]) => rows.map((cells, at) => ({ number: at + 1, cells }));

/** Counts the statements that go through it. */
class CountedStatements {
  count = 0;
  transformQuery({ node }: { readonly node: RootOperationNode }): RootOperationNode {
    this.count += 1;
    return node;
  }
  transformResult({ result }: { readonly result: QueryResult<UnknownRow> }): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

it('looks up what is there already once for all rows that are read some at a time', async () => {
  await room.run('/v1/tool/create', { name: '已有', code: 'G-4' });
  const plan = readingOf('tool', ['name', 'code'], { by: ['code'] });
  const rows = staged(...Array.from({ length: 6 }, (_, at) => [`读${at}`, `G-${at}`]));
  const counted = new CountedStatements();
  const sets: (readonly ReadRow[])[] = [];
  await within(async (context) => {
    const counting = { ...context, db: context.db.withPlugin(counted) };
    for await (const ready of rowsInTurns(plan, rows, 2, counting)) sets.push(ready);
  });
  expect(sets.map((set) => set.map(({ kind }) => kind))).toEqual([
    ['create', 'create'],
    ['create', 'create'],
    ['over', 'create'],
  ]);
  // Those that are there and those in the recycle bin.
  expect(counted.count).toBe(2);
});

/** Tells how many rows were checked against them. */
class CountedFields extends Map<string, EntityField> {
  checked = 0;
  override values() {
    this.checked += 1;
    return super.values();
  }
}

it('checks the next rows while those before them are written, and none beyond', async () => {
  const plan = readingOf('tool', ['name', 'code']);
  const fields = new CountedFields(plan.intake.fields);
  const rows = staged(...Array.from({ length: 90 }, (_, at) => [`读${at}`, `H-${at}`]));
  await within(async (context) => {
    const reading = rowsInTurns({ ...plan, intake: { ...plan.intake, fields } }, rows, 30, context);
    expect((await reading.next()).value).toHaveLength(30);
    await sql`select pg_sleep(0.2)`.execute(context.db);
    expect(fields.checked).toBe(60);
    await reading.return(undefined);
  });
});

it('reads a row that may name another of the table once that is written', async () => {
  const plan = readingOf('drawer', ['name', 'parentId']);
  const rows = staged(['新柜', ''], ['新屉', '新柜']);
  const outcomes = await within(async (context) => {
    const all: string[] = [];
    for await (const ready of rowsInTurns(plan, rows, 1, context))
      all.push(...(await writeRows(plan, ready, [], context)).map(({ outcome }) => outcome));
    return all;
  });
  expect(outcomes).toEqual(['created', 'created']);
});
