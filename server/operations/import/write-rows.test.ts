import { afterAll, beforeAll, expect, it } from 'vitest';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../kernel/operation/prepare-rows.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { noServices } from '../../seed/no-services.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import type { ImportPlan } from './import-plan.ts';
import { intakeOf } from './intake.ts';
import type { ReadRow } from './read-rows.ts';
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

const write = (rows: readonly ReadRow[], rules?: DomainRules, entity = 'tool') =>
  inTransaction(room.records.platform.db, (db) => {
    const inside = { ...room.records.platform, db };
    const caller = room.caller();
    const now = new Date().toISOString();
    const plan: ImportPlan = {
      intake: intakeOf(modelOf(room.documents, entity)),
      rules: new Map(rules === undefined ? [] : [['tool', rules]]),
      fields: [],
      mapping: {},
      policy: 'skip',
      by: [],
      dryRun: false,
    };
    const context = {
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
    };
    return writeRows(plan, rows, [], context);
  });

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
