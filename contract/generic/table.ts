import type { EntityField } from '../../engine/model/documents/index.ts';
import {
  type DuplicatePolicy,
  duplicatePolicies,
  type ExportBody,
  type ExportFormat,
  type FileAddress,
  type ImportInspection,
  type ImportMapping,
  type ImportRun,
} from '../../engine/model/wire/index.ts';
import {
  answering,
  bool,
  choice,
  either,
  id,
  integer,
  json,
  list,
  object,
  open,
  optional,
  ref,
  taking,
  text,
} from '../definition/schema.ts';
import { maybe, whereRef } from './query.ts';

/** Formats of an exported table. */
export const exportFormats = ['xlsx', 'csv'] as const satisfies readonly ExportFormat[];

/** What an export is asked by. */
export const exportInput = taking<ExportBody>()(
  open({
    where: maybe(whereRef),
    search: maybe(text(), { title: '关键字' }),
    ids: maybe(list(id(), { minItems: 1, maxItems: 1000 }), { title: '只导出这些行' }),
    sort: maybe(ref<readonly string[]>('Sort')),
    columns: maybe(
      list(
        either([
          text({ title: '字段路径' }),
          object({ path: text({ title: '字段路径' }), title: optional(text({ title: '列名' })) }),
        ]),
        { minItems: 1, maxItems: 100 },
      ),
      { title: '列', description: '缺省为所在页面的列。' },
    ),
    format: optional(choice(exportFormats, { default: 'xlsx', title: '格式' })),
    reason: maybe(text({ maxLength: 200 }), { title: '导出原因' }),
  }),
);

export const exportAnswer = object({ jobId: id(), total: integer({ minimum: 0, title: '条数' }) });

const mode = <const Name extends string>(name: Name) => json<Name>({ const: name, title: '导入步骤' });
const mapping = json<ImportMapping>({
  type: 'object',
  title: '列与字段的对应',
  description: '字段 → 列号，从 0 起。',
  additionalProperties: { type: 'integer', minimum: 0, maximum: 499 },
});

const run = taking<ImportRun>()(
  object({
    mode: optional(json<'run'>({ const: 'run', title: '导入步骤', default: 'run' })),
    fileId: id(),
    mapping,
    policy: optional(choice(duplicatePolicies, { default: 'skip', title: '重复数据的处理' })),
    by: optional(list(text(), { maxItems: 8, title: '查重字段', description: '缺省为实体的唯一字段。' })),
    dryRun: optional(json<boolean>({ type: 'boolean', default: false, title: '预检' })),
    again: optional(json<boolean>({ type: 'boolean', default: false, title: '十分钟内再次导入同一文件' })),
  }),
);

/** What an `import` call takes: which of its steps, and what that step needs. */
export const importInput = either([
  object({ mode: mode('template') }),
  object({ mode: mode('inspect'), fileId: id() }),
  run,
  object({ mode: mode('undo'), batchId: id() }),
]);

const template = answering<FileAddress & { readonly fileId: string }>()(
  object({ fileId: id(), name: text(), address: text() }),
);
const inspection = answering<ImportInspection>()(
  object({
    header: list(text()),
    rows: list(list(text())),
    mapping,
    remembered: bool({ title: '是否沿用上次的对应' }),
    fields: list(
      object({
        key: text(),
        title: text(),
        type: json<EntityField['type']>({ type: 'string' }),
        required: bool(),
        choices: list(text()),
      }),
    ),
    keys: list(list(text())),
    weak: list(list(text()), { description: '其中只凭名称的：同名的不一定是同一条。' }),
    policies: list(choice<readonly DuplicatePolicy[]>(duplicatePolicies)),
    undoable: bool({ title: '完成后能否撤销' }),
  }),
);

/** What the steps answer, in the same order. */
export const importAnswer = either([template, inspection, object({ batchId: id(), jobId: id() })]);
