import { sql } from 'kysely';
import {
  type EditionField,
  type EntityModel,
  editionFields,
  editionStates,
} from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { shownLabel } from '../../kernel/caller/shown-value.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { editionWords } from './refuse-fixed.ts';

/** Whether somebody wrote a row that may refer to editions; what follows from something else keeps those that had. */
export function refersToEditions(
  { change, isByPeople }: TouchedRow,
  { document }: EntityModel,
  { documents }: CallContext,
): boolean {
  return isByPeople && change !== 'delete' && editionFields(document, documents).length > 0;
}

/**
 * Refuses a row that was made to refer to an edition which is not the published one; what it referred to before stays.
 * The edition is held, so that whoever archives it at the same moment waits.
 */
export async function refuseUnpublished(
  { document }: EntityModel,
  old: Values | undefined,
  record: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const faults: Fault[] = [];
  for (const { field, target } of editionFields(document, context.documents)) {
    const before = idsOf(old?.[field.key]);
    const ids = idsOf(record[field.key]).filter((id) => !before.includes(id));
    const other = ids.length === 0 ? undefined : await otherEdition({ field, target }, ids, context);
    if (other !== undefined)
      faults.push({
        code: 'E_INPUT_RULE',
        pointer: pointer(field.key),
        title: field.title,
        expected: formatMessage(changeText('edition.unpublished', { other })),
      });
  }
  if (faults.length > 0) throw invalidInput(faults);
}

/** The name and number of an edition among these that is not the published one; undefined where all are. */
async function otherEdition(
  { target }: EditionField,
  ids: readonly string[],
  context: RuleContext,
): Promise<string | undefined> {
  const states = editionStates(target);
  if (states === undefined) return undefined;
  await sql`select 1 from ${sql.table(target.name)} where id = any(${[...ids]}::uuid[]) order by id for share`.execute(
    context.db,
  );
  for (const id of ids) {
    const edition = await context.records.findOne(target.name, { id });
    if (edition === undefined || edition[states.machine.field] === states.whenState) continue;
    const label = shownLabel(modelOf(context.documents, target.name), edition, context.caller);
    return formatMessage(changeText('edition.of', { label, edition: editionWords(states.number, edition) }));
  }
  return undefined;
}

function idsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id) => typeof id === 'string');
}
