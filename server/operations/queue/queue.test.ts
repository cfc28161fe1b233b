import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { QueueAnswer } from '../../../engine/model/entity/index.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Database } from '../../kernel/database/db.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

const paper: EntityDocument = {
  schemaVersion: 2,
  name: 'paper',
  title: '答卷',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: [
    field('name', 'string', { required: true }),
    field('rank', 'int', { sortable: true }),
    field('state', 'enum', { dictionary: 'paper_state', required: true, readonly: true }),
    field('score', 'int'),
    field('groupId', 'ref', { ref: 'staff' }),
    field('markerId', 'ref', { ref: 'staff', readonly: true }),
    field('markUntil', 'datetime', { readonly: true }),
  ],
  access: { owner: ['groupId'] },
  children: [{ key: 'answers', title: '答案', entity: 'answer', by: 'paperId', max: 20 }],
  queue: {
    lock: 'markerId',
    until: 'markUntil',
    minutes: 10,
    where: "record.state == 'handed_in'",
    order: ['-rank', 'createdAt'],
    permission: 'paper:mark',
  },
  states: [
    {
      key: 'marking',
      field: 'state',
      initial: ['handed_in'],
      editable: { '*': '*' },
      transitions: [
        {
          key: 'mark',
          title: '批改',
          from: ['handed_in'],
          to: 'marked',
          permission: 'paper:mark',
          who: { when: 'record.groupId == null || record.groupId != user.id', message: '自己组的由别人批' },
          input: [{ key: 'score', required: true }],
          bulk: true,
        },
        { key: 'reopen', title: '重批', from: ['marked'], to: 'handed_in', permission: 'paper:mark' },
      ],
    },
  ],
};
const answer: EntityDocument = {
  schemaVersion: 2,
  name: 'answer',
  title: '答案',
  label: 'words',
  operations: ['query', 'view', 'create', 'modify', 'delete'],
  fields: [field('paperId', 'ref', { ref: 'paper', required: true }), field('words', 'string', { required: true })],
};
const states = {
  schemaVersion: 2 as const,
  name: 'paper_state',
  title: '答卷状态',
  values: [
    { key: 'handed_in', title: '待批' },
    { key: 'marked', title: '已批' },
  ],
};

let room: TestOperations;
let wang: Caller;
let li: Caller;

const person = async (name: string, over: Partial<Caller> = {}) => {
  const staffId = await room.records.insert('staff', { name });
  return room.caller({ staffId, name, ...over });
};

beforeAll(async () => {
  room = await startOperations([paper, answer], { dictionaries: [states] });
  wang = await person('小王');
  li = await person('老李');
}, 60_000);
afterAll(() => room.close());

let ids: readonly string[];
beforeEach(async () => {
  await room.database.rows('delete from answer');
  await room.database.rows('delete from paper');
  ids = [];
  for (const [name, rank] of [
    ['一', 1],
    ['二', 2],
    ['三', 2],
  ] as const)
    ids = [...ids, (await room.run<{ id: string }>('/v1/paper/create', { name, rank })).id];
});

const next = (caller: Caller, body: Values = {}, over = {}) =>
  room.run<QueueAnswer>('/v1/paper/queue/next', body, caller, over);
const taken = async (caller: Caller, body: Values = {}) => (await next(caller, body)).id;
const codeOf = async (path: string, body: Values, caller: Caller) => (await room.refusal(path, body, caller)).code;
const paperOf = async (id: string | undefined) =>
  (await room.database.rows('select version, marker_id, score, state, deleted_at from paper where id = $1', [id]))[0];
const passed = (id: string | undefined) =>
  room.database.rows("update paper set mark_until = now() - interval '1 second' where id = $1", [id]);

