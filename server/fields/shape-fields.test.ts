import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DictionaryDocument, EntityField, FieldShape } from '../../engine/model/documents/index.ts';
import { faultMessage } from '../../engine/model/faults/index.ts';
import { checkInput, checkValue } from '../../engine/model/record/index.ts';
import { cellValue } from '../operations/import/cell-value.ts';
import { importFields } from '../operations/import/import-fields.ts';
import { inputSchema } from '../operations/schema/field-schema.ts';
import { readShape, shapeCell } from './shape-fields.ts';

const kinds: DictionaryDocument = {
  schemaVersion: 2,
  name: 'kind',
  title: '类别',
  values: [
    { key: 'a', title: '甲' },
    { key: 'b', title: '乙' },
  ],
};
const dictionaries = new Map([['kind', kinds]]);

const shape: FieldShape = {
  list: true,
  maxRows: 3,
  fields: [
    { key: 'title', title: '事项', type: 'text', required: true },
    { key: 'cost', title: '费用', type: 'money', min: 0 },
    { key: 'kind', title: '类别', type: 'enum', dictionary: 'kind' },
    { key: 'spent', title: '用时', type: 'int', unit: 'minutes' },
    { key: 'done', title: '完成', type: 'bool' },
  ],
};
const plan: EntityField = { key: 'plan', title: '计划', type: 'json', shape };
const now = '2026-01-01T00:00:00.000Z';

it('writes a line for each row, as people read it', () => {
  const rows = [
    { title: '背书', cost: 1250, kind: 'a', spent: 30, done: true },
    { title: '说“好；不好”', done: false },
  ];
  expect(shapeCell(shape, dictionaries)(rows)).toBe(
    '事项：背书；费用：12.5；类别：甲；用时（分钟）：30；完成：是\n事项："说“好；不好”"；完成：否',
  );
});

it('reads what it writes, whatever stands in it', () => {
  const title = fc
    .string({
      unit: fc.constantFrom('甲', 'b', ' ', '；', ';', '：', ':', '"', '\n', ','),
      minLength: 1,
      maxLength: 12,
    })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const row = fc
    .record({
      title,
      cost: optional(fc.integer({ min: 0, max: 1_000_000 })),
      kind: optional(fc.constantFrom('a', 'b')),
      spent: optional(fc.integer({ min: 0, max: 90 })),
      done: optional(fc.boolean()),
    })
    .map((values) => JSON.parse(JSON.stringify(values)));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
      const cell = String(shapeCell(shape, dictionaries)(rows));
      expect(readShape(cell, shape, dictionaries)).toEqual(rows);
    }),
  );
});

it.each([
  ['背书', undefined],
  ['事项：背书;费用:12 元', [{ title: '背书', cost: 1200 }]],
  ['事项：背书；费用：许多；谁：我', [{ title: '背书', cost: '许多', 谁: '我' }]],
  ['事项：背书\n\n 类别：乙 ', [{ title: '背书' }, { kind: 'b' }]],
])('reads what people write: %j', (text, value) => {
  expect(readShape(text, shape, dictionaries)).toEqual(value);
});

it('is read from a cell of an imported table, and told where it is broken', () => {
  const fields = new Map([[plan.key, plan]]);
  expect(importFields({ fields })).toEqual([plan]);
  const cell = cellValue(plan, '事项：背书；费用：12\n费用：许多；手机：1', dictionaries);
  if ('fault' in cell) throw new TypeError(JSON.stringify(cell));
  const { faults } = checkInput({ plan: cell.value }, { fields, dictionaries, partial: true, now });
  expect(faults.map((fault) => `${fault.pointer} ${faultMessage(fault)}`)).toEqual([
    '/plan/1/title 请填写计划第 2 行的事项',
    '/plan/1/cost 计划第 2 行的费用应为整数，实际为 许多',
    '/plan/1/手机 计划第 2 行：不认识的字段 手机',
  ]);
  expect(cellValue(plan, '背书', dictionaries)).toMatchObject({ fault: { code: 'E_INPUT_TYPE', pointer: '/plan' } });
});

it('says of a value in the API document what the check says', () => {
  const validate = new Ajv2020({ strict: false, logger: false }).compile(inputSchema(plan, dictionaries));
  const part = fc.dictionary(
    fc.constantFrom('title', 'cost', 'kind', 'spent', 'done', 'mobile'),
    fc.constantFrom<unknown>('a', 'b', 'c', 0, 12, -1, 1.5, true, null, [], {}, 3_000_000_000),
    { maxKeys: 4 },
  );
  const value = fc.oneof(
    fc.array(fc.oneof({ weight: 6, arbitrary: part }, fc.constantFrom<unknown>(1, 'x', null, []))),
    part,
  );
  fc.assert(
    fc.property(value, (raw) => {
      const outcome = checkValue(plan, raw, { dictionaries, now });
      expect(validate(raw), JSON.stringify({ raw, outcome, errors: validate.errors })).toBe('value' in outcome);
    }),
    { numRuns: 500 },
  );
});
