import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const faultsOf = (undo: object, closing: object = {}) =>
  loadDocuments([
    {
      file: 'dictionaries/box_state.json',
      text: JSON.stringify({
        schemaVersion: 2,
        name: 'box_state',
        title: '箱子状态',
        values: ['shut', 'open', 'burnt'].map((key) => ({ key, title: key })),
      }),
    },
    {
      file: 'entities/box.json',
      text: JSON.stringify({
        schemaVersion: 2,
        name: 'box',
        title: '箱子',
        label: 'label',
        operations: ['query'],
        fields: [
          { key: 'label', title: '标签', type: 'string', required: true },
          { key: 'state', title: '状态', type: 'enum', dictionary: 'box_state', required: true, readonly: true },
        ],
        states: [
          {
            key: 'use',
            field: 'state',
            initial: ['shut'],
            transitions: [
              { key: 'open', title: '打开', from: ['shut'], to: 'open', permission: 'box:open', undo },
              { key: 'close', title: '关上', from: ['open'], to: 'shut', permission: 'box:close', ...closing },
              { key: 'burn', title: '烧掉', from: ['open'], to: 'burnt', permission: 'box:burn' },
            ],
          },
        ],
      }),
    },
  ]).fatal.map(({ pointer, code }) => `${pointer} ${code}`);

const at = '/states/0/transitions/0/undo';
const asking = { input: [{ key: 'label', required: true }] };

it('takes a way back, with all it asks for', () => {
  expect(faultsOf({ transition: 'close' })).toEqual([]);
  expect(faultsOf({ transition: 'close', input: { label: 'record.label' } }, asking)).toEqual([]);
});

it.each([
  ['one that is not there', { transition: 'melt' }, {}, `${at}/transition E_SCHEMA_UNKNOWN_NAME`],
  ['one that leads elsewhere', { transition: 'burn' }, {}, `${at}/transition E_SCHEMA_CONFLICT`],
  ['an input left out', { transition: 'close' }, asking, `${at} E_INPUT_REQUIRED`],
  [
    'a field that is not there',
    { transition: 'close', input: { label: 'record.lable' } },
    asking,
    `${at}/input/label E_SCHEMA_UNKNOWN_NAME`,
  ],
])('refuses %s', (_, undo, closing, fault) => {
  expect(faultsOf(undo, closing)).toEqual([fault]);
});
