import type { DocumentSet, EntityField } from '../../../engine/model/documents/index.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import { importFields } from '../../operations/import/import-fields.ts';
import type { ImportPlan } from '../../operations/import/import-plan.ts';
import { intakeOf } from '../../operations/import/intake.ts';
import type { ImportInput } from '../../operations/import/start-run.ts';

/** What an import's input means with the documents and rules of this node. */
export function planOf(input: ImportInput, documents: DocumentSet, rules: RuleBook): ImportPlan {
  const intake = intakeOf(modelOf(documents, input.entity), input.action);
  const { mapping, policy, by, dryRun } = input;
  const fields = importFields(intake).filter((field: EntityField) => Object.hasOwn(mapping, field.key));
  return { intake, rules, fields, mapping, policy, by, dryRun };
}
