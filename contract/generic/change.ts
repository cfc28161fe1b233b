import type { RevisedAnswer } from '../../engine/model/entity/index.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import type {
  BulkAnswer,
  BulkStarted,
  CheckAnswer,
  OnceFact,
  PreviewAnswer,
  RevealAnswer,
} from '../../engine/model/wire/index.ts';
import {
  answering,
  bool,
  id,
  integer,
  json,
  list,
  nullable,
  object,
  open,
  optional,
  ref,
  text,
} from '../definition/schema.ts';
import { maybe } from './query.ts';

const once = answering<readonly OnceFact[]>()(
  list(object({ title: text(), value: text() }), {
    title: '只答复这一次的内容',
    description: '例如新生成的密码；服务端不保存，同一个 Idempotency-Key 再来不再答复。',
  }),
);

const preview = json<PreviewAnswer>({
  ...object({
    title: text(),
    columns: list(object({ title: text(), type: text() })),
    rows: list(list(object({ value: json<unknown>({ title: '值' }), text: optional(text()) }))),
    total: integer({ title: '共多少行' }),
    hidden: integer({ title: '其中不在数据范围内的' }),
    digest: text(),
  }),
  title: '将要牵动的数据',
  description: '只要预览时答复，数据没有改动。',
});

/** A row after a change; or why it was not made at once. */
export const changed = object(
  {
    id: id(),
    version: integer({ title: '新版本' }),
    once: optional(once),
    asked: optional(
      object(
        { id: id(), expiresAt: text({ format: 'date-time', title: '作废时间' }) },
        { title: '须另一人复核的申请', description: '有它时，记录没有改动：等另一人复核之后才执行。' },
      ),
    ),
    preview: optional(preview),
  },
  { title: '改动后的行' },
);

export const bulkAnswer = answering<BulkAnswer>()(
  object(
    {
      done: integer({ title: '成功条数' }),
      failed: integer({ title: '失败条数' }),
      results: list(open({ id: id(), ok: bool(), code: optional(text()), message: optional(text()) })),
      undo: optional(text({ title: '一分钟之内交给 /v1/bulk/row/undo，撤销做了的各行' })),
    },
    { title: '逐行的结果' },
  ),
);

export const bulkStarted = answering<BulkStarted>()(
  object({ jobId: id({ title: '后台任务' }), total: integer({ title: '要处理的条数' }) }, { title: '已转为后台任务' }),
);

export const checkAnswer = answering<CheckAnswer>()(
  object(
    {
      free: bool({ title: '未被占用' }),
      faults: optional(list(ref<Fault>('Fault'))),
      id: optional(id()),
      label: optional(text()),
      message: optional(text({ title: '这个值意味着什么' })),
    },
    { title: '查重的结果' },
  ),
);

export const enabled = bool({ title: '启用' });

export const statusInput = object({ id: id(), enabled });

/** A row's new place in a tree. */
export const moveInput = object({
  id: id(),
  parentId: nullable(id(), { title: '新的上级', description: '空为最上层。' }),
  from: optional(nullable(id(), { title: '原来的上级', description: '看到它时的上级；已被别人移到别处就拒绝。' })),
  before: maybe(id(), { title: '排在哪个同级之前', description: '缺省为最后。' }),
});

/** A row's new place in an order. */
export const orderInput = object({
  id: id(),
  before: maybe(id(), { title: '移到哪一条之前' }),
  after: maybe(id(), { title: '移到哪一条之后', description: 'before 与 after 写其中一个。' }),
});

export const nextInput = object({
  skip: maybe(list(id(), { maxItems: 100 }), { title: '跳过的', description: '其中本人领取的放回队列。' }),
});

export const queueAnswer = object({
  id: nullable(id(), { title: '领到的记录', description: '空为没有等着处理的。' }),
  until: nullable(text({ format: 'date-time' }), { title: '为本人保留到' }),
});

export const revisedAnswer = answering<RevisedAnswer>()(
  object({
    id: id({ title: '草稿', description: '已有人在修订的，就是那一版。' }),
    number: integer({ title: '第几版' }),
    isNew: bool({ title: '是否这次新做的' }),
  }),
);

/** What a transition with a preview takes beside its own inputs. */
export const previewAsked = {
  preview: maybe(bool(), { title: '只要预览', description: '不改动数据，答复 preview。' }),
  previewed: maybe(text(), {
    title: '核对过的预览',
    description: '预览答复的 digest；内容已变就拒绝（E_PREVIEW）。',
  }),
};

/** Asks for a masked value: `fields` are those of the entity that may be masked. */
export const revealInput = (fields: readonly string[]) =>
  object({
    id: id(),
    field: json<string>({ enum: [...fields], title: '遮盖字段' }),
    reason: text({ minLength: 2, maxLength: 100, title: '查看原因' }),
  });

export const revealAnswer = answering<RevealAnswer>()(
  object({ value: nullable(text(), { title: '明文' }), left: integer({ title: '今日还可查看的次数' }) }),
);

/** Asks whether a value is free: `fields` are those of the entity whose values can be asked about, where there are any. */
export const checkInput = (fields: readonly string[]) =>
  open({
    field: json<string>({ ...(fields.length === 0 ? { type: 'string' } : { enum: [...fields] }), title: '要查的字段' }),
    value: optional(json<unknown>({ title: '要查的值' })),
    id: maybe(id(), { title: '正在编辑的行' }),
  });
