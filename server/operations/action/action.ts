import type { DeclaredOperation } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { checkInput, inputFields } from '../../../engine/model/record/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { boundInput } from '../../records/change/bound-input.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { refuseOthers } from '../../records/change/write-access.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { idOf } from '../../records/read/view.ts';
import { lockedRecord } from '../write/modify.ts';

type ActionRule = NonNullable<DomainRules['actions']>[string];

type WholeActionRule = NonNullable<DomainRules['wholeActions']>[string];
type ActionOperation = Extract<DeclaredOperation, { kind: 'action' }>;

/** Runs an action that is about no row in particular, `{…input}`; what it changes it writes down itself. */
export async function runWholeAction(
  entity: EntityModel,
  operation: ActionOperation,
  run: WholeActionRule,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<unknown> {
  const values = await checkedInput(entity, operation, body, context);
  return writingValues([{ entity, values }], context, rules, (counted) => run(values, counted));
}

/** Runs an action of one row, `{id, …input}`, that the domain implements; logged like every change. */
export async function runAction(
  entity: EntityModel,
  operation: ActionOperation,
  run: ActionRule,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<unknown> {
  const id = idOf(body);
  const { id: _, ...raw } = body;
  const values = await checkedInput(entity, operation, raw, context);
  return writingValues([{ entity, values }], context, rules, (counted) =>
    mutate(`${entity.document.name}.${operation.key}`, body, counted, async (inside) => {
      const record = await lockedRecord(entity, id, inside);
      const who = entity.document.actions?.find(({ key }) => key === operation.key)?.who;
      if (who !== undefined) await refuseOthers(who, entity, record, id, inside);
      const bound = await boundInput(entity, operation.input, values, record, inside);
      const answer = await run(record, bound, inside);
      await logChange({ entity, id, action: operation.key, title: operation.title, after: bound }, inside);
      return answer;
    }),
  );
}

async function checkedInput(
  entity: EntityModel,
  operation: ActionOperation,
  raw: Values,
  context: CallContext,
): Promise<Values> {
  const fields = inputFields(operation.input, entity.fields);
  const { values, faults } = checkInput(raw, {
    fields,
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  if (faults.length > 0) throw invalidInput(faults);
  await checkReferences(values, fields, context);
  return values;
}
