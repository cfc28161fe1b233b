import { evaluate, evaluateWhole, type Scope } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import type { Fault } from '../faults/fault.ts';
import { pointer } from '../faults/fault.ts';
import type { OperationInput } from '../generated/documents.ts';
import { missingFault } from './missing-fault.ts';
import { checkValue, type InputField, valueFaults } from './validate-record.ts';

type Values = Readonly<Record<string, unknown>>;

/** The field of an input with the bounds its expressions give just now; one whose value is not known sets none. */
export function boundedField(field: InputField, scope: Scope): InputField {
  const { bounds } = field;
  if (bounds === undefined) return field;
  const low = [field.min, numberOf(bounds.min, scope)].filter((bound) => bound !== undefined);
  const high = [field.max, numberOf(bounds.max, scope)].filter((bound) => bound !== undefined);
  return {
    ...field,
    ...(low.length === 0 ? {} : { min: Math.max(...low) }),
    ...(high.length === 0 ? {} : { max: Math.min(...high) }),
  };
}

/** The values of an operation with what its inputs start with where nothing was given. */
export function withStartValues(inputs: readonly OperationInput[], values: Values, scope: Scope): Values {
  const started = inputs.flatMap(({ key, defaultValue }) => {
    if (defaultValue === undefined || Object.hasOwn(values, key)) return [];
    const outcome = parseExpression(defaultValue);
    return outcome.ok ? [[key, evaluateWhole(outcome.expression, scope)] as const] : [];
  });
  return started.length === 0 ? values : { ...values, ...Object.fromEntries(started) };
}

/** What is missing though it must be there, and what lies outside the bounds that expressions set; values are in their stored form. */
export function boundFaults(fields: ReadonlyMap<string, InputField>, values: Values, scope: Scope): readonly Fault[] {
  return [...fields.values()].flatMap((field): readonly Fault[] => {
    const value = values[field.key] ?? null;
    if (field.required === true && value === null) return [missingFault(field)];
    if (field.bounds === undefined || value === null) return [];
    const outcome = checkValue(boundedField(field, scope), value, { dictionaries: new Map(), now: scope.now ?? '' });
    return 'fault' in outcome ? valueFaults(outcome, pointer(field.key), field.title) : [];
  });
}

function numberOf(source: string | undefined, scope: Scope): number | undefined {
  const outcome = source === undefined ? undefined : parseExpression(source);
  if (outcome?.ok !== true) return undefined;
  const value = evaluate(outcome.expression, scope);
  return typeof value === 'number' ? value : undefined;
}
