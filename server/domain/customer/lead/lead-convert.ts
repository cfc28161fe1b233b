import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { prepareRow } from '../../../kernel/operation/prepare-rows.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { opportunityRules } from '../opportunity/opportunity.ts';

const open = ['contact', 'need', 'quote', 'negotiate'];

/** The opportunity a lead becomes: the one that is open already for its customer and project, else a new one. */
export async function opportunityOf(lead: StoredRecord, input: Values, context: RuleContext): Promise<string> {
  const { records, documents } = context;
  const { customerId, projectId } = lead;
  const running = await records.findOne('opportunity', { customerId, projectId, stage: open });
  if (running !== undefined) return running.id;
  const project = await records.findOne('project', { id: projectId });
  const entity = modelOf(documents, 'opportunity');
  const given = {
    title: input.title ?? `${lead.name} · ${project?.name ?? ''}`,
    customerId,
    leadId: lead.id,
    projectId,
    amount: input.amount ?? 0,
    expectedCloseOn: input.expectedCloseOn ?? null,
    ownerId: lead.assigneeId,
    ownerDeptId: lead.assigneeDeptId,
  };
  const values = {
    ...given,
    ...(await prepareRow(opportunityRules, given, context)),
    ...(await numbersFor(entity, context)),
  };
  const id = await records.insert('opportunity', values);
  await opportunityRules.afterCreate?.(id, values, context);
  await logChange({ entity, id, action: 'create', title: '线索转商机', after: values }, context);
  return id;
}
