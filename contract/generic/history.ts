import type { EntityField } from '../../engine/model/documents/index.ts';
import type {
  ChildRowsChange,
  FieldChange,
  HistoryAnswer,
  HistoryEntry,
  HistoryRequest,
} from '../../engine/model/wire/index.ts';
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
  open,
  optional,
  ref,
  taking,
  text,
} from '../definition/schema.ts';
import { deletedRows, maybe } from './query.ts';

export const historyInput = taking<HistoryRequest>()(
  object({
    id: id(),
    size: maybe(integer({ minimum: 1, maximum: 100 }), { title: '每页条数', description: '缺省为 20。' }),
    cursor: maybe(text(), { title: '翻页位置', description: '上次回答的 next。' }),
    deleted: deletedRows,
    kinds: maybe(list(text(), { minItems: 1, maxItems: 50 }), { title: '操作', description: '如 customer.modify。' }),
    fields: maybe(list(text(), { minItems: 1, maxItems: 50 }), { title: '改动的字段与子表' }),
    people: maybe(list(id(), { minItems: 1, maxItems: 50 }), { title: '操作人' }),
    startDate: maybe(text({ format: 'date' }), { title: '开始日期' }),
    endDate: maybe(text({ format: 'date' }), { title: '结束日期' }),
    choices: maybe(bool(), { title: '同时答复可选的操作、字段与操作人' }),
  }),
);

export const fieldChange = answering<FieldChange>()(
  open(
    {
      key: text(),
      title: text(),
      type: json<EntityField['type']>({ type: 'string' }),
      before: json<unknown>(),
      after: json<unknown>(),
      beforeText: optional(text()),
      afterText: optional(text()),
    },
    { title: '一个字段的变化' },
  ),
);

const changes = list(ref<FieldChange>('FieldChange'));
const choices = list(object({ key: text(), title: text() }));

export const childRowsChange = answering<ChildRowsChange>()(
  object(
    {
      key: text(),
      title: text(),
      rows: list(
        object({
          id: text(),
          kind: choice(['added', 'removed', 'changed']),
          changes,
          rows: optional(list(ref<ChildRowsChange>('ChildRowsChange'), { title: '各行自己的子行的变化' })),
        }),
      ),
    },
    { title: '子表行的变化' },
  ),
);

/** One thing done to a record. */
export const historyEntry = answering<HistoryEntry>()(
  object({
    id: id(),
    at: text({ format: 'date-time', title: '时间' }),
    staff: nullable(object({ id: id(), name: text() }), { title: '操作人' }),
    action: text(),
    title: text({ title: '操作' }),
    entity: text(),
    entityId: text(),
    changes,
    rows: list(ref<ChildRowsChange>('ChildRowsChange'), { title: '子表行的变化' }),
  }),
);

export const historyAnswer = answering<HistoryAnswer>()(
  object(
    {
      list: list(historyEntry),
      next: nullable(text(), { title: '下一页的位置' }),
      choices: optional(
        object({ kinds: choices, fields: choices, people: choices }, { title: '可以筛选的操作、字段与操作人' }),
      ),
    },
    { title: '操作历史' },
  ),
);
