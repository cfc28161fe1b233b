import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Fault, FaultCode } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';

const codes: Readonly<Partial<Record<string, FaultCode>>> = {
  false: 'E_INPUT_UNKNOWN',
  maxLength: 'E_INPUT_TOO_LONG',
  minLength: 'E_INPUT_TOO_SHORT',
  minimum: 'E_INPUT_RANGE',
  maximum: 'E_INPUT_RANGE',
  maxItems: 'E_INPUT_TOO_LONG',
  maxProperties: 'E_INPUT_TOO_LONG',
  enum: 'E_INPUT_CHOICE',
  const: 'E_INPUT_CHOICE',
};

/** Of many faults the first tell enough. */
const maxFaults = 20;

/** A check of one part of a body by its schema, prepared once; `at` is where that part stands in the body. */
export function shapeCheck(schema: JsonSchema, at: string, maxBytes: number): (value: unknown) => readonly Fault[] {
  // The library adds what it looked up to the schema it is given, so it gets one of its own.
  const own: Schema = structuredClone(schema);
  const validator = new Validator(own, '2020-12', false);
  const title = typeof schema.title === 'string' ? schema.title : at.slice(1);
  return (value) => {
    // Nothing large is looked at in detail.
    if (Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes)
      return [{ code: 'E_INPUT_TOO_LONG', pointer: at, title, expected: String(maxBytes) }];
    const { valid, errors } = validator.validate(value);
    return valid ? [] : faultsOf(errors, at, title, value);
  };
}

/** The faults that lie deepest: those around them only repeat them. */
function faultsOf(errors: readonly OutputUnit[], at: string, title: string, value: unknown): readonly Fault[] {
  const byPlace = new Map<string, OutputUnit>();
  for (const error of errors) {
    const place = error.instanceLocation.replace(/^#/, '');
    if (!byPlace.has(place)) byPlace.set(place, error);
  }
  const places = [...byPlace.keys()];
  return [...byPlace]
    .filter(([place]) => !places.some((other) => other.startsWith(`${place}/`)))
    .slice(0, maxFaults)
    .map(([place, { keyword }]) => ({
      code: codes[keyword] ?? 'E_INPUT_TYPE',
      pointer: `${at}${place}`,
      title,
      expected: expectedOf(keyword),
      got: (JSON.stringify(valueAt(value, place)) ?? '').slice(0, 40),
    }));
}

function expectedOf(keyword: string): string {
  return keyword === 'minimum' || keyword === 'maximum' ? '允许的范围' : '接口文档所列的形式';
}

function valueAt(value: unknown, place: string): unknown {
  const segments = place
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node = value;
  for (const segment of segments) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = Reflect.get(node, segment);
  }
  return node;
}

/** Refuses a body with faults; without any it is silent. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
}
