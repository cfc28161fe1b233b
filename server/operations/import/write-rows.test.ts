import { afterAll, beforeAll, expect, it } from 'vitest';
import { weekdaysOnly } from '../../../engine/model/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { noServices } from '../../seed/no-services.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import type { ImportPlan } from './import-plan.ts';
import { intakeOf } from './intake.ts';
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

const write = (rows: ReturnType<typeof tools>) =>
  inTransaction(room.records.platform.db, (db) => {
    const inside = { ...room.records.platform, db };
    const caller = room.caller();
    const now = new Date().toISOString();
    const plan: ImportPlan = {
      intake: intakeOf(modelOf(room.documents, 'tool')),
      rules: new Map(),
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
