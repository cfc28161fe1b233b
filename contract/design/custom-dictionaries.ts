import { defineOperation } from '../definition/operation.ts';
import { bool, choice, integer, list, object, optional, text, type Value } from '../definition/schema.ts';

const access = { kind: 'permission', key: 'field:design' } as const;
const tones = ['default', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'gray'] as const;

const name = text({ minLength: 1, maxLength: 64, title: '字典' });
const title = text({ minLength: 1, maxLength: 100, title: '名称' });
const version = integer({ minimum: 0, title: '版本', description: '在应用内还没有改过时为 0。' });

/** A value of a dictionary, as people change it. */
export const dictionaryValue = object({
  key: text({ minLength: 1, maxLength: 32, title: '键', description: '新增的以 x_ 开头，例如 x_gold。' }),
  title,
  tone: optional(choice(tones, { title: '颜色' })),
  disabled: optional(bool({ title: '停用', description: '仍可显示，不可再选。' })),
});
export type DictionaryValueRow = Value<typeof dictionaryValue>;

const dictionary = object({
  name,
  title,
  isOwn: bool({ title: '在应用内新增的' }),
  isFixed: bool({ title: '取值固定', description: '取值由程序或流转决定：只能改名称、颜色与次序。' }),
  version,
  values: list(dictionaryValue),
  usedBy: list(text(), { title: '用到它的字段' }),
});
export type DictionaryRow = Value<typeof dictionary>;

export const queryCustomDictionaries = defineOperation({
  path: '/v1/design/dictionary/query',
  title: '字典一览',
  description: '每个字典现在的取值，按显示的次序，停用的也在内。',
  access,
  scope: null,
  ofShell: true,
  idempotency: 'none',
  audit: 'read',
  input: object({}),
  output: object({ list: list(dictionary) }),
});

export const saveCustomDictionary = defineOperation({
  path: '/v1/design/dictionary/save',
  title: '保存字典',
  description:
    '给出全部取值与它们的次序。已有的取值不能去掉，只能停用；新增的键以 x_ 开头。名称以 x_ 开头的是新的字典。所有节点自下一次请求起生效。',
  access,
  scope: null,
  ofShell: true,
  idempotency: 'none',
  audit: 'change',
  input: object({ name, title, version, values: list(dictionaryValue, { minItems: 1, maxItems: 500 }) }),
  output: object({ version: integer({ minimum: 1 }) }),
});
