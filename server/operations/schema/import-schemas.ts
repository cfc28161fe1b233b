import { duplicatePolicies } from '../../../engine/model/index.ts';
import { idSchema, type JsonSchema, list, object, textSchema } from '../../kernel/operation/json-schema.ts';

const mode = (name: string): JsonSchema => ({ const: name, title: '导入步骤' });
const mapping: JsonSchema = {
  type: 'object',
  title: '列与字段的对应',
  description: '字段 → 列号，从 0 起。',
  additionalProperties: { type: 'integer', minimum: 0, maximum: 499 },
};

/** What an `import` call takes: which of its steps, and what that step needs. */
export const importInput: JsonSchema = {
  anyOf: [
    object({ mode: mode('template') }),
    object({ mode: mode('inspect'), fileId: idSchema }),
    object(
      {
        mode: { ...mode('run'), default: 'run' },
        fileId: idSchema,
        mapping,
        policy: { enum: duplicatePolicies, default: 'skip', title: '重复数据的处理' },
        by: { ...list(textSchema, { maxItems: 8 }), title: '查重字段', description: '缺省为实体的唯一字段。' },
        dryRun: { type: 'boolean', default: false, title: '预检' },
        again: { type: 'boolean', default: false, title: '十分钟内再次导入同一文件' },
      },
      ['fileId', 'mapping'],
    ),
    object({ mode: mode('undo'), batchId: idSchema }),
  ],
};

/** What the steps answer, in the same order. */
export const importOutput: JsonSchema = {
  anyOf: [
    object({ fileId: idSchema, name: textSchema, address: textSchema }),
    object({
      header: list(textSchema),
      rows: list(list(textSchema)),
      mapping,
      remembered: { type: 'boolean', title: '是否沿用上次的对应' },
      fields: list(
        object({
          key: textSchema,
          title: textSchema,
          type: textSchema,
          required: { type: 'boolean' },
          choices: list(textSchema),
        }),
      ),
      keys: list(list(textSchema)),
      policies: list({ enum: duplicatePolicies }),
      undoable: { type: 'boolean', title: '完成后能否撤销' },
    }),
    object({ batchId: idSchema, jobId: idSchema }),
  ],
};
