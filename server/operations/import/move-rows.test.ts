import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { entityModel, transitionsOf } from '../../../engine/model/entity/index.ts';
import { mutate } from '../../records/change/mutate.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { moveBack } from './move-rows.ts';

const parcel: EntityDocument = {
  schemaVersion: 2,
  name: 'parcel',
  title: '包裹',
  label: 'name',
  operations: ['query', 'create'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'parcel_state', required: true },
  ],
  states: [
    {
      key: 'way',
      field: 'state',
      initial: ['here', 'there'],
      editable: { '*': '*' },
      transitions: [
        {
          ...{ key: 'send', title: '发出', from: ['here', 'there'], to: 'gone', permission: 'parcel:send' },
          undo: { transition: 'fetch' },
        },
        { key: 'fetch', title: '取回', from: ['gone'], to: 'here', permission: 'parcel:fetch' },
      ],
    },
  ],
};
const states = ['here', 'there', 'gone'].map((key) => ({ key, title: key }));

let room: TestOperations;

beforeAll(async () => {
  const entity = entityModel(parcel);
  const back = transitionsOf(parcel).find(({ transition }) => transition.key === 'fetch');
  if (back === undefined) throw new TypeError('no way back');
  room = await startOperations([parcel], {
    dictionaries: [{ schemaVersion: 2, name: 'parcel_state', title: '状态', values: states }],
    further: () => [
      {
        path: '/v1/parcel/back',
        title: '撤回',
        access: { kind: 'signedIn' },
        scope: null,
        idempotency: 'none',
        audit: 'change',
        input: {},
        output: {},
        run: (body, context) =>
          mutate('back', body, context, async (inside) => {
            const record = await inside.records.lockOne('parcel', String(body.id));
            if (record === undefined) throw new TypeError('no record');
            await moveBack(entity, back, record, { from: body.from, input: {} }, new Map(), inside);
            return {};
          }),
      },
    ],
  });
}, 60_000);

afterAll(() => room.close());

it('takes a row back to where it came from, and to nowhere else', async () => {
  for (const [from, code] of [
    ['here', undefined],
    ['there', 'E_STATE'],
  ] as const) {
    const { id } = await room.run<{ id: string }>('/v1/parcel/create', { name: from, state: from });
    await room.run('/v1/parcel/send', { id });
    const told = await room.run('/v1/parcel/back', { id, from }).then(
      () => undefined,
      (error: { readonly code: string }) => error.code,
    );
    expect(told).toBe(code);
    const [row] = await room.database.rows('select state from parcel where id = $1', [id]);
    expect(row?.state).toBe(code === undefined ? 'here' : 'gone');
  }
});
