import { fieldMask } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { dayLength, isDay, startOfDay } from '../../../engine/model/time/index.ts';
import { maskModeOf } from '../../kernel/caller/caller.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { historyText } from '../../texts/history-text.ts';

/** What of a record's history is wanted; what is absent narrows nothing. */
export type HistoryFilter = {
  /** Actions as the log names them, such as `book.modify`. */
  readonly kinds?: readonly string[];
  /** Fields and child rows of the record that were changed. */
  readonly fields?: readonly string[];
  readonly people?: readonly string[];
  /** First moment, and the first moment beyond. */
  readonly from?: string;
  readonly until?: string;
};

/** Everything. */
export const noFilter: HistoryFilter = {};

const maxValues = 50;

/** Reads `{kinds, fields, people, startDate, endDate}`; a field hidden from the reader is one that does not exist. */
export function readHistoryFilter(entity: EntityModel, body: Values, context: CallContext): HistoryFilter {
  const kinds = texts(body, 'kinds');
  const people = texts(body, 'people', isId);
  const fields = texts(body, 'fields', (key) => isVisibleField(entity, key, context));
  const from = dayIn(body, 'startDate');
  const until = dayIn(body, 'endDate');
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(people === undefined ? {} : { people }),
    ...(fields === undefined ? {} : { fields }),
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(until === undefined ? {} : { until: new Date(until + dayLength).toISOString() }),
  };
}

/** Whether a key is a field the caller may see, or child rows, of the entity. */
export function isVisibleField(entity: EntityModel, key: string, { caller }: CallContext): boolean {
  if (entity.children.has(key)) return true;
  const field = entity.fields.get(key);
  if (field === undefined || field.secret === true) return false;
  const mask = fieldMask(field);
  return mask === undefined || maskModeOf(caller, mask) !== 'hidden';
}

function texts(
  body: Values,
  key: 'kinds' | 'people' | 'fields',
  isKnown: (text: string) => boolean = () => true,
): readonly string[] | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const read = list.filter((item): item is string => typeof item === 'string' && isKnown(item));
  if (Array.isArray(value) && value.length > 0 && value.length <= maxValues && read.length === value.length)
    return read;
  throw wrongInput(`/${key}`, historyText(`history.${key}`), historyText('history.known', { max: maxValues }), value);
}

function dayIn(body: Values, key: 'startDate' | 'endDate'): number | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !isDay(value))
    throw wrongInput(`/${key}`, historyText(`history.${key}`), historyText('history.day'), value);
  return startOfDay(value);
}
