import { verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { checkInput } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { isSame, updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { holdPlace } from '../../records/order/row-order.ts';
import { holdTree } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { type ListedChanges, listedBack, listedValues, noChanges, readListed, takeListed } from './listed-changes.ts';
import { lockedRecord } from './modify.ts';

/** Which fields a change touched, with what they held before and after; of lists what came in and went out. */
type Kept = { readonly before: Values; readonly after: Values; readonly listed: Values };

/**
 * Sets the same fields on each of many rows, and puts the same records into their lists or takes them out. No version is
 * asked for: nobody looked at each row, and the fields that are not named keep what others wrote. Undone by setting back
 * what still holds the new value; of a list by taking out what came in, whatever else others did to it.
 */
export function modifyRows(entity: EntityModel, rules: RuleBook): RowWork {
  return {
    async prepare(input, context) {
      const { listed, values: plain } = await takeListed(entity, input, context);
      const values = await checkedValues(entity, plain, context);
      const wanted = (record: Values) => ({ ...values, ...listedValues(record, listed, entity, context) });
      return (id, inside) =>
        writingValues([{ entity, values }], inside, rules, (counted) =>
          setFields(entity, id, { key: 'write.modified', asked: input, wanted, listed }, counted, rules),
        );
    },
    undo: {
      permission: () => `${entity.document.name}:${verbPermissions.modify}`,
      run: async (id, kept, context) => {
        const read = readKept(kept);
        const wanted = (record: Values) => ({
          ...setBack(record, read),
          ...listedValues(record, readListed(read.listed), entity, context),
        });
        const setting = { key: 'write.editUndone', asked: kept, wanted, listed: noChanges } as const;
        await setFields(entity, id, setting, context, rules);
      },
    },
  };
}

/** What the log calls it, what it was asked for, and the values it comes to for a record. */
type Setting = {
  readonly key: 'write.modified' | 'write.editUndone';
  readonly asked: Values;
  readonly wanted: (record: Values) => Values;
  readonly listed: ListedChanges;
};

async function checkedValues(entity: EntityModel, input: Values, context: CallContext): Promise<Values> {
  const { fields } = entity;
  const { dictionaries } = context.documents;
  const { values, faults } = checkInput(input, { fields, dictionaries, partial: true, now: context.now });
  if (faults.length > 0) throw invalidInput(faults);
  await checkReferences(values, fields, context);
  return values;
}

async function setFields(
  entity: EntityModel,
  id: string,
  { key, asked, wanted, listed }: Setting,
  context: CallContext,
  rules: RuleBook,
): Promise<Kept | undefined> {
  const { name } = entity.document;
  let kept: Kept | undefined;
  await mutate(`${name}.modify`, { id, key, asked }, context, async (inside) => {
    await holdTree(entity, 'move', inside);
    await holdPlace(entity, id, asked, inside);
    const record = await lockedRecord(entity, id, inside);
    const changes = await updateRow(entity, record, wanted(record), inside, rules);
    const keys = Object.keys(changes);
    if (keys.length === 0) return { id, version: record.version };
    await followChange(name, record, changes, inside, rules);
    const before = Object.fromEntries(keys.map((key) => [key, record[key]]));
    await logChange({ entity, id, action: 'modify', title: writeText(key), before, after: changes }, inside);
    // Beside the answer, which is stored: these values are in clear.
    const back = listedBack(listed, before, changes);
    kept = { before: withoutKeys(before, back), after: withoutKeys(changes, back), listed: back };
    return { id, version: record.version + 1 };
  });
  return kept;
}

function withoutKeys(values: Values, left: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !(key in left)));
}

/** The old values of the fields nobody has changed since; refused where everything has been. */
function setBack(record: Values, { before, after, listed }: Kept): Values {
  const untouched = Object.keys(after).filter((key) => isSame(record[key], after[key]));
  if (untouched.length === 0 && Object.keys(listed).length === 0)
    throw refuse('E_UNDO', { expected: formatMessage(writeText('write.undone')) });
  return Object.fromEntries(untouched.map((key) => [key, before[key] ?? null]));
}

function readKept({ before, after, listed }: Values): Kept {
  const record = (part: unknown): Values => (typeof part === 'object' && part !== null ? { ...part } : {});
  return { before: record(before), after: record(after), listed: record(listed) };
}
