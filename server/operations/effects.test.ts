import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DictionaryDocument, EntityDocument, TransitionEffect } from '../../engine/model/documents/index.ts';
import { startOperations, type TestOperations } from '../testing/operations.ts';

const states: DictionaryDocument = {
  schemaVersion: 2,
  name: 'lamp_state',
  title: '状态',
  values: ['off', 'on', 'broken'].map((key) => ({ key, title: key })),
};

/** An entity that is switched on and, from there, off; what follows from switching on is the test's. */
const switched = (name: string, fields: EntityDocument['fields'], effects: TransitionEffect[]): EntityDocument => ({
  schemaVersion: 2,
  name,
  title: name,
  label: 'name',
  operations: ['query', 'view', 'create'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'lamp_state', required: true, readonly: true },
    ...fields,
  ],
  states: [
    {
      key: 'power',
      field: 'state',
      initial: ['off'],
      transitions: [
        {
          key: 'turnOn',
          title: '打开',
          from: ['off'],
          to: 'on',
          permission: `${name}:turn_on`,
          input: [{ key: 'watts', title: '瓦', type: 'int' }],
          ...(effects.length === 0 ? {} : { effects }),
        },
        { key: 'smash', title: '打碎', from: ['off', 'on'], to: 'broken', permission: `${name}:smash` },
      ],
    },
  ],
});

const meter = switched(
  'meter',
  [
    { key: 'watts', title: '瓦', type: 'int', required: true, defaultValue: '0' },
    { key: 'readingNo', title: '编号', type: 'string', sequence: { prefix: 'DB', per: 'day', digits: 4 } },
  ],
  [],
);
const room = switched(
  'room',
  [{ key: 'meterId', title: '电表', type: 'ref', ref: 'meter' }],
  [{ key: 'meter', relation: 'meter', set: { watts: 'record.meter.watts + form.watts' } }],
);
const lamp = switched(
  'lamp',
  [{ key: 'roomId', title: '房间', type: 'ref', ref: 'room' }],
  [
    {
      key: 'room',
      relation: 'room',
      transition: 'turnOn',
      input: { watts: 'coalesce(form.watts, 40)' },
      when: "record.room.state != 'on'",
    },
    { key: 'reading', create: 'meter', values: { name: 'record.name', watts: 'form.watts' } },
  ],
);

let operations: TestOperations;
beforeAll(async () => {
  operations = await startOperations([meter, room, lamp], { dictionaries: [states] });
});
afterAll(() => operations.close());

async function house(over: { readonly roomId?: null } = {}) {
  const { records } = operations;
  const meterId = await records.insert('meter', { name: '总表', state: 'off', watts: 100 });
  const roomId = await records.insert('room', { name: '客厅', state: 'off', meterId });
  const lampId = await records.insert('lamp', { name: '吊灯', state: 'off', roomId, ...over });
  const found = async (entity: string, id: string) => {
    const record = await records.findOne(entity, { id });
    if (record === undefined) throw new TypeError(`no ${entity}`);
    return record;
  };
  return { meterId, roomId, lampId, found };
}

it('moves along, sets and creates in one go, each with version and log of its own', async () => {
  const { meterId, roomId, lampId, found } = await house();
  await operations.run('/v1/lamp/turn/on', { id: lampId, watts: 60 });
  expect(await found('lamp', lampId)).toMatchObject({ state: 'on', version: 2 });
  expect(await found('room', roomId)).toMatchObject({ state: 'on', version: 2 });
  expect(await found('meter', meterId)).toMatchObject({ watts: 160, version: 2 });
  const [reading] = await operations.records.find('meter', { name: '吊灯' });
  expect(reading).toMatchObject({ state: 'off', watts: 60, readingNo: expect.stringMatching(/^DB\d{12}$/) });
  const actionOf = async (id: string) =>
    (await operations.records.find('operation_log', { entityId: id })).map((entry) => entry.action);
  expect(await actionOf(lampId)).toEqual(['lamp.turnOn']);
  expect(await actionOf(roomId)).toEqual(['room.turnOn']);
  expect(await actionOf(meterId)).toEqual(['meter.modify']);
  expect(await actionOf(reading?.id ?? '')).toEqual(['meter.create']);
});

it('leaves out what its condition or an empty reference rules out', async () => {
  const lit = await house();
  await operations.records.update('room', lit.roomId, { state: 'on' });
  await operations.run('/v1/lamp/turn/on', { id: lit.lampId, watts: 10 });
  expect(await lit.found('meter', lit.meterId)).toMatchObject({ watts: 100 });
  const outside = await house({ roomId: null });
  await operations.run('/v1/lamp/turn/on', { id: outside.lampId, watts: 10 });
  expect(await outside.found('lamp', outside.lampId)).toMatchObject({ state: 'on' });
});

it('refuses the whole when one part is not possible, and says which', async () => {
  const { meterId, roomId, lampId, found } = await house();
  await operations.records.update('room', roomId, { state: 'broken' });
  const refusal = await operations.refusal('/v1/lamp/turn/on', { id: lampId, watts: 60 });
  expect(refusal).toMatchObject({ code: 'E_GUARD', message: '打开：room当前状态不允许打开' });
  expect(await found('lamp', lampId)).toMatchObject({ state: 'off', version: 1 });
  expect(await found('meter', meterId)).toMatchObject({ watts: 100 });
});

it('adds up what many do to one record at the same moment', async () => {
  const { meterId, found } = await house();
  const rooms = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      operations.records.insert('room', { name: `房间 ${index}`, state: 'off', meterId }),
    ),
  );
  await Promise.all(rooms.map((id) => operations.run('/v1/room/turn/on', { id, watts: 5 })));
  expect(await found('meter', meterId)).toMatchObject({ watts: 140, version: 9 });
});
