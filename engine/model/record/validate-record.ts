import { normaliseMobile } from '../documents/masks.ts';
import type { Fault, FaultCode } from '../faults/fault.ts';
import { pointer } from '../faults/fault.ts';
import type { DictionaryDocument, EntityField, OperationInput } from '../generated/documents.ts';
import { isForbiddenName } from '../naming/naming.ts';
import { isDay } from '../time/calendar-day.ts';
import { usualFiles } from './file-types.ts';

/** A field as an input sees it: the entity's, or one declared with an operation. */
export type InputField = EntityField & {
  /** Bounds of a number that expressions set, as the operation declares them. */
  readonly bounds?: Pick<OperationInput, 'min' | 'max'>;
};

/** Input that passed: values in their stored form, and nothing that was not declared. */
export type CheckedInput = { readonly values: Readonly<Record<string, unknown>>; readonly faults: readonly Fault[] };

export type InputOptions = {
  /** Fields by key that the input may hold. */
  readonly fields: ReadonlyMap<string, InputField>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  /** A partial input (modify) need not hold the required fields. */
  readonly partial: boolean;
  /** ISO 8601 moment for fields that must lie in the future. */
  readonly now: string;
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
    if ('fault' in outcome) faults.push({ ...outcome.fault, pointer: pointer(key), title: field.title });
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
    const isEmptyList = field.type !== 'json' && Array.isArray(value) && value.length === 0;
    const empty = value === null || value === undefined || value === '' || isEmptyList;
    if (empty && (absent || Object.hasOwn(values, field.key))) {
      faults.push({ code: 'E_INPUT_REQUIRED', pointer: pointer(field.key), title: field.title });
    }
  }
  return faults;
}

type ValueFault = { readonly code: FaultCode; readonly expected?: string; readonly got?: string };
type Outcome = { readonly value: unknown } | { readonly fault: ValueFault };

