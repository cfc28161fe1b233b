import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Fault, type FaultCode, pointer } from '../../../engine/model/faults/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { commonText } from '../../texts/common-text.ts';
import { inputText } from '../../texts/kernel/input-text.ts';
import { listed } from '../language/listed.ts';
import type { JsonSchema } from './json-schema.ts';

/** Answers the faults of a value, each with its place in it; none where it is sound. */
export type SchemaCheck = (value: unknown) => readonly Fault[];

/** Of many faults the first tell enough. */
const maxFaults = 20;
/** Errors of a validation that are looked at: a body can be wrong in more places than there is time to compare. */
const maxErrors = 200;
/** Characters told of what came. */
export const maxGot = 60;

/** What compiles schemas; formats stand beside patterns and are not judged. */
export function schemaCompiler(): Ajv2020 {
  return new Ajv2020({
    strict: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
  });
}

/** A check of values by a schema, compiled once. Titles in the faults are those of `described`, the schema as it was written. */
export function schemaCheck(schema: JsonSchema, compiler = schemaCompiler(), described = schema): SchemaCheck {
  const validate = compiler.compile(schema);
  return (value) => (validate(value) ? [] : faultsOf(validate.errors ?? [], described, value).slice(0, maxFaults));
}

const codes: Readonly<Partial<Record<string, FaultCode>>> = {
  required: 'E_INPUT_REQUIRED',
  additionalProperties: 'E_INPUT_UNKNOWN',
  maxLength: 'E_INPUT_TOO_LONG',
  minLength: 'E_INPUT_TOO_SHORT',
  minimum: 'E_INPUT_RANGE',
  maximum: 'E_INPUT_RANGE',
  maxItems: 'E_INPUT_TOO_LONG',
  minItems: 'E_INPUT_TOO_SHORT',
  maxProperties: 'E_INPUT_TOO_LONG',
  enum: 'E_INPUT_CHOICE',
  const: 'E_INPUT_CHOICE',
};

/** The faults that lie deepest: those around them only repeat them, and one place is told of once. */
function faultsOf(errors: readonly ErrorObject[], schema: JsonSchema, input: unknown): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors.slice(0, maxErrors)) {
    const fault = faultOf(error, schema, input);
    if (!faults.has(fault.pointer)) faults.set(fault.pointer, fault);
  }
  const places = [...faults.keys()];
  return [...faults.values()].filter((fault) => !places.some((other) => other.startsWith(`${fault.pointer}/`)));
}

function faultOf(error: ErrorObject, schema: JsonSchema, input: unknown): Fault {
  const { keyword, instancePath, params, data } = error;
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    const at = `${instancePath}${pointer(name)}`;
    return { code: 'E_INPUT_REQUIRED', pointer: at, title: titleAt(schema, at) ?? name };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    return { code: 'E_INPUT_UNKNOWN', pointer: `${instancePath}${pointer(name)}`, got: name.slice(0, maxGot) };
  }
  const title = calledAt(schema, instancePath);
  const isEmpty = data === null || data === '';
  if (keyword === 'minLength' && isEmpty) return { code: 'E_INPUT_REQUIRED', pointer: instancePath, title };
  const code = codes[keyword] ?? 'E_INPUT_TYPE';
  const isSecret = isSecretAt(schema, instancePath);
  return { code, pointer: instancePath, title, ...expectedOf(error), ...(isSecret ? {} : { got: shown(data, input) }) };
}

const typeWords: Readonly<Record<string, Message>> = {
  string: inputText('input.string'),
  number: inputText('input.number'),
  integer: inputText('input.integer'),
  boolean: inputText('input.boolean'),
  array: inputText('input.array'),
  object: inputText('input.object'),
  null: inputText('input.null'),
};

function expectedOf({ keyword, params, parentSchema }: ErrorObject): { readonly expected?: string } {
  const { format, minimum, maximum } = Object(parentSchema);
  switch (keyword) {
    case 'enum':
      return { expected: shownValues(params.allowedValues) };
    case 'const':
      return { expected: String(params.allowedValue) };
    case 'type':
      return { expected: formatMessage(format === 'uuid' ? inputText('input.id') : typeNames(params.type)) };
    case 'pattern':
      return { expected: formatMessage(inputText(format === 'uuid' ? 'input.id' : 'input.pattern')) };
    case 'minimum':
    case 'maximum':
      return { expected: formatMessage(rangeOf(minimum, maximum)) };
    case 'maxLength':
    case 'minLength':
    case 'maxItems':
    case 'minItems':
    case 'maxProperties':
      return { expected: String(params.limit) };
    default:
      return { expected: formatMessage(inputText('input.documented')) };
  }
}

function shownValues(values: unknown): string {
  return Array.isArray(values) ? listed(values.filter((value) => value !== null).map(String)) : '';
}

function typeNames(types: unknown): Message {
  const names: readonly unknown[] = Array.isArray(types) ? types : [types];
  return names
    .map((name) => typeWords[String(name)] ?? commonText('common.list', { list: String(name) }))
    .reduce((one, other) => inputText('input.or', { one, other }));
}

function rangeOf(minimum: unknown, maximum: unknown): Message {
  if (maximum === undefined) return inputText('input.least', { minimum: String(minimum) });
  return minimum === undefined
    ? inputText('input.most', { maximum: String(maximum) })
    : inputText('input.range', { minimum: String(minimum), maximum: String(maximum) });
}

function shown(data: unknown, input: unknown): string {
  if (data === input) return '';
  if (typeof data === 'string') return data.slice(0, maxGot);
  return typeof data === 'number' || typeof data === 'boolean' ? String(data) : typeof data;
}

/** What a place is called: by its title, an item by that of its list, else by the name of its property. */
function calledAt(schema: JsonSchema, path: string): string {
  const title = titleAt(schema, path);
  if (title !== undefined) return title;
  const list = path.replace(/\/\d+$/, '');
  return list === path ? (path.split('/').at(-1) ?? '') : calledAt(schema, list);
}

/** The part of a schema that is about a place of the input, through objects and lists; the first of several. */
function partAt(schema: JsonSchema, path: string): JsonSchema | undefined {
  let part: JsonSchema | undefined = schema;
  for (const segment of path.split('/').slice(1)) {
    const choices: readonly JsonSchema[] = [part, ...optionsOf(part)];
    part = choices.map((one) => childOf(one, segment)).find((child) => child !== undefined);
    if (part === undefined) return undefined;
  }
  return part;
}

function optionsOf(schema: JsonSchema | undefined): readonly JsonSchema[] {
  return [schema?.anyOf, schema?.oneOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonSchema[]) : []));
}

function childOf(schema: JsonSchema | undefined, segment: string): JsonSchema | undefined {
  const { properties, items } = schema ?? {};
  const named: unknown = Object.hasOwn(Object(properties), segment)
    ? Reflect.get(Object(properties), segment)
    : undefined;
  const found = named ?? (/^\d+$/.test(segment) ? items : undefined);
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : undefined;
}

function titleAt(schema: JsonSchema, path: string): string | undefined {
  const part = partAt(schema, path);
  const title = [part, ...optionsOf(part)].map((one) => one?.title).find((one) => typeof one === 'string');
  return typeof title === 'string' ? title : undefined;
}

/** Whether what stands there is never told again. */
function isSecretAt(schema: JsonSchema, path: string): boolean {
  return partAt(schema, path)?.format === 'password';
}
