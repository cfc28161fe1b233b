import { pointer } from '../faults/fault.ts';
import type { EntityField, FieldShape, ShapeField } from '../generated/documents.ts';
import { modelText } from '../texts/model-text.ts';
import { bool } from './bool.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { enumType } from './enum.ts';
import { int } from './int.ts';
import { faulty } from './kind/check-outcome.ts';
import type { CheckOptions, CheckOutcome, FieldType, PartStep, ValueFault } from './kind/field-type.ts';
import { money } from './money.ts';
import { string } from './string.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/** The types a key of a shape may have: whole in themselves, and nothing that has to be hidden or looked up. */
const shapeTypes = {
  ...{ string, text, int, decimal, money, bool, date, datetime, url },
  enum: enumType,
} satisfies Partial<Record<EntityField['type'], FieldType>>;

/** A type a key of a shape may have. */
export type ShapeType = keyof typeof shapeTypes;

/** Whether a key of a shape may have a type. */
export function fitsShape(type: EntityField['type']): type is ShapeType {
  return Object.hasOwn(shapeTypes, type);
}

/** Most rows of a list that states no `maxRows`. */
const usualRows = 100;

/** Most rows a list of a shape holds. */
export function maxRowsOf({ maxRows = usualRows }: FieldShape): number {
  return maxRows;
}

/** One part of a structured value: the values by key. */
export type ShapeValues = Readonly<Record<string, unknown>>;

/** Whether a value is one part of a structured value. */
export function isShapeValues(value: unknown): value is ShapeValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks a structured value against its shape, every key of every row: what is wrong is told where it is. */
export function checkShaped(raw: unknown, shape: FieldShape, options: CheckOptions): CheckOutcome {
  if (shape.list !== true) return checkOne(raw, shape, options);
  if (!Array.isArray(raw)) return faulty('E_INPUT_TYPE', modelText('model.value.rows'), raw);
  const most = maxRowsOf(shape);
  if (raw.length > most) return faulty('E_INPUT_TOO_MANY', `${most}`, raw.length);
  const rows = raw.map((row: unknown, index) =>
    within(checkOne(row, shape, options), pointer(index), { row: index + 1 }),
  );
  return together(rows, (values) => (values.length === 0 ? null : values));
}

function checkOne(raw: unknown, { fields }: FieldShape, options: CheckOptions): CheckOutcome {
  if (!isShapeValues(raw)) return faulty('E_INPUT_TYPE', modelText('model.value.parts'), raw);
  const known = new Set(fields.map(({ key }) => key));
  const strangers = Object.keys(raw)
    .filter((key) => !known.has(key))
    .map((key): CheckOutcome => within(faulty('E_INPUT_UNKNOWN', undefined, key), pointer(key)));
  const parts = fields.map((field) =>
    within(checkKey(field, Object.hasOwn(raw, field.key) ? raw[field.key] : null, options), pointer(field.key), {
      field: field.title,
    }),
  );
  return together([...parts, ...strangers], (values) => {
    const entries = fields.flatMap(({ key }, index) => (values[index] === null ? [] : [[key, values[index]] as const]));
    return entries.length === 0 ? null : Object.fromEntries(entries);
  });
}

/** Checks the value of one key; null and empty text are none. */
export function checkKey(field: ShapeField, raw: unknown, options: CheckOptions): CheckOutcome {
  const isNone = raw === null || raw === undefined || raw === '';
  const type = fitsShape(field.type) ? shapeTypes[field.type] : undefined;
  const outcome = isNone ? { value: null } : type?.check(raw, field, options);
  if (outcome === undefined) return faulty('E_INPUT_TYPE', modelText('model.value.none'), raw);
  if (field.required !== true || 'fault' in outcome || outcome.value !== null) return outcome;
  return { fault: { code: 'E_INPUT_REQUIRED', ...(isChosen(field) ? { act: 'choose' } : {}) } };
}

function isChosen({ type }: ShapeField): boolean {
  return type === 'enum' || type === 'date' || type === 'datetime';
}

/** An outcome as part of a larger value: where the part is, and what it is called. */
function within(outcome: CheckOutcome, at: string, step?: PartStep): CheckOutcome {
  if ('value' in outcome) return outcome;
  const placed = (fault: ValueFault): ValueFault => ({
    ...fault,
    part: {
      at: `${at}${fault.part?.at ?? ''}`,
      steps: [...(step === undefined ? [] : [step]), ...(fault.part?.steps ?? [])],
    },
  });
  return { fault: placed(outcome.fault), others: (outcome.others ?? []).map(placed) };
}

/** The outcome of a value by those of its parts. */
function together(parts: readonly CheckOutcome[], make: (values: readonly unknown[]) => unknown): CheckOutcome {
  const [fault, ...others] = parts.flatMap((part) => ('fault' in part ? [part.fault, ...(part.others ?? [])] : []));
  if (fault !== undefined) return { fault, others };
  return { value: make(parts.map((part) => ('value' in part ? part.value : null))) };
}
