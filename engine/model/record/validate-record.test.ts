import { describe, expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import type { EntityField } from '../generated/documents.ts';
import { checkInput } from './validate-record.ts';

const fields = new Map<string, EntityField>(
  (
    [
      { key: 'name', title: '姓名', type: 'string', required: true, maxLength: 5, minLength: 2 },
      { key: 'mobile', title: '手机号', type: 'mobile' },
      { key: 'amount', title: '金额', type: 'money', min: 0 },
      { key: 'rate', title: '比例', type: 'decimal', max: 100 },
      { key: 'open', title: '开放', type: 'bool' },
      { key: 'day', title: '日期', type: 'date' },
      { key: 'next', title: '下次', type: 'datetime', future: true },
      { key: 'level', title: '等级', type: 'enum', dictionary: 'level' },
      { key: 'owner', title: '负责人', type: 'ref', ref: 'staff' },
      { key: 'tags', title: '标签', type: 'refs', ref: 'tag' },
      { key: 'papers', title: '资料', type: 'files', max: 2 },
      { key: 'mail', title: '邮箱', type: 'email' },
      { key: 'link', title: '网址', type: 'url' },
      { key: 'no', title: '编号', type: 'string', required: true, readonly: true },
    ] satisfies EntityField[]
  ).map((field) => [field.key, field]),
);
const dictionaries = new Map([
  [
    'level',
    {
      schemaVersion: 2 as const,
      name: 'level',
      title: '等级',
      values: [
        { key: 'a', title: 'A' },
        { key: 'old', title: '旧', disabled: true },
      ],
    },
  ],
]);
const check = (input: Record<string, unknown>, partial = true) =>
  checkInput(input, { fields, dictionaries, partial, now: '2026-01-01T00:00:00Z' });
const id = '018f0000-0000-7000-8000-000000000001';
const other = '018f0000-0000-7000-8000-000000000002';
const third = '018f0000-0000-7000-8000-000000000003';

describe('values that pass', () => {
  it.each([
    ['name', '  张三 ', '张三'],
    ['name', '𠮷野家店', '𠮷野家店'],
    ['mobile', '＋８６ 138-1234 5678', '13812345678'],
    ['mobile', '0086（138）12345678', '13812345678'],
    ['amount', 0, 0],
    ['rate', 12.5, 12.5],
    ['open', false, false],
    ['day', '2024-02-29', '2024-02-29'],
    ['next', '2026-01-02T08:00:00+08:00', '2026-01-02T00:00:00.000Z'],
    ['level', 'a', 'a'],
    ['owner', id, id],
    ['tags', [id, id], [id]],
    ['papers', [other, id, other], [other, id]],
    ['papers', [], null],
    ['mail', 'a@b.cn', 'a@b.cn'],
    ['mobile', '', null],
  ])('%s %j', (key, raw, stored) => {
    expect(check({ [key]: raw })).toEqual({ values: { [key]: stored }, faults: [] });
  });
});

describe('values that are refused', () => {
  it.each([
    ['name', '张', 'E_INPUT_TOO_SHORT'],
    ['name', '张三李四王五', 'E_INPUT_TOO_LONG'],
    ['name', 5, 'E_INPUT_TYPE'],
    ['name', 'a\u0000b', 'E_INPUT_FORMAT'],
    ['mobile', '12345678901', 'E_INPUT_FORMAT'],
    ['amount', -1, 'E_INPUT_RANGE'],
    ['amount', 1.5, 'E_INPUT_TYPE'],
    ['rate', 101, 'E_INPUT_RANGE'],
    ['rate', Number.NaN, 'E_INPUT_TYPE'],
    ['open', 'yes', 'E_INPUT_TYPE'],
    ['day', '2023-02-29', 'E_INPUT_TYPE'],
    ['next', '2025-12-31T00:00:00Z', 'E_INPUT_FUTURE'],
    ['next', '2026-01-02', 'E_INPUT_TYPE'],
    ['level', 'z', 'E_INPUT_CHOICE'],
    ['level', 'old', 'E_INPUT_CHOICE'],
    ['owner', 'nobody', 'E_INPUT_TYPE'],
    ['tags', id, 'E_INPUT_TYPE'],
    ['papers', id, 'E_INPUT_TYPE'],
    ['papers', ['../x'], 'E_INPUT_TYPE'],
    ['papers', [id, other, third], 'E_INPUT_TOO_MANY'],
    ['mail', 'a@b', 'E_INPUT_FORMAT'],
    ['link', 'javascript:alert(1)', 'E_INPUT_FORMAT'],
    ['no', 'X1', 'E_INPUT_READONLY'],
    ['colour', 'red', 'E_INPUT_UNKNOWN'],
    ['constructor', 'x', 'E_INPUT_UNKNOWN'],
  ])('%s %j', (key, raw, code) => {
    const { values, faults } = check({ [key]: raw });
    expect(values).toEqual({});
    expect(faults).toMatchObject([{ code, pointer: `/${key}` }]);
  });
});

it('asks for required fields of a whole input only, and never for those the system keeps', () => {
  expect(check({}, false).faults).toMatchObject([{ code: 'E_INPUT_REQUIRED', pointer: '/name' }]);
  expect(check({}, true).faults).toEqual([]);
  expect(check({ name: ' ' }, true).faults).toMatchObject([{ code: 'E_INPUT_REQUIRED', pointer: '/name' }]);
});

it.each([
  ['string', '请填写甲'],
  ['money', '请填写甲'],
  ['ref', '请选择甲'],
  ['refs', '请选择甲'],
  ['enum', '请选择甲'],
  ['date', '请选择甲'],
  ['month', '请选择甲'],
  ['datetime', '请选择甲'],
  ['file', '请上传甲'],
  ['images', '请上传甲'],
] as const)('says of a missing %s what is to be done: %s', (type, words) => {
  const field = { key: 'a', title: '甲', type, required: true };
  const { faults } = checkInput(
    {},
    { fields: new Map([['a', field]]), partial: false, dictionaries, now: '2026-01-01T00:00:00Z' },
  );
  expect(faults.map((fault) => faultMessage(fault))).toEqual([words]);
});
