import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const dictionary = (name: string, ...keys: readonly string[]) => ({
  file: `dictionaries/${name}.json`,
  text: JSON.stringify({ schemaVersion: 2, name, title: name, values: keys.map((key) => ({ key, title: key })) }),
});

const state = { key: 'state', title: '状态', type: 'enum', dictionary: 'box_state', required: true, readonly: true };

const box = (transition: object = {}) => ({
  schemaVersion: 2,
  name: 'box',
  title: '箱子',
  label: 'label',
  operations: ['query'],
  fields: [
    { key: 'label', title: '标签', type: 'string', required: true },
    { key: 'price', title: '价格', type: 'money' },
    state,
  ],
  states: [
    {
      key: 'use',
      field: 'state',
      initial: ['shut'],
      transitions: [
        { key: 'open', title: '打开', from: ['shut'], to: 'open', permission: 'box:open', ...transition },
        {
          key: 'close',
          title: '关上',
          from: ['open'],
          to: 'shut',
          permission: 'box:close',
          input: [{ key: 'label', required: true }],
        },
      ],
    },
  ],
});

const thing = (...effects: readonly object[]) => ({
  schemaVersion: 2,
  name: 'thing',
  title: '物件',
  label: 'id',
  operations: ['query'],
  fields: [
    { key: 'boxId', title: '箱子', type: 'ref', ref: 'box' },
    { key: 'likeIds', title: '同类', type: 'refs', ref: 'thing' },
    state,
  ],
  states: [
    {
      key: 'use',
      field: 'state',
      initial: ['shut'],
      transitions: [{ key: 'open', title: '打开', from: ['shut'], to: 'open', permission: 'thing:open', effects }],
    },
  ],
});

const faultsOf = (effects: readonly object[], opening: object = {}) =>
  loadDocuments([
    dictionary('box_state', 'shut', 'open'),
    { file: 'entities/box.json', text: JSON.stringify(box(opening)) },
    { file: 'entities/thing.json', text: JSON.stringify(thing(...effects)) },
  ]).fatal.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);

const at = 'entities/thing.json#/states/0/transitions/0/effects';

it('takes the three kinds of effects', () => {
  expect(
    faultsOf([
      { key: 'open', relation: 'box', transition: 'open', when: 'record.boxId != null' },
      { key: 'close', relation: 'box', transition: 'close', input: { label: "'closed'" } },
      { key: 'price', relation: 'box', set: { price: 'record.box.price + 100' } },
      { key: 'another', create: 'box', values: { label: 'record.box.label' } },
    ]),
  ).toEqual([]);
});

it.each([
  ['nothing to do', { relation: 'box' }, ' E_SCHEMA_CONFLICT'],
  ['two things at once', { relation: 'box', transition: 'open', set: { price: '1' } }, ' E_SCHEMA_CONFLICT'],
  ['a relation that is not there', { relation: 'bag', transition: 'open' }, '/relation E_SCHEMA_UNKNOWN_NAME'],
  ['a relation of many', { relation: 'likes', set: { price: '1' } }, '/relation E_SCHEMA_UNKNOWN_NAME'],
  ['an unknown transition', { relation: 'box', transition: 'burn' }, '/transition E_SCHEMA_UNKNOWN_NAME'],
  ['an input left out', { relation: 'box', transition: 'close' }, ' E_INPUT_REQUIRED'],
  [
    'an input nobody asked for',
    { relation: 'box', transition: 'open', input: { price: '1' } },
    '/input/price E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a state moved past its transitions',
    { relation: 'box', set: { state: "'open'" } },
    '/set/state E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a field that is not there',
    { create: 'box', values: { label: "'x'", prize: '1' } },
    '/values/prize E_SCHEMA_UNKNOWN_NAME',
  ],
  ['a required field left out', { create: 'box', values: { price: '1' } }, '/values E_INPUT_REQUIRED'],
  ['an unknown entity', { create: 'bag', values: { label: "'x'" } }, '/create E_SCHEMA_UNKNOWN_NAME'],
])('refuses %s', (_, effect, fault) => {
  expect(faultsOf([{ key: 'effect', ...effect }])).toEqual([`${at}/0${fault}`]);
});

it('refuses effects that lead back to themselves', () => {
  const thisAgain = [{ key: 'again', relation: 'box', transition: 'open' }];
  const circle = loadDocuments([
    dictionary('box_state', 'shut', 'open'),
    {
      file: 'entities/box.json',
      text: JSON.stringify({
        ...box({ effects: [{ key: 'thing', relation: 'thing', transition: 'open' }] }),
        fields: [...box().fields, { key: 'thingId', title: '物件', type: 'ref', ref: 'thing' }],
      }),
    },
    { file: 'entities/thing.json', text: JSON.stringify(thing(...thisAgain)) },
  ]);
  expect(circle.fatal.map((fault) => `${fault.file}#${fault.pointer}`)).toEqual([
    'entities/box.json#/states/0/transitions/0/effects',
    'entities/thing.json#/states/0/transitions/0/effects',
  ]);
});