describe('taking the next', () => {
  it('gives the first that waits by the order of the queue, the same one again, and another one to the next person', async () => {
    expect(await taken(wang)).toBe(ids[1]);
    expect(await taken(wang)).toBe(ids[1]);
    expect(await taken(li)).toBe(ids[2]);
    expect(await paperOf(ids[1])).toMatchObject({ version: 1, marker_id: wang.staffId });
  });

  it('says until when it is kept, and gives it to another one after that', async () => {
    const now = new Date().toISOString();
    const { until } = await next(wang, {}, { now });
    expect(until).toBe(new Date(Date.parse(now) + 600_000).toISOString());
    await passed(ids[1]);
    expect(await taken(li)).toBe(ids[1]);
  });

  it('passes over what is skipped, and frees it where it was the caller’s', async () => {
    await taken(wang);
    expect(await taken(wang, { skip: [ids[1]] })).toBe(ids[2]);
    expect(await taken(li)).toBe(ids[1]);
    // Another's is not freed by skipping it.
    await taken(wang, { skip: [ids[1], ids[2]] });
    expect(await paperOf(ids[1])).toMatchObject({ marker_id: li.staffId });
  });

  it('gives nothing once none waits, and none that was deleted, done or lies outside the caller’s rows', async () => {
    const own = await person('只看自己的', { dataScope: 'self' });
    expect(await next(own)).toEqual({ id: null, until: null });
    await room.run('/v1/paper/mark', { id: ids[1], score: 1 });
    await room.run('/v1/paper/delete', { id: ids[2] });
    expect(await taken(wang)).toBe(ids[0]);
    expect(await next(li)).toEqual({ id: null, until: null });
  });

  it('gives nobody what he may not do with it by the condition of its transition', async () => {
    await room.database.rows('update paper set group_id = $1 where id = $2', [wang.staffId, ids[1]]);
    expect(await taken(wang)).toBe(ids[2]);
    expect(await taken(li)).toBe(ids[1]);
    expect(await codeOf('/v1/paper/mark', { id: ids[1], score: 1 }, wang)).toBe('E_WHO');
  });

  it('asks for the permission of the queue', async () => {
    const reader = await person('只读', { grants: new Set(['paper:query', 'paper:get']) });
    expect(await codeOf('/v1/paper/queue/next', {}, reader)).toBe('E_NO_PERMISSION');
  });

  it('gives each row to one person, also where fifty ask at once', async () => {
    const many = await Promise.all(Array.from({ length: 50 }, (_, at) => person(`甲${at}`)));
    for (let at = 0; at < 37; at += 1) await room.run('/v1/paper/create', { name: `卷${at}`, rank: 0 });
    const given = (await Promise.all(many.map((caller) => taken(caller)))).filter((id) => id !== null);
    expect(given).toHaveLength(40);
    expect(new Set(given).size).toBe(40);
  });

  it('gives one person one row, however many windows ask at once', async () => {
    const given = await Promise.all(Array.from({ length: 8 }, () => taken(wang)));
    expect(new Set(given).size).toBe(1);
  });

  it('is found by the index of the queue, however many rows are done', async () => {
    const [index] = await room.database.rows("select indexdef from pg_indexes where indexname like 'paper_queue%'");
    expect(index?.indexdef).toMatch(/rank DESC NULLS LAST, created_at, id\) WHERE .*handed_in.*deleted_at IS NULL/);
    await room.database.rows(
      "insert into paper (id, name, rank, state) select gen_random_uuid(), 'p' || n, n % 9, 'marked' from generate_series(1, 30000) n",
    );
    await room.database.rows('analyze paper');
    const connection = connectDatabase({ url: room.database.appUrl, max: 1 });
    const asked: CompiledQuery[] = [];
    const dialect = new PostgresDialect({ pool: connection.pool });
    const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
    expect((await next(wang, {}, { db })).id).toBe(ids[1]);
    const picks = asked.filter(({ sql }) => sql.includes('for no key update'));
    const plans = await Promise.all(
      picks.map(({ sql, parameters }) => connection.pool.query(`explain ${sql}`, [...parameters])),
    );
    await connection.close();
    const lines = plans.flatMap(({ rows }) => rows.map((line: Values) => String(line['QUERY PLAN'])));
    expect(lines.filter((line) => /paper_queue_next/.test(line))).toHaveLength(picks.length);
    expect(lines.filter((line) => /Seq Scan on paper/.test(line))).toEqual([]);
  });
});

