import type { Fault } from '../faults/fault.ts';
import { pointer } from '../faults/fault.ts';
import { fieldTypes } from '../fields/field-types.ts';
import type { CheckOptions, CheckOutcome, PartStep, ValueFault } from '../fields/kind/field-type.ts';
import { kindOfValue } from '../fields/type-groups.ts';
import type { EntityField, OperationInput } from '../generated/documents.ts';
import { isForbiddenName } from '../naming/naming.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { missingFault } from './missing-fault.ts';

/** A field as an input sees it: the entity's, or one declared with an operation. */
export type InputField = EntityField & {
  /** Bounds of a number that expressions set, as the operation declares them. */
  readonly bounds?: Pick<OperationInput, 'min' | 'max'>;
};

/** Input that passed: values in their stored form, and nothing that was not declared. */
export type CheckedInput = { readonly values: Readonly<Record<string, unknown>>; readonly faults: readonly Fault[] };

export type InputOptions = CheckOptions & {
  /** Fields by key that the input may hold. */
  readonly fields: ReadonlyMap<string, InputField>;
  /** A partial input (modify) need not hold the required fields. */
  readonly partial: boolean;
};

/**
 * Checks an input against its fields and brings each value to its stored form (trimmed text,
 * normalised mobile number). The same function runs in the form and in the operation.
 */
export function checkInput(input: Readonly<Record<string, unknown>>, options: InputOptions): CheckedInput {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, raw] of Object.entries(input)) {
    const field = isForbiddenName(key) ? undefined : options.fields.get(key);
    if (field === undefined) {
      faults.push({ code: 'E_INPUT_UNKNOWN', pointer: pointer(key), got: key });
      continue;
    }
    if (field.readonly === true || field.secret === true) {
      faults.push({ code: 'E_INPUT_READONLY', pointer: pointer(key), title: field.title });
      continue;
    }
    const outcome = checkValue(field, raw, options);
    if ('fault' in outcome) faults.push(...valueFaults(outcome, pointer(key), field.title));
    else values[key] = outcome.value;
  }
  faults.push(...missing(values, input, options));
  return { values, faults };
}

function missing(
  values: Record<string, unknown>,
  input: Readonly<Record<string, unknown>>,
  options: InputOptions,
): Fault[] {
  const faults: Fault[] = [];
  for (const field of options.fields.values()) {
    // Nobody can fill in what is readonly or secret: the server writes it.
    if (field.required !== true || field.readonly === true || field.secret === true) continue;
    const absent = !Object.hasOwn(input, field.key);
    if (absent && (options.partial || field.defaultValue !== undefined)) continue;
    const value = values[field.key];
    // A list in JSON may say that there is nothing; one of references is not filled in.
    const isEmptyList = kindOfValue(field) !== 'json' && Array.isArray(value) && value.length === 0;
    const empty = value === null || value === undefined || value === '' || isEmptyList;
    if (empty && (absent || Object.hasOwn(values, field.key))) {
      faults.push(missingFault(field));
    }
  }
  return faults;
}

/** Checks one value of a field; null and empty text mean “no value”. */
export function checkValue(field: InputField, raw: unknown, options: CheckOptions): CheckOutcome {
  if (raw === null || raw === undefined || raw === '') return { value: null };
  return fieldTypes[field.type].check(raw, field, options);
}

/** What a check found wrong with a value that stands at a place and has a title; what is wrong inside of it is told there. */
export function valueFaults(
  { fault, others = [] }: Extract<CheckOutcome, { readonly fault: unknown }>,
  at: string,
  title: string,
): readonly [Fault, ...Fault[]] {
  const placed = ({ part, ...found }: ValueFault): Fault => ({
    ...found,
    pointer: `${at}${part?.at ?? ''}`,
    title: partTitle(title, part?.steps ?? []),
  });
  return [placed(fault), ...others.map(placed)];
}

/** What a part of a value is called: by the field, the row and the key it stands in. */
function partTitle(field: string, steps: readonly PartStep[]): string {
  return steps.reduce(
    (of, step) =>
      formatMessage(
        'row' in step
          ? modelText('model.part.row', { of, row: step.row })
          : modelText('model.part.field', { of, field: step.field }),
      ),
    field,
  );
}

/** The fields an operation's inputs describe: taken from the entity, or declared in place. */
export function inputFields(
  inputs: readonly OperationInput[],
  entityFields: ReadonlyMap<string, EntityField>,
): ReadonlyMap<string, InputField> {
  const fields = new Map<string, InputField>();
  for (const input of inputs) {
    const source = entityFields.get(input.field ?? input.key);
    const { field: _, key, min, max, ...own } = input;
    const isBound = min !== undefined || max !== undefined;
    const base = source ?? { key, title: own.title ?? key, type: own.type ?? 'string' };
    fields.set(key, {
      ...base,
      readonly: false,
      ...own,
      ...(isBound ? { bounds: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) } } : {}),
      key,
    });
  }
  return fields;
}
