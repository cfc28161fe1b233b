import { expect, it } from 'vitest';
import { operationIndex } from '../../access/operations.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { importsOf } from '../../view/list/list-transfer.ts';

const document = (folder: string, content: { readonly name: string }) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const states = document('dictionaries', {
  name: 'parcel_state',
  ...{ title: '状态', values: ['new', 'sent'].map((key) => ({ key, title: key })) },
});

function load(send: object, place: 'row' | 'bulk' | 'toolbar' = 'row') {
  const parcel = {
    ...{ name: 'parcel', title: '包裹', label: 'no', operations: ['query', 'create'] },
    fields: [
      { key: 'no', title: '单号', type: 'string', required: true, unique: true, readonly: true },
      { key: 'shop', title: '店铺', type: 'string' },
      { key: 'order', title: '订单', type: 'string' },
      { key: 'mobile', title: '手机', type: 'mobile', mask: 'mobile', unique: true },
      { key: 'state', title: '状态', type: 'enum', dictionary: 'parcel_state', required: true, readonly: true },
      { key: 'courier', title: '快递', type: 'string' },
    ],
    states: [
      {
        ...{ key: 'way', field: 'state', initial: ['new'], editable: { '*': '*' } },
        transitions: [{ key: 'send', title: '发货', from: ['new'], to: 'sent', permission: 'parcel:send', ...send }],
      },
    ],
    indexes: [
      { key: 'shopOrder', fields: ['shop', 'order'], unique: true },
      { key: 'byShop', fields: ['shop'] },
    ],
  };
  const page = {
    ...{ name: 'parcels', path: '/parcels', title: '包裹', kind: 'list', entity: 'parcel', scope: 'all' },
    ...{ api: { query: '/v1/parcel/query' }, columns: [{ key: 'no', field: 'no' }] },
    [place]: [{ key: 'send', title: '发货', permission: 'parcel:send', api: '/v1/parcel/send' }],
  };
  return loadDocuments([states, document('entities', parcel), document('pages', page)]);
}
const faultsOf = (send: object) => load(send).faults.map(({ pointer }) => pointer);
const at = '/states/0/transitions/0';

it('names a record by a unique field, or all fields of a unique index', () => {
  expect(faultsOf({ import: { by: ['no'] }, input: [{ key: 'courier', required: true }] })).toEqual([]);
  expect(faultsOf({ import: { by: ['order', 'shop'] } })).toEqual([]);
  for (const by of [['shop'], ['no', 'shop'], ['order']])
    expect(faultsOf({ import: { by } }), by.join()).toEqual([`${at}/import/by`]);
  expect(faultsOf({ import: { by: ['number'] } })).toEqual([`${at}/import/by/0`]);
});

it('takes no masked field as a name, and none that is an input as well', () => {
  expect(faultsOf({ import: { by: ['mobile'] } })).toEqual([`${at}/import/by/0`]);
  expect(faultsOf({ import: { by: ['no'] }, input: [{ key: 'no', title: '号', type: 'string' }] })).toEqual([
    `${at}/import/by/0`,
  ]);
});

it('takes inputs that a cell can fill in, and one person', () => {
  const photo = { key: 'photo', title: '照片', type: 'image', required: true };
  expect(faultsOf({ import: { by: ['no'] }, input: [photo] })).toEqual([`${at}/input/0`]);
  expect(faultsOf({ import: { by: ['no'] }, second: { permission: 'parcel:second' } })).toEqual([`${at}/import`]);
});

it.each(['row', 'bulk', 'toolbar'] as const)('offers the table on a list with its button, in the %s', (place) => {
  const { documents } = load({ import: { by: ['no'] }, bulk: true }, place);
  const page = documents.pages.get('parcels');
  if (page?.kind !== 'list') throw new TypeError('no list');
  expect(importsOf(page, operationIndex(documents))).toMatchObject([
    { key: 'send', path: '/v1/parcel/send/import', permission: 'parcel:send', title: '批量发货' },
  ]);
});
