import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import { type AuditContext, recordAudit } from '../log/record-audit.ts';
import { placesFor } from './lookup.ts';
import { tellingFields } from './written-values.ts';

/**
 * Counts an import as one lookup, however many rows it has: it is work for which one needs a permission of its own. The
 * same file again within ten minutes is the same. Refused (E_LOOKUP_LIMIT) beyond the quota.
 */
export async function countImport(
  entity: EntityModel,
  file: unknown,
  context: CallContext,
  rules: RuleBook,
): Promise<void> {
  const fields = tellingFields(entity, context, rules);
  if (fields.length === 0) return;
  await placesFor({ entity, fields, hash: context.protection.hash(`import:${String(file)}`) }, 'told', context);
}

/** How an import ended: its rows, and those of them that met a value which was there already. */
export type ImportedRows = { readonly batchId: string; readonly rows: number; readonly hits: number };

/** Writes down how many rows of an import met values that were there already. */
export async function recordImport(
  entity: EntityModel,
  { batchId, rows, hits }: ImportedRows,
  context: CallContext & AuditContext,
  rules: RuleBook,
): Promise<void> {
  const fields = tellingFields(entity, context, rules);
  if (fields.length === 0) return;
  const { name, title } = entity.document;
  const facts = { fields: fields.map(({ key }) => key), by: 'import', batchId, rows, hits };
  const event = {
    action: `${name}.lookup`,
    title: `${title}：导入 ${rows} 行，其中 ${hits} 行已存在`,
    entity: name,
    facts,
  };
  await recordAudit(event, context);
}
