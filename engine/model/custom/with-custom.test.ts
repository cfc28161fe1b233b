import { describe, expect, it } from 'vitest';
import type { DictionaryDocument, EntityDocument } from '../generated/documents.ts';
import { withCustom } from './with-custom.ts';

const room: EntityDocument = {
  schemaVersion: 2,
  name: 'room',
  title: '教室',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'xShipped', title: '随产品的', type: 'string' },
  ],
};
const level: DictionaryDocument = {
  schemaVersion: 2,
  name: 'level',
  title: '级别',
  values: [{ key: 'a', title: '甲' }],
};
const shipped = { entities: new Map([['room', room]]), dictionaries: new Map([['level', level]]) };

const keysWith = (...fields: readonly object[]) =>
  withCustom(shipped, { fields: fields.map((field) => ({ entity: 'room', field })), dictionaries: [] })
    .entities.get('room')
    ?.fields.map(({ key, type }) => `${key} ${type}`);
const before = ['name string', 'xShipped string'];

describe('what was made in the app, over the documents of today', () => {
  it('adds a field where it fits', () => {
    expect(keysWith({ key: 'xNote', title: '备注', type: 'text' })).toEqual([...before, 'xNote text']);
    expect(keysWith({ key: 'xLevel', title: '级别', type: 'enum', dictionary: 'level' })).toHaveLength(3);
  });

  it.each([
    ['has a key that was shipped since', { key: 'xShipped', title: '别的', type: 'int' }],
    ['bears the key of a shipped one', { key: 'seats', title: '座位', type: 'int' }],
    ['refers to what is gone', { key: 'xHost', title: '主人', type: 'ref', ref: 'host' }],
    ['chooses from what is gone', { key: 'xGrade', title: '等级', type: 'enum', dictionary: 'grade' }],
    ['is of a grammar that is not known', { key: 'xNewer', title: '更新的', type: 'hologram' }],
  ])('leaves a field asleep that %s', (_, field) => {
    expect(keysWith(field)).toEqual(before);
  });

  it('leaves a field of no entity, and what is none, alone', () => {
    const fields = [
      { entity: 'hall', field: { key: 'xNote', title: '备注', type: 'text' } },
      { entity: 'room', field: 'none' },
    ];
    expect(withCustom(shipped, { fields, dictionaries: [] }).entities.get('room')?.fields).toHaveLength(2);
  });

  it('changes a shipped dictionary by edits alone, and none by edits that make none of it', () => {
    const valuesOf = (...dictionaries: Parameters<typeof withCustom>[1]['dictionaries']) =>
      withCustom(shipped, { fields: [], dictionaries })
        .dictionaries.get('level')
        ?.values.map(({ key }) => key);
    const add = { op: 'add', key: 'a', at: 'values/x_b', value: { key: 'x_b', title: '乙' } } as const;
    const spoil = { op: 'set', key: 'b', at: 'values', value: 7 } as const;
    expect(valuesOf({ name: 'level', edits: [add] })).toEqual(['a', 'x_b']);
    expect(valuesOf({ name: 'level', edits: [spoil] })).toEqual(['a']);
    expect(valuesOf({ name: 'level', document: { ...level, values: [{ key: 'x_c', title: '丙' }] } })).toEqual(['a']);
  });
});
