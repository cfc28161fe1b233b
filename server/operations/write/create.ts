import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { checkInput } from '../../../engine/model/record/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { insertRow, numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { holdTree } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { childValues, numbered, takeChildren } from './child-input.ts';
import { partOf, saveChildren } from './child-rows.ts';

/** Creates a row and its child rows from a checked input and answers its id; or that of the row it joins. */
export async function createRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  const { own, lists, faults: childFaults } = takeChildren(entity, body, context, true);
  const { values, faults } = checkInput(own, {
    fields: entity.fields,
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  if (faults.length + childFaults.length > 0) throw invalidInput([...faults, ...childFaults]);
  await checkReferences(values, entity.fields, context);
  const numbers = await numbersFor(entity, context);
  const children = await numbered(lists, context);
  const { name } = entity.document;
  const written = [{ entity, values }, ...childValues(lists)];
  return writingValues(written, context, rules, (counted) =>
    mutate(`${name}.create`, body, counted, async (inside) => {
      const joined = await rules.get(name)?.joins?.(values, inside);
      if (joined !== undefined) return joined;
      await holdTree(entity, 'add', inside);
      const { afterCreate, afterCreateOnlyWrites } = rules.get(name) ?? {};
      const mayWait = lists.length === 0 && (afterCreate === undefined || afterCreateOnlyWrites === true);
      const { id, stored } = await insertRow(entity, values, numbers, inside, rules, { mayWait });
      const made = await saveChildren(id, children, inside, rules);
      // What follows may move the row on, which is then logged after its beginning.
      await logChange(
        {
          entity,
          id,
          action: 'create',
          title: writeText('write.created'),
          after: { ...stored, ...partOf(made, 'after') },
        },
        inside,
      );
      await rules.get(name)?.afterCreate?.(id, stored, inside);
      return { id, version: 1 };
    }),
  );
}
