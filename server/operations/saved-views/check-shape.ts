import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';
import { schemaCheck } from '../../kernel/operation/schema-check.ts';

/** Compiled when one is first needed: a start that waits for them answers later. */
const checkOf = memoizeByIdentity((schema: JsonSchema) => schemaCheck(schema));

/** A check of one part of a body, whichever way it comes, by its schema; `at` is where that part stands in the body. */
export function shapeCheck(schema: JsonSchema, at: string, maxBytes: number): (value: unknown) => readonly Fault[] {
  const title = typeof schema.title === 'string' ? schema.title : at.slice(1);
  return (value) => {
    // Nothing large is looked at in detail.
    if (Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes)
      return [{ code: 'E_INPUT_TOO_LONG', pointer: at, title, expected: String(maxBytes) }];
    return checkOf(schema)(value).map((fault) => ({ ...fault, pointer: `${at}${fault.pointer}` }));
  };
}

/** Refuses a body with faults; without any it is silent. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}
