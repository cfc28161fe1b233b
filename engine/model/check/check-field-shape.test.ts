import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const name = { key: 'name', title: '事项', type: 'string', required: true };

const faultsOf = (field: object) =>
  loadDocuments([
    {
      file: 'entities/thing.json',
      text: JSON.stringify({
        schemaVersion: 2,
        name: 'thing',
        title: '物',
        label: 'name',
        operations: ['query', 'create'],
        fields: [
          { key: 'name', title: '名称', type: 'string' },
          { key: 'plan', title: '计划', type: 'json', ...field },
        ],
      }),
    },
    {
      file: 'dictionaries/kind.json',
      text: JSON.stringify({ schemaVersion: 2, name: 'kind', title: '类别', values: [{ key: 'a', title: '甲' }] }),
    },
  ])
    .faults.filter(({ file }) => file === 'entities/thing.json')
    .map(({ pointer, expected }) => `${pointer} ${expected}`);

const shapeOf = (...fields: readonly object[]) => ({ shape: { list: true, fields: [name, ...fields] } });

it.each([
  [shapeOf()],
  [{ shape: { fields: [{ key: 'width', title: '宽', type: 'int', min: 1, unit: 'minutes' }] } }],
  [shapeOf({ key: 'kind', title: '类别', type: 'enum', dictionary: 'kind' })],
])('a json field has a shape: %j', (field) => {
  expect(faultsOf(field)).toEqual([]);
});

const secrets = 'json 里的值不加密、不遮盖：手机号、证件号、邮箱放在子行里';

it.each([
  [{ type: 'string', ...shapeOf() }, '/fields/1/shape shape 用于存储的 json 字段'],
  [{ dictionary: 'kind', ...shapeOf() }, '/fields/1/shape shape 与 dictionary 只写一个'],
  [{ mask: 'text', ...shapeOf() }, '/fields/1/shape shape 与 mask 只写一个'],
  [{ shape: { maxRows: 3, fields: [name] } }, '/fields/1/shape/maxRows maxRows 用于 list'],
  [{ shape: { list: true, fields: [{ ...name, required: false }] } }, '/fields/1/shape/fields 至少一个必填的键'],
  [{ required: true, shape: { fields: [{ ...name, required: false }] } }, '/fields/1/shape/fields 至少一个必填的键'],
  [shapeOf({ ...name, title: '另一个' }), '/fields/1/shape/fields/1/key'],
  [shapeOf({ ...name, key: 'other' }), '/fields/1/shape/fields/1/title 不重复的名称'],
  [shapeOf({ key: 'other', title: '甲：乙', type: 'string' }), '/fields/1/shape/fields/1/title 不含冒号'],
  [shapeOf({ key: 'constructor', title: '乙', type: 'string' }), '/fields/1/shape/fields/1/key 普通名称'],
  [shapeOf({ key: 'mobile', title: '电话', type: 'mobile' }), `/fields/1/shape/fields/1/type ${secrets}`],
  [shapeOf({ key: 'card', title: '证件', type: 'idcard' }), `/fields/1/shape/fields/1/type ${secrets}`],
  [shapeOf({ key: 'who', title: '谁', type: 'ref' }), '/fields/1/shape/fields/1/type json 里的引用'],
  [shapeOf({ key: 'file', title: '附件', type: 'file' }), '/fields/1/shape/fields/1/type string、text'],
  [shapeOf({ key: 'kind', title: '类别', type: 'enum' }), '/fields/1/shape/fields/1 enum 字段写明 dictionary'],
  [shapeOf({ key: 'n', title: '数', type: 'int', maxLength: 3 }), '/fields/1/shape/fields/1/maxLength'],
  [shapeOf({ key: 'n', title: '数', type: 'int', min: 3, max: 1 }), '/fields/1/shape/fields/1/min'],
  [shapeOf({ key: 'n', title: '数', type: 'string', unit: 'minutes' }), '/fields/1/shape/fields/1/unit'],
  [shapeOf({ key: 'n', title: '数', type: 'string', mask: 'text' }), '/fields/1/shape/fields/1/mask'],
  // Values written under another key are not carried over.
  [shapeOf({ key: 'n', title: '数', type: 'string', formerKeys: ['m'] }), '/fields/1/shape/fields/1/formerKeys'],
])('but not: %j', (field, fault) => {
  const faults = faultsOf(field);
  expect(
    faults.some((found) => found.startsWith(fault)),
    faults.join('\n'),
  ).toBe(true);
});
