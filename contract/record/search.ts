import { defineOperation } from '../definition/operation.ts';
import { bool, id, list, nullable, object, text, type Value } from '../definition/schema.ts';

/** Most records of one kind that an answer names. */
export const maxFoundRecords = 5;

const found = object({
  id: id(),
  label: text({ title: '名称' }),
  facts: list(object({ title: text(), text: text() }), { title: '名称旁的几项', description: '没有值的不写。' }),
  dial: nullable(text(), { title: '可以拨打的字段', description: '没有号码、没有这样的字段或不宜拨打时为 null。' }),
  act: nullable(object({ key: text(), title: text() }), {
    title: '打开之后可以直接做的事',
    description: '全景里有表单的按钮，例如写跟进；没有、无权或此刻不能做时为 null。',
  }),
  place: object(
    {
      page: text({ title: '页面的名称' }),
      path: text({ title: '页面的路径' }),
      id: nullable(id()),
      keyword: nullable(text()),
    },
    {
      title: '在哪里打开',
      description: 'id：全景、详情页要打开的记录；keyword：列表里输入的关键字。恰有一个不为 null。',
    },
  ),
});

const group = object({
  entity: text({ title: '实体' }),
  title: text({ title: '种类的名称' }),
  records: list(found, { maxItems: maxFoundRecords }),
  hasMore: bool({ title: '是否还有' }),
  list: nullable(object({ page: text(), path: text() }), {
    title: '看得到全部的列表',
    description: '以关键字打开；本人没有这样的列表时为 null。',
  }),
});

/** Records of one kind that a keyword finds. */
export type FoundGroup = Value<typeof group>;
/** A record that a keyword finds, and where it is opened. */
export type FoundRecord = FoundGroup['records'][number];

export const searchGlobally = defineOperation({
  path: '/v1/search/query',
  title: '查找人与事',
  description: `按关键字在各种记录里找：名称、拼音、首字母、编号，或遮盖字段的整个值、手机号的后四位（算一次查找）。只回答调用人此刻打得开的；每种至多 ${maxFoundRecords} 条，名称正是关键字的在前。`,
  access: { kind: 'signedIn' },
  scope: null,
  idempotency: 'none',
  audit: 'read',
  input: object({ keyword: text({ minLength: 1, maxLength: 100, title: '关键字' }) }),
  output: list(group),
});
