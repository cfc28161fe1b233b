import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { theatre } from './theatre.testing.ts';

const faultsOf = (step: object, name = '0001-prices') =>
  loadDocuments([
    ...theatre,
    {
      file: `migrations/${name}.json`,
      text: JSON.stringify({
        schemaVersion: 2,
        name,
        title: '票价',
        steps: [{ key: 'step', entity: 'ticket', ...step }],
      }),
    },
  ]).fatal.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);

const at = 'migrations/0001-prices.json#/steps/0';
const former = [{ key: 'fee', title: '手续费', type: 'money' }];

it('takes what fills stored fields from those of the row, also from ones that have gone', () => {
  expect(
    faultsOf({ fill: { price: 'record.price + record.fee' }, where: 'record.fee != null', former, drop: ['fee'] }),
  ).toEqual([]);
  expect(faultsOf({ drop: ['fee'] })).toEqual([]);
});

it.each([
  ['an entity nobody declared', { entity: 'tickets', drop: ['fee'] }, `${at}/entity E_SCHEMA_UNKNOWN_NAME`],
  ['a step that does nothing', {}, `${at} E_SCHEMA_CONFLICT`],
  [
    'conditions without anything to fill',
    { drop: ['fee'], where: 'record.price > 0' },
    `${at}/where E_SCHEMA_CONFLICT`,
  ],
  ['to drop a field that is declared', { drop: ['price'] }, `${at}/drop/0 E_SCHEMA_CONFLICT`],
  [
    'a former field that is declared',
    { fill: { kind: "'x'" }, former: [{ key: 'price', title: '票价', type: 'money' }] },
    `${at}/former/0/key E_SCHEMA_CONFLICT`,
  ],
  ['to fill a field that is not there', { fill: { pirce: '1' } }, `${at}/fill/pirce E_SCHEMA_UNKNOWN_NAME`],
  [
    'to fill a masked field',
    { entity: 'guest', fill: { mobile: 'record.name' } },
    `${at}/fill/mobile E_SCHEMA_CONFLICT`,
  ],
  ['a value of another type', { fill: { price: 'record.kind' } }, `${at}/fill/price E_SCHEMA_EXPRESSION`],
  ['to read another record', { fill: { kind: 'record.venue.name' } }, `${at}/fill/kind E_SCHEMA_UNKNOWN_NAME`],
  ['to read who is signed in', { fill: { kind: 'user.name' } }, `${at}/fill/kind E_SCHEMA_EXPRESSION`],
])('refuses %s', (_, step, fault) => {
  expect(faultsOf(step)).toEqual([fault]);
});

it('is named by a number of four digits and a short name', () => {
  expect(faultsOf({ drop: ['fee'] }, 'prices')).toEqual(['migrations/prices.json#/name E_SCHEMA_SHAPE']);
});
