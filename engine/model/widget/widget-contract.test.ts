import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { readContract } from './widget-contract.ts';
import { propsFaults } from './widget-props.ts';

const contract = readContract({
  name: 'ShelfMap',
  title: '书架图',
  slots: ['card', 'tab'],
  propsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['floor'],
    properties: {
      floor: { type: 'integer', minimum: 1 },
      tone: { enum: ['light', 'dark'] },
      marks: {
        type: 'array',
        items: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
      },
    },
  },
});

describe('props of a widget', () => {
  it('pass when they are as the contract says', () => {
    expect(propsFaults(contract, { floor: 2, tone: 'dark', marks: [{ text: 'A' }] })).toEqual([]);
  });

  it('are told each fault with its place, and the name that was meant', () => {
    const faults = propsFaults(contract, { floor: 0, tonne: 'dark', marks: [{ txt: 'A' }] });
    expect(faults).toContainEqual(expect.objectContaining({ pointer: '/tonne', got: 'tonne', nearest: 'tone' }));
    expect(faults).toContainEqual(expect.objectContaining({ pointer: '/floor', expected: 'minimum 1', got: '0' }));
    expect(faults).toContainEqual(expect.objectContaining({ pointer: '/marks/0/txt', nearest: 'text' }));
  });

  it('that are absent count as empty', () => {
    expect(propsFaults(contract, undefined)).toEqual([
      { code: 'E_SCHEMA_SHAPE', pointer: '', expected: '属性 floor', expectedEn: 'property floor', got: '—' },
    ]);
  });

  it('say which values and types were possible', () => {
    const faults = propsFaults(contract, { floor: 'one', tone: 'grey' });
    expect(faults.map((fault) => [fault.pointer, fault.expected])).toEqual([
      ['/floor', 'type "integer"'],
      ['/tone', 'enum ["light","dark"]'],
    ]);
  });
});

describe('a contract', () => {
  it.each([
    ['no name', { title: 'x', slots: ['card'], propsSchema: {} }],
    ['an unknown slot', { name: 'X', title: 'x', slots: ['roof'], propsSchema: {} }],
    ['no slots', { name: 'X', title: 'x', slots: [], propsSchema: {} }],
    ['no schema', { name: 'X', title: 'x', slots: ['card'] }],
  ])('with %s is refused', (_, json) => {
    expect(() => readContract(json)).toThrow(TypeError);
  });
});
