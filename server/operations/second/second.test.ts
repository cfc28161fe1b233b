import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { secondOperations } from './second-operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const platform = (name: string): EntityDocument =>
  JSON.parse(readFileSync(new URL(`../../platform/schemas/entities/${name}.json`, import.meta.url), 'utf8'));
const dictionaryOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../platform/schemas/dictionaries/${name}.json`, import.meta.url), 'utf8'));

const payment: EntityDocument = {
  schemaVersion: 2,
  name: 'payment',
  title: '收款',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    field('name', 'string', { required: true }),
    field('state', 'enum', { dictionary: 'payment_state', required: true, readonly: true }),
    field('amount', 'money'),
    field('ownerId', 'ref', { ref: 'staff' }),
    field('reversedById', 'ref', { ref: 'staff', readonly: true }),
    field('why', 'string', { readonly: true }),
  ],
  access: { owner: ['ownerId'] },
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['paid'],
      editable: { '*': '*' },
      transitions: [
        {
          key: 'reverse',
          title: '冲销',
          from: ['paid'],
          to: 'reversed',
          permission: 'payment:reverse',
          who: { when: 'record.ownerId == user.id', message: '只有经办人可以冲销' },
          guard: 'record.amount > 0',
          guardMessage: '没有金额，不用冲销',
          input: [
            { key: 'why', required: true },
            { key: 'tellId', title: '告知', type: 'ref', ref: 'staff' },
          ],
          set: { reversedById: 'user.id' },
          bulk: true,
          second: { permission: 'payment:reverse_second', hours: 2 },
        },
        {
          key: 'note',
          title: '备注',
          from: ['paid', 'reversed'],
          to: { paid: 'paid', reversed: 'reversed' },
          permission: 'payment:note',
          input: [{ key: 'why', required: true }],
          second: { permission: 'payment:reverse_second', when: 'record.amount > 100000' },
        },
      ],
    },
  ],
};
const states = {
  schemaVersion: 2 as const,
  name: 'payment_state',
  title: '收款状态',
  values: [
    { key: 'paid', title: '已收' },
    { key: 'reversed', title: '已冲销' },
  ],
};
const file: EntityDocument = {
  schemaVersion: 2,
  name: 'file_object',
  title: '文件',
  label: 'name',
  operations: [],
  fields: [field('name', 'string')],
};

let room: TestOperations;
let asker: Caller;
let second: Caller;

beforeAll(async () => {
  room = await startOperations(
    [
      payment,
      file,
      ...['second_request', 'notification'].map(platform),
      { ...platform('menu'), operations: [], actions: [] },
    ],
    {
      dictionaries: [
        states,
        ...['second_request_status', 'notification_type', 'notification_stage', 'notification_status'].map(
          dictionaryOf,
        ),
      ],
      further: (documents) => secondOperations(documents, []),
    },
  );
  const person = async (name: string, over: Partial<Caller> = {}) => {
    const staffId = await room.records.insert('staff', { name });
    return room.caller({ staffId, name, ...over });
  };
  asker = await person('小王');
  second = await person('老李', { grants: new Set(['payment:reverse_second', 'payment:query', 'payment:view']) });
}, 60_000);

afterAll(() => room.close());

let id: string;
beforeEach(async () => {
  await room.database.rows('delete from second_request');
  id = (await room.run<Id>('/v1/payment/create', { name: '第一笔', amount: 50_000, ownerId: asker.staffId })).id;
});

type Id = { readonly id: string };
type Told = Values & { readonly id: string; readonly isMine: boolean; readonly mayConfirm: boolean };

const ask = (caller = asker, more: Values = {}) =>
  room.run<Values & { asked: Id }>('/v1/payment/reverse', { id, why: '收错了', ...more }, caller);
const waitingFor = async (caller: Caller, of: Values = {}, over = {}) =>
  (await room.run<{ list: readonly Told[] }>('/v1/second/query', of, caller, over)).list;
const payments = async () =>
  (await room.database.rows('select state, why, reversed_by_id from payment where id = $1', [id]))[0];
const codeOf = async (path: string, body: Values, caller: Caller) => (await room.refusal(path, body, caller)).code;
const later = { now: new Date(Date.now() + 2 * 3_600_000 + 600_000).toISOString() };

describe('the first call', () => {
  it('asks and changes nothing; both see it waiting, nobody else does', async () => {
    const answer = await ask(asker, { tellId: second.staffId });
    expect(answer).toMatchObject({ id, version: 1, asked: { id: expect.any(String) } });
    expect(await payments()).toMatchObject({ state: 'paid', why: null });
    expect(await waitingFor(asker)).toMatchObject([
      { isMine: true, mayConfirm: false, title: '冲销', askedBy: '小王' },
    ]);
    expect(await waitingFor(second, { entity: 'payment', recordId: id })).toMatchObject([
      {
        isMine: false,
        mayConfirm: true,
        recordLabel: '第一笔',
        inputs: [
          { title: 'why', value: '收错了' },
          { title: '告知', text: '老李' },
        ],
      },
    ]);
    const other = room.caller({ staffId: second.departmentId, grants: new Set(['payment:query']) });
    expect(await waitingFor(other)).toEqual([]);
  });

  it('is refused for whoever may not, where a guard does not hold, and with wrong input: nothing waits then', async () => {
    expect(await codeOf('/v1/payment/reverse', { id, why: '我来' }, second)).toBe('E_NO_PERMISSION');
    expect(await codeOf('/v1/payment/reverse', { id, why: '我来' }, room.caller())).toBe('E_WHO');
    expect(await codeOf('/v1/payment/reverse', { id }, asker)).toBe('E_INPUT_INVALID');
    await room.run('/v1/payment/modify', { id, version: 1, amount: 0 });
    expect(await codeOf('/v1/payment/reverse', { id, why: '我来' }, asker)).toBe('E_GUARD');
    expect(await waitingFor(asker)).toEqual([]);
  });

  it('is not repeated while it waits, and gives way once it expired or the record is another', async () => {
    await ask();
    const refused = await room.refusal('/v1/payment/reverse', { id, why: '再来' }, asker);
    expect(refused).toMatchObject({ code: 'E_SECOND_WAITING', message: expect.stringContaining('小王') });
    await room.run('/v1/payment/reverse', { id, why: '过期之后' }, asker, later);
    await room.run('/v1/payment/modify', { id, version: 1, name: '改了名' });
    await ask();
    const rows = await room.database.rows('select status from second_request');
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['expired', 'expired', 'waiting']);
  });

  it('is one of fifty at the same moment', async () => {
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => ask()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await room.database.rows('select 1 from second_request')).toHaveLength(1);
  });

  it('asks for each of many rows', async () => {
    const answer = await room.run('/v1/payment/reverse', { ids: [id], why: '一起' }, asker);
    expect(answer).toMatchObject({ done: 1 });
    expect(await payments()).toMatchObject({ state: 'paid' });
    expect(await waitingFor(second)).toHaveLength(1);
  });

  it('does it at once where the condition does not hold', async () => {
    expect(await room.run('/v1/payment/note', { id, why: '小额' }, asker)).toMatchObject({ version: 2 });
    expect(await payments()).toMatchObject({ why: '小额' });
    await room.run('/v1/payment/modify', { id, version: 2, amount: 200_000 });
    expect(await room.run('/v1/payment/note', { id, why: '大额' }, asker)).toMatchObject({ asked: {} });
    expect(await payments()).toMatchObject({ why: '小额' });
  });
});

describe('the second person', () => {
  it('does it, with what was asked; whoever asked is told', async () => {
    const { asked: waiting } = await ask();
    expect(await room.run('/v1/second/confirm', { id: waiting.id }, second)).toEqual({ id });
    expect(await payments()).toMatchObject({ state: 'reversed', why: '收错了', reversed_by_id: second.staffId });
    expect(await waitingFor(asker)).toEqual([]);
    const [notice] = await room.database.rows('select receiver_id, title from notification where dedupe_key = $1', [
      `second/${waiting.id}`,
    ]);
    expect(notice).toMatchObject({ receiver_id: asker.staffId, title: '冲销：复核通过' });
  });

  it('is never the first, also not as another person or with all permissions', async () => {
    const { asked: waiting } = await ask();
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, asker)).toBe('E_SECOND_SELF');
    const asAnother: Caller = {
      ...second,
      impersonation: { kind: 'staff', id: second.staffId, name: '老李', by: asker },
    };
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, asAnother)).toBe('E_SECOND_SELF');
    expect(await waitingFor(asAnother)).toMatchObject([{ mayConfirm: false }]);
    expect(await payments()).toMatchObject({ state: 'paid' });
  });

  it('holds the permission and sees the record; to others there is no such request', async () => {
    const { asked: waiting } = await ask();
    const without = { ...second, grants: new Set(['payment:query', 'payment:reverse']) };
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, without)).toBe('E_NO_PERMISSION');
    const far = { ...second, dataScope: 'self' as const };
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, far)).toBe('E_NOT_FOUND');
    expect(await codeOf('/v1/second/refuse', { id: waiting.id, reason: '不' }, far)).toBe('E_NOT_FOUND');
    expect(await waitingFor(far)).toEqual([]);
  });

  it('finds a record that has changed refused, and one whose guard no longer holds too', async () => {
    const { asked: waiting } = await ask();
    await room.run('/v1/payment/modify', { id, version: 1, amount: 9 });
    expect(await waitingFor(second)).toMatchObject([{ isChanged: true, mayConfirm: false }]);
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, second)).toBe('E_SECOND_CHANGED');
    expect(await payments()).toMatchObject({ state: 'paid' });
  });

  it('comes too late after it expired, was withdrawn, refused or done', async () => {
    const { asked: waiting } = await ask();
    expect(await waitingFor(second, {}, later)).toEqual([]);
    await expect(room.run('/v1/second/confirm', { id: waiting.id }, second, later)).rejects.toMatchObject({
      code: 'E_SECOND_GONE',
    });
    expect(await codeOf('/v1/second/withdraw', { id: waiting.id }, second)).toBe('E_NOT_FOUND');
    await room.run('/v1/second/withdraw', { id: waiting.id }, asker);
    expect(await codeOf('/v1/second/confirm', { id: waiting.id }, second)).toBe('E_SECOND_GONE');
    const again = await ask();
    await room.run('/v1/second/refuse', { id: again.asked.id, reason: '金额不对' }, second);
    expect(await codeOf('/v1/second/confirm', { id: again.asked.id }, second)).toBe('E_SECOND_GONE');
    expect(await payments()).toMatchObject({ state: 'paid' });
    const [notice] = await room.database.rows('select content from notification where dedupe_key = $1', [
      `second/${again.asked.id}`,
    ]);
    expect(notice).toMatchObject({ content: expect.stringContaining('金额不对') });
  });

  it('and another one, withdrawing and refusing at the same moment: one of them settles it', async () => {
    const { asked: waiting } = await ask();
    const calls = Array.from({ length: 50 }, (_, index) => {
      if (index % 3 === 0) return room.run('/v1/second/withdraw', { id: waiting.id }, asker);
      if (index % 3 === 1) return room.run('/v1/second/refuse', { id: waiting.id, reason: '不' }, second);
      return room.run('/v1/second/confirm', { id: waiting.id }, second);
    });
    const all = await Promise.allSettled(calls);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await room.database.rows('select status from second_request where id = $1', [waiting.id]);
    expect((await payments())?.state === 'reversed').toBe(row?.status === 'done');
  });
});
