import type { OperationInput } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { boundFaults, inputFields, withStartValues } from '../../../engine/model/record/index.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { lookupRows } from '../read/lookup-rows.ts';
import { reachedValues } from '../read/reached-values.ts';

/**
 * The checked values of an operation on a record that is locked, with what its inputs start with; refused where one
 * lies outside the bounds that expressions set for the record as it stands.
 */
export async function boundInput(
  entity: EntityModel,
  inputs: readonly OperationInput[],
  values: Values,
  record: StoredRecord,
  context: CallContext,
): Promise<Values> {
  const sources = inputs.flatMap(({ min, max, defaultValue }) => [min, max, defaultValue]);
  if (sources.every((source) => source === undefined)) return values;
  const related = await reachedValues(entity, record.id, sources, context);
  const scope = {
    record: { ...record, ...related },
    user: callerValues(context.caller),
    now: context.now,
    calendar: context.calendar,
    ...(await lookupRows(sources, context)),
  };
  const started = withStartValues(inputs, values, scope);
  const faults = boundFaults(inputFields(inputs, entity.fields), started, scope);
  if (faults.length > 0) throw invalidInput(faults);
  return started;
}