describe('keeping and putting back', () => {
  it('keeps a row for longer for whom it is, also where it had passed and nobody took it', async () => {
    await taken(wang);
    await passed(ids[1]);
    const { until } = await room.run<QueueAnswer>('/v1/paper/queue/keep', { id: ids[1] }, wang);
    expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now() + 500_000);
    expect(await codeOf('/v1/paper/queue/keep', { id: ids[1] }, li)).toBe('E_QUEUE_HELD');
  });

  it('keeps none that was not given: nobody gathers rows past the queue', async () => {
    expect(await codeOf('/v1/paper/queue/keep', { id: ids[0] }, wang)).toBe('E_QUEUE_GONE');
    expect(await paperOf(ids[0])).toMatchObject({ marker_id: null });
  });

  it('is told that a row has left the queue', async () => {
    await taken(wang);
    await room.run('/v1/paper/mark', { id: ids[1], score: 1 }, wang);
    expect(await codeOf('/v1/paper/queue/keep', { id: ids[1] }, wang)).toBe('E_QUEUE_GONE');
  });

  it('puts back one’s own row, not another’s', async () => {
    await taken(wang);
    await room.run('/v1/paper/queue/release', { id: ids[1] }, li);
    expect(await paperOf(ids[1])).toMatchObject({ marker_id: wang.staffId });
    await room.run('/v1/paper/queue/release', { id: ids[1] }, wang);
    expect(await taken(li)).toBe(ids[1]);
  });
});

describe('a row that is kept for somebody', () => {
  const doors: readonly (readonly [name: string, path: string, body: () => Values])[] = [
    ['a form', '/v1/paper/modify', () => ({ id: ids[1], version: 1, score: 9 })],
    ['a transition', '/v1/paper/mark', () => ({ id: ids[1], score: 9 })],
    ['deletion', '/v1/paper/delete', () => ({ id: ids[1] })],
    ['its child rows', '/v1/answer/create', () => ({ paperId: ids[1], words: '加一句' })],
    [
      'its child rows in its form',
      '/v1/paper/modify',
      () => ({ id: ids[1], version: 1, answers: [{ words: '加一句' }] }),
    ],
  ];

  it.each(doors)('is not changed by another one: by %s', async (_, path, body) => {
    await taken(wang);
    const refused = await room.refusal(path, body(), li);
    expect(refused.code).toBe('E_QUEUE_HELD');
    expect(refused.message).toContain('小王');
    expect(await paperOf(ids[1])).toMatchObject({ version: 1, score: null, state: 'handed_in', deleted_at: null });
    expect(await room.database.rows('select 1 from answer')).toEqual([]);
  });

  it.each(doors)('is changed by whom it is kept for: by %s', async (_, path, body) => {
    await taken(wang);
    await expect(room.run(path, body(), wang)).resolves.toBeDefined();
  });

  it('is left out where many are changed at once', async () => {
    await taken(wang);
    const { results } = await room.run<{ results: readonly Values[] }>('/v1/paper/mark', { ids, score: 3 }, li);
    expect(results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, undefined],
      [false, 'E_QUEUE_HELD'],
      [true, undefined],
    ]);
  });

  it('is anybody’s again once it has left the queue, or the time has passed', async () => {
    await taken(wang);
    await room.run('/v1/paper/mark', { id: ids[1], score: 5 }, wang);
    await room.run('/v1/paper/modify', { id: ids[1], version: 2, score: 6 }, li);
    await taken(wang);
    await passed(ids[2]);
    await room.run('/v1/paper/modify', { id: ids[2], version: 1, score: 7 }, li);
    expect(await paperOf(ids[1])).toMatchObject({ score: 6 });
    expect(await paperOf(ids[2])).toMatchObject({ score: 7 });
  });

  it('is refused to whoever changes it at the moment it is given to another', async () => {
    // Held open until the other one has begun: he reads the row as free, and waits for it.
    const holder = new pg.Client({ connectionString: room.database.superuserUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query("update paper set marker_id = $1, mark_until = now() + interval '9 minutes' where id = $2", [
      wang.staffId,
      ids[1],
    ]);
    const late = room.refusal('/v1/paper/modify', { id: ids[1], version: 1, score: 2 }, li);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await holder.query('commit');
    await holder.end();
    expect((await late).code).toBe('E_QUEUE_HELD');
  });
});

it('writes its marks by itself alone: no client fills them in', async () => {
  expect(await codeOf('/v1/paper/modify', { id: ids[0], version: 1, markerId: li.staffId }, li)).toBe(
    'E_INPUT_INVALID',
  );
  expect(await codeOf('/v1/paper/create', { name: '新', markUntil: '2030-01-01T00:00:00Z' }, li)).toBe(
    'E_INPUT_INVALID',
  );
});