const fault = (code: FaultCode, expected?: string, got?: unknown): Outcome => ({
  fault: { code, ...(expected === undefined ? {} : { expected }), ...(got === undefined ? {} : { got: show(got) }) },
});

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? typeof value : text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Checks one value of a field; null and empty text mean “no value”. */
export function checkValue(
  field: InputField,
  raw: unknown,
  options: Pick<InputOptions, 'dictionaries' | 'now'>,
): Outcome {
  if (raw === null || raw === undefined || raw === '') return { value: null };
  switch (field.type) {
    case 'string':
    case 'text':
    case 'html':
    case 'url':
    case 'email':
    case 'idcard':
    case 'mobile':
      return typeof raw === 'string' ? checkText(field, raw) : fault('E_INPUT_TYPE', '文本', raw);
    case 'int':
    case 'money':
      return typeof raw === 'number' && Number.isSafeInteger(raw)
        ? checkRange(field, raw)
        : fault('E_INPUT_TYPE', '整数', raw);
    case 'decimal':
      return typeof raw === 'number' && Number.isFinite(raw)
        ? checkRange(field, raw)
        : fault('E_INPUT_TYPE', '数字', raw);
    case 'bool':
      return typeof raw === 'boolean' ? { value: raw } : fault('E_INPUT_TYPE', '是或否', raw);
    case 'date':
      return typeof raw === 'string' && isDay(raw) ? { value: raw } : fault('E_INPUT_TYPE', '日期（YYYY-MM-DD）', raw);
    case 'datetime':
      return checkMoment(field, raw, options.now);
    case 'enum':
      return checkChoice(field, raw, options.dictionaries);
    case 'ref':
    case 'file':
    case 'image':
      return typeof raw === 'string' && isId(raw) ? { value: raw } : fault('E_INPUT_TYPE', '编号', raw);
    case 'refs':
      return Array.isArray(raw) && raw.length <= 200 && raw.every((item) => typeof item === 'string' && isId(item))
        ? { value: [...new Set(raw)] }
        : fault('E_INPUT_TYPE', '编号列表', raw);
    case 'files':
    case 'images':
      return checkFiles(field, raw);
    case 'json':
      return field.dictionary === undefined ? { value: raw } : checkChoices(field, raw, options.dictionaries);
  }
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is an id as the product makes them (UUID in lower case). */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

const formats: Partial<Record<InputField['type'], RegExp>> = {
  email: /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/,
  idcard: /^\d{17}[\dX]$/,
  url: /^https?:\/\/\S+$/,
};

function checkText(field: InputField, raw: string): Outcome {
  // Control characters but tab and line breaks: PostgreSQL text cannot hold NUL, and the others only disturb display.
  if (/(?![\t\n\r])\p{Cc}/u.test(raw)) return fault('E_INPUT_FORMAT');
  const text = raw.trim();
  if (text === '') return { value: null };
  const length = [...text].length;
  const max = field.maxLength ?? (field.type === 'text' ? 2000 : field.type === 'html' ? 100_000 : 255);
  if (length > max) return fault('E_INPUT_TOO_LONG', `${max}`);
  if (field.minLength !== undefined && length < field.minLength)
    return fault('E_INPUT_TOO_SHORT', `${field.minLength}`);
  if (field.type === 'mobile') {
    const mobile = normaliseMobile(text);
    return mobile === undefined ? fault('E_INPUT_FORMAT') : { value: mobile };
  }
  const format = formats[field.type];
  return format === undefined || format.test(text) ? { value: text } : fault('E_INPUT_FORMAT');
}

function checkRange(field: InputField, value: number): Outcome {
  const low = field.min ?? Number.NEGATIVE_INFINITY;
  const high = field.max ?? (field.type === 'int' ? 2_147_483_647 : Number.POSITIVE_INFINITY);
  if (value >= low && value <= high) return { value };
  const shown = (bound: number) => (Number.isFinite(bound) ? amountText(field, bound) : '不限');
  return fault('E_INPUT_RANGE', `${shown(low)} 到 ${shown(high)}`, amountText(field, value));
}

/** Files in their order, each once; none at all is no value. */
function checkFiles(field: InputField, raw: unknown): Outcome {
  const most = field.max ?? usualFiles;
  if (!Array.isArray(raw) || !raw.every((item) => typeof item === 'string' && isId(item)))
    return fault('E_INPUT_TYPE', '文件编号列表', raw);
  const ids: readonly string[] = [...new Set(raw)];
  if (ids.length > most) return fault('E_INPUT_TOO_MANY', `${most}`, ids.length);
  return { value: ids.length === 0 ? null : ids };
}

function checkMoment(field: InputField, raw: unknown, now: string): Outcome {
  if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(raw) || !/(Z|[+-]\d\d:?\d\d)$/.test(raw)) {
    return fault('E_INPUT_TYPE', '带时区的时间（ISO 8601）', raw);
  }
  const time = Date.parse(raw);
  // The 30th of February would become the 2nd of March.
  if (!Number.isFinite(time) || !isDay(raw.slice(0, 10))) return fault('E_INPUT_TYPE', '带时区的时间（ISO 8601）', raw);
  if (field.future === true && time <= Date.parse(now)) return fault('E_INPUT_FUTURE');
  return { value: new Date(time).toISOString() };
}

function checkChoice(field: InputField, raw: unknown, dictionaries: ReadonlyMap<string, DictionaryDocument>): Outcome {
  const dictionary = field.dictionary === undefined ? undefined : dictionaries.get(field.dictionary);
  const known = dictionary?.values.some((value) => value.key === raw && value.disabled !== true) === true;
  return known ? { value: raw } : fault('E_INPUT_CHOICE', undefined, raw);
}

/** Several values of a dictionary, each once. */
function checkChoices(field: InputField, raw: unknown, dictionaries: ReadonlyMap<string, DictionaryDocument>): Outcome {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (!Array.isArray(raw)) return fault('E_INPUT_TYPE', '选项的列表', raw);
  const wrong = list.map((item) => checkChoice(field, item, dictionaries)).find((outcome) => 'fault' in outcome);
  return wrong ?? { value: [...new Set(list)] };
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

/** A number as people write it: money in yuan. */
function amountText({ type }: InputField, value: number): string {
  return type === 'money' ? (value / 100).toFixed(2) : String(value);
}
