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

const thing = (effects: readonly object[], more: object = {}) => ({
  schemaVersion: 2,
  name: 'thing',
  title: '物件',
  label: 'id',
  operations: ['query'],
  children: [{ key: 'parts', title: '部件', entity: 'part', by: 'thingId' }],
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
      transitions: [
        { key: 'open', title: '打开', from: ['shut'], to: 'open', permission: 'thing:open', effects, ...more },
      ],
    },
  ],
});

const part = (key: string, more: object = {}) => ({
  schemaVersion: 2,
  name: 'part',
  title: '部件',
  label: 'name',
  operations: [],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'thingId', title: '物件', type: 'ref', ref: 'thing' },
    { key: 'weight', title: '重量', type: 'int' },
    { key, title: '编号', type: 'string', ...more },
  ],
});
const numbered = { readonly: true, unique: true, sequence: { prefix: 'P', per: 'day', digits: 4 } };

const faultsOf = (effects: readonly object[], opening: object = {}, more: object = {}, no: object = {}) =>
  loadDocuments([
    dictionary('box_state', 'shut', 'open'),
    { file: 'entities/box.json', text: JSON.stringify(box(opening)) },
    { file: 'entities/thing.json', text: JSON.stringify(thing(effects, more)) },
    { file: 'entities/part.json', text: JSON.stringify(part('no', no)) },
  ]).fatal.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);

const at = 'entities/thing.json#/states/0/transitions/0/effects';

it('takes effects on many rows, and on each item of a list', () => {
  const where = 'row.weight > 3 && row.thing.state == record.state';
  expect(
    faultsOf([
      {
        key: 'weigh',
        rows: { entity: 'part', by: 'thingId', where, order: ['-weight', 'name'], max: 5 },
        set: { weight: 'row.weight + 1', name: 'row.thing.box.label' },
      },
      { key: 'part', each: 'parts', create: 'box', values: { label: "row.name + '!'" } },
      { key: 'like', each: 'likes', create: 'part', values: { name: 'row.box.label', thingId: 'row.id' } },
    ]),
  ).toEqual([]);
});

const rows = { entity: 'part', by: 'thingId' };
it.each([
  ['rows and a relation', { rows, relation: 'box', set: { weight: '1' } }, ' E_SCHEMA_CONFLICT'],
  [
    'items of a list without what is made',
    { each: 'parts', relation: 'box', set: { price: '1' } },
    ' E_SCHEMA_CONFLICT',
  ],
  ['an unknown list', { each: 'things', create: 'box', values: { label: "'x'" } }, '/each E_SCHEMA_UNKNOWN_NAME'],
  [
    'an unknown entity of rows',
    { rows: { ...rows, entity: 'bag' }, set: { weight: '1' } },
    '/rows/entity E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'rows that do not refer here',
    { rows: { ...rows, by: 'name' }, set: { weight: '1' } },
    '/rows/by E_SCHEMA_CONFLICT',
  ],
  [
    'an unknown order',
    { rows: { ...rows, order: ['-size'] }, set: { weight: '1' } },
    '/rows/order/0 E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'an unknown field of a row',
    { rows: { ...rows, where: 'row.size > 1' }, set: { weight: '1' } },
    '/rows/where E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'who acts, where rows are chosen',
    { rows: { ...rows, where: 'row.name == user.name' }, set: { weight: '1' } },
    '/rows/where E_SCHEMA_EXPRESSION',
  ],
  [
    'a row where there is one record',
    { relation: 'box', set: { price: 'row.price' } },
    '/set/price E_SCHEMA_EXPRESSION',
  ],
])('refuses %s', (_, effect, fault) => {
  expect(faultsOf([{ key: 'effect', ...effect }])).toEqual([`${at}/0${fault}`]);
});

it('refuses to make numbered records for many rows', () => {
  const effect = { key: 'effect', each: 'likes', create: 'part', values: { name: "'x'" } };
  expect(faultsOf([effect], {}, {}, numbered)).toEqual([`${at}/0 E_SCHEMA_CONFLICT`]);
});

const branch = { when: 'record.boxId == null', state: 'shut' };
it.each([
  ['branches, the last of which is open', [branch, { state: 'open' }], []],
  [
    'an unknown state',
    [branch, { state: 'opened' }, { state: 'open' }],
    ['/1/state E_SCHEMA_UNKNOWN_NAME', '/1/when E_SCHEMA_CONFLICT'],
  ],
  ['no last branch', [branch, { ...branch, state: 'open' }], ['/1/when E_SCHEMA_CONFLICT']],
  ['a branch behind one that always holds', [{ state: 'shut' }, { state: 'open' }], ['/0/when E_SCHEMA_CONFLICT']],
  [
    'an unknown field',
    [{ when: 'record.size > 1', state: 'shut' }, { state: 'open' }],
    ['/0/when E_SCHEMA_UNKNOWN_NAME'],
  ],
])('of a transition finds %s', (_, to, faults) => {
  const place = 'entities/thing.json#/states/0/transitions/0/to';
  expect(faultsOf([], {}, { to, effects: undefined })).toEqual(faults.map((fault) => `${place}${fault}`));
});

it('refuses a branch that reads who acts, where an effect runs the transition', () => {
  const to = [{ when: "user.name == 'x'", state: 'shut' }, { state: 'open' }];
  const run = { key: 'open', relation: 'box', transition: 'open' };
  expect(faultsOf([], { to }, { effects: undefined })).toEqual([]);
  expect(faultsOf([run], { to })).toEqual(['entities/box.json#/states/0/transitions/0/to/0/when E_SCHEMA_CONFLICT']);
});

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
    { file: 'entities/thing.json', text: JSON.stringify(thing(thisAgain)) },
    { file: 'entities/part.json', text: JSON.stringify(part('no')) },
  ]);
  expect(circle.fatal.map((fault) => `${fault.file}#${fault.pointer}`)).toEqual([
    'entities/box.json#/states/0/transitions/0/effects',
    'entities/thing.json#/states/0/transitions/0/effects',
  ]);
});
