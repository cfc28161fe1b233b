import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const booking: EntityDocument = {
  schemaVersion: 2,
  name: 'booking',
  title: '预约',
  label: 'title',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'check'],
  access: { owner: ['ownerId'] },
  fields: [
    { key: 'title', title: '事由', type: 'string' },
    { key: 'ownerId', title: '登记人', type: 'ref', ref: 'staff' },
    { key: 'roomNo', title: '房间', type: 'string', required: true, maxLength: 20 },
    { key: 'plate', title: '车牌', type: 'string', mask: 'text', unique: true, maxLength: 20 },
    { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile', unique: true },
    { key: 'code', title: '口令', type: 'string', unique: true, minLength: 2, maxLength: 8 },
    { key: 'kind', title: '类别', type: 'string', defaultValue: "'usual'" },
    { key: 'startsAt', title: '开始', type: 'datetime' },
    { key: 'endsAt', title: '结束', type: 'datetime' },
    { key: 'guests', title: '人数', type: 'int' },
  ],
  indexes: [
    {
      key: 'oneMain',
      fields: ['roomNo'],
      unique: true,
      where: "record.kind == 'main'",
      message: '每个房间只有一个主预约',
    },
  ],
  constraints: [
    {
      key: 'oneAtATime',
      message: '该房间此时已被占用',
      exclude: { equal: ['roomNo'], from: 'startsAt', to: 'endsAt', where: "record.kind != 'draft'" },
    },
    { key: 'guests', check: 'record.guests > 0', message: '人数至少 1' },
  ],
};

/** Without words of its own for its rules; a masked label and a masked field to be equal by. */
const parking: EntityDocument = {
  ...booking,
  name: 'parking',
  title: '停车',
  label: 'plate',
  operations: ['query', 'create'],
  fields: booking.fields.map((field) => ({ ...field, unique: false })),
  indexes: [{ key: 'oneCode', fields: ['code'], unique: true }],
  constraints: [
    { key: 'oneAtATime', exclude: { equal: ['plate'], from: 'startsAt', to: 'endsAt' } },
    { key: 'guests', check: 'record.guests > 0' },
  ],
};

let house: TestOperations;

beforeAll(async () => {
  house = await startOperations([booking, parking]);
}, 60_000);

afterAll(() => house.close());

