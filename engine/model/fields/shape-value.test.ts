import { expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import type { DictionaryDocument, EntityField } from '../generated/documents.ts';
import { checkInput } from '../record/validate-record.ts';

const kinds: DictionaryDocument = {
  schemaVersion: 2,
  name: 'kind',
  title: '类别',
  values: [
    { key: 'a', title: '甲' },
    { key: 'b', title: '乙', disabled: true },
  ],
};

const plan: EntityField = {
  key: 'plan',
  title: '计划',
  type: 'json',
  required: true,
  shape: {
    list: true,
    maxRows: 3,
    fields: [
      { key: 'title', title: '事项', type: 'string', required: true, maxLength: 4 },
      { key: 'cost', title: '费用', type: 'money', min: 0 },
      { key: 'kind', title: '类别', type: 'enum', dictionary: 'kind' },
      { key: 'on', title: '日期', type: 'date' },
      { key: 'done', title: '完成', type: 'bool' },
    ],
  },
};

const size: EntityField = {
  key: 'size',
  title: '尺寸',
  type: 'json',
  shape: { fields: [{ key: 'width', title: '宽', type: 'int', min: 1, max: 9 }] },
};

const fields = new Map([plan, size].map((field) => [field.key, field]));

function checked(input: Readonly<Record<string, unknown>>) {
  return checkInput(input, {
    fields,
    dictionaries: new Map([['kind', kinds]]),
    partial: true,
    now: '2026-01-01T00:00:00.000Z',
  });
}

const words = (input: Readonly<Record<string, unknown>>) =>
  checked(input).faults.map((fault) => `${fault.pointer} ${faultMessage(fault)}`);

it('brings every key of every row to its stored form; what is empty is left out', () => {
  const { values, faults } = checked({
    plan: [
      { done: false, title: ' 背书 ', cost: null, kind: 'a' },
      { title: '考试', on: '2026-03-01', kind: '' },
    ],
    size: { width: 3 },
  });
  expect(faults).toEqual([]);
  expect(values).toEqual({
    plan: [
      { title: '背书', kind: 'a', done: false },
      { title: '考试', on: '2026-03-01' },
    ],
    size: { width: 3 },
  });
});

it('tells everything that is wrong, where it is and in the words of the documents', () => {
  expect(
    words({
      plan: [
        { title: '背书' },
        { cost: -1, kind: 'b', on: '2026-02-30' },
        { title: '太长的事项', done: 'yes', mobile: '13800138000' },
      ],
      size: { width: 10 },
    }),
  ).toEqual([
    '/plan/1/title 请填写计划第 2 行的事项',
    '/plan/1/cost 计划第 2 行的费用应在0.00 到 不限之间，实际为 -0.01',
    '/plan/1/kind 计划第 2 行的类别没有“b”这个选项',
    '/plan/1/on 计划第 2 行的日期应为日期（YYYY-MM-DD），实际为 2026-02-30',
    '/plan/2/title 计划第 3 行的事项不能超过4个字符',
    '/plan/2/done 计划第 3 行的完成应为是或否，实际为 yes',
    '/plan/2/mobile 计划第 3 行：不认识的字段 mobile',
    '/size/width 尺寸的宽应在1 到 9之间，实际为 10',
  ]);
});

it.each([
  ['rows', { plan: { title: '背书' } }, '/plan 计划应为若干行，实际为 {"title":"背书"}'],
  ['one part', { size: [{ width: 1 }] }, '/size 尺寸应为各项的值，实际为 [{"width":1}]'],
  ['parts of rows', { plan: ['背书'] }, '/plan/0 计划第 1 行应为各项的值，实际为 背书'],
  ['no more rows than fit', { plan: Array(4).fill({ title: '背书' }) }, '/plan 计划至多 3 个，实际 4 个'],
  ['at least one row where it is required', { plan: [] }, '/plan 请填写计划'],
  ['own keys only', JSON.parse('{"size":{"__proto__":{"width":1}}}'), '/size/__proto__ 尺寸：不认识的字段 __proto__'],
])('asks for %s', (_, input, fault) => {
  expect(words(input)).toEqual([fault]);
});

it('takes what holds nothing as no value', () => {
  expect(checked({ size: { width: null } })).toEqual({ values: { size: null }, faults: [] });
});
