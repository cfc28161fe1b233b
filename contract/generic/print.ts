import { maxPrinted } from '../../engine/model/entity/index.ts';
import { typesWhere } from '../../engine/model/fields/index.ts';
import type { PrintAnswer } from '../../engine/model/wire/index.ts';
import {
  answering,
  bool,
  choice,
  id,
  integer,
  json,
  list,
  nullable,
  object,
  optional,
  record,
  text,
} from '../definition/schema.ts';
import { maybe } from './query.ts';

export const printInput = object({
  ids: list(id(), { minItems: 1, maxItems: maxPrinted, title: '要打印的记录', description: '按此次序，一条一份。' }),
  preview: maybe(bool(), { title: '只要预览', description: '不给票号，不计次数，不写变更记录。' }),
});

const kind = {
  key: text(),
  title: text(),
  type: choice(typesWhere(() => true)),
  unit: optional(choice(['seconds', 'minutes', 'percent'])),
  grouping: optional(bool()),
};
const value = {
  value: json<unknown>({ title: '值', description: '遮盖的照查看人看到的样子。' }),
  text: optional(text()),
};
const fact = object({ ...kind, ...value, isWide: optional(bool({ title: '占一整行' })) });

const section = object({
  key: text(),
  title: optional(text()),
  facts: optional(list(fact)),
  columns: optional(integer({ minimum: 1, title: '排成几列' })),
  table: optional(
    object({
      columns: list(object(kind)),
      rows: list(list(object(value))),
      sums: optional(list(nullable(json<number>({ type: 'number' })), { title: '各列的合计' })),
    }),
  ),
  text: optional(
    object({
      isFormatted: bool({ title: '是否富文本' }),
      content: text(),
      pictures: record(text(), { title: '其中图片的地址' }),
      variables: list(fact, { title: '{键} 处印什么' }),
    }),
  ),
  words: optional(text()),
  code: optional(text({ title: '二维码', description: 'data: 地址，可直接显示。' })),
  pictures: optional(list(text(), { title: '图片的地址', description: '60 秒内有效。' })),
});

export const printAnswer = answering<PrintAnswer>()(
  object({
    paper: choice(['A4', 'A4Landscape', 'roll80', 'label60x40', 'label40x30']),
    at: text({ format: 'date-time', title: '打印时间' }),
    by: text({ title: '打印人' }),
    sheets: list(
      object({
        id: id(),
        title: text(),
        number: nullable(text(), { title: '票号' }),
        times: integer({ minimum: 1, title: '第几次打印' }),
        sections: list(section),
      }),
    ),
  }),
);