const day = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00Z`;
const create = async (values: Values, entity = 'booking') =>
  (await house.run<{ id: string }>(`/v1/${entity}/create`, values)).id;
const faults = async (path: string, body: Values, who = house.caller()) =>
  (await house.refusal(path, body, who)).detail.faults;
const self = () => house.caller({ dataScope: 'self' });

it('refuses a span of time that is taken, in the document’s words, naming the row in the way to whom may see it', async () => {
  await create({ title: '早会', roomNo: '1', startsAt: day(8), endsAt: day(10) });
  const taken = { roomNo: '1', startsAt: day(9), endsAt: day(11) };
  const overlap = { code: 'E_INPUT_OVERLAP', pointer: '/startsAt', title: '开始' };
  expect(await faults('/v1/booking/create', taken)).toEqual([
    { ...overlap, expected: '该房间此时已被占用（早会）', got: '早会' },
  ]);
  expect(await faults('/v1/booking/create', taken, self())).toEqual([{ ...overlap, expected: '该房间此时已被占用' }]);
  const onlyAdds = house.caller({ grants: new Set(['booking:add']) });
  expect(await faults('/v1/booking/create', taken, onlyAdds)).toEqual([{ ...overlap, expected: '该房间此时已被占用' }]);
  await create({ ...taken, kind: 'draft' });
  await create({ ...taken, startsAt: day(10) });
});

it('names the row in the way of a change too, at the field that was changed', async () => {
  await create({ title: '定下的', roomNo: '2', startsAt: day(8), endsAt: day(10) });
  const id = await create({ title: '要改的', roomNo: '2', startsAt: day(10), endsAt: day(12) });
  expect(await faults('/v1/booking/modify', { id, version: 1, startsAt: day(9) })).toMatchObject([
    { code: 'E_INPUT_OVERLAP', pointer: '/startsAt', got: '定下的' },
  ]);
  const elsewhere = await create({ title: '别处', roomNo: '3', startsAt: day(9), endsAt: day(12) });
  expect(await faults('/v1/booking/modify', { id: elsewhere, version: 1, roomNo: '2' })).toMatchObject([
    { code: 'E_INPUT_OVERLAP', pointer: '/roomNo' },
  ]);
});

it('refuses a span that ends before it begins', async () => {
  expect(await faults('/v1/booking/create', { roomNo: '4', startsAt: day(9), endsAt: day(8) })).toEqual([
    { code: 'E_INPUT_RULE', pointer: '/endsAt', title: '结束', expected: '结束不能早于开始' },
  ]);
});

it('says in the document’s words which check and which unique index was broken', async () => {
  expect(await faults('/v1/booking/create', { roomNo: '5', guests: 0 })).toEqual([
    { code: 'E_INPUT_RULE', pointer: '/guests', title: '人数', expected: '人数至少 1' },
  ]);
  await create({ roomNo: '5', kind: 'main', startsAt: day(1), endsAt: day(2) });
  expect(await faults('/v1/booking/create', { roomNo: '5', kind: 'main', startsAt: day(3), endsAt: day(4) })).toEqual([
    { code: 'E_INPUT_RULE', pointer: '/roomNo', title: '房间', expected: '每个房间只有一个主预约' },
  ]);
});

it('has words of its own where the document has none, and shows a masked label masked', async () => {
  const values = { roomNo: '1', plate: '沪A12345', startsAt: day(8), endsAt: day(10), code: 'ab' };
  await create(values, 'parking');
  expect(await faults('/v1/parking/create', { ...values, code: 'cd' })).toMatchObject([
    { code: 'E_INPUT_OVERLAP', expected: '与已有数据的时间重叠（******）' },
  ]);
  expect(await faults('/v1/parking/create', { ...values, plate: '沪B12345' })).toMatchObject([
    { code: 'E_INPUT_DUPLICATE', pointer: '/code', title: '口令' },
  ]);
  expect(await faults('/v1/parking/create', { roomNo: '1', guests: -1 })).toMatchObject([
    { code: 'E_INPUT_RULE', expected: '不满足规则“guests”' },
  ]);
});

const check = (body: Values, who = house.caller()) => house.run('/v1/booking/check', body, who);

it('says whether a value is free: brought to its stored form, masked ones by their hash, deleted rows left out', async () => {
  const id = await create({ title: '甲', roomNo: '6', phone: '13812345678', code: 'abc', startsAt: day(1) });
  const taken = { free: false, id, label: '甲' };
  expect(await check({ field: 'phone', value: '+86 138-1234-5678' })).toEqual(taken);
  expect(await check({ field: 'code', value: ' abc ' })).toEqual(taken);
  expect(await check({ field: 'code', value: 'abd' })).toEqual({ free: true });
  expect(await check({ field: 'code', value: '' })).toEqual({ free: true });
  await house.run('/v1/booking/delete', { id });
  expect(await check({ field: 'code', value: 'abc' })).toEqual({ free: true });
});

it('answers a malformed value with its fault', async () => {
  expect(await check({ field: 'phone', value: '123' })).toEqual({
    free: false,
    faults: [{ code: 'E_INPUT_FORMAT', pointer: '/phone', title: '电话' }],
  });
  expect(await check({ field: 'code', value: 'x'.repeat(10_000) })).toMatchObject({
    free: false,
    faults: [{ code: 'E_INPUT_TOO_LONG' }],
  });
  expect(await check({ field: 'code', value: { a: 1 } })).toMatchObject({ faults: [{ code: 'E_INPUT_TYPE' }] });
});

it('checks unique fields only, for whom may add', async () => {
  for (const field of ['roomNo', 'unknown', '__proto__', 7, undefined])
    expect(await faults('/v1/booking/check', { field, value: 'a' })).toMatchObject([{ pointer: '/field' }]);
  const reader = house.caller({ grants: new Set(['booking:query', 'booking:get']) });
  expect(await house.refusal('/v1/booking/check', { field: 'code', value: 'a' }, reader)).toMatchObject({
    code: 'E_NO_PERMISSION',
  });
});

it('leaves out the row being edited, and gives nothing away about rows out of reach', async () => {
  const id = await create({ title: '秘密', roomNo: '7', code: 'zz', startsAt: day(1) });
  expect(await check({ field: 'code', value: 'zz', id })).toEqual({ free: true });
  expect(await check({ field: 'code', value: 'zz' }, self())).toEqual({ free: false });
  // Were it free for a guessed id, the answer would tell what that row holds.
  expect(await check({ field: 'code', value: 'zz', id }, self())).toEqual({ free: false });
  expect(await faults('/v1/booking/check', { field: 'code', value: 'zz', id: 'x' })).toMatchObject([
    { pointer: '/id' },
  ]);
});
