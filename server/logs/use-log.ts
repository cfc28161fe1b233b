import { type Fault, pointer } from '../../engine/model/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';

/** Category of what the browser tells of its use, as the specification has it. */
export const useCatalog = '1000';

/** Most entries of one call: what a person does in a while, told at once. */
export const maxEntries = 50;

/** Longest texts of an entry, in characters. */
export const entryLength = { action: 64, value: 2000 } as const;

type Entry = { readonly action: string; readonly value: string };

/** Keeps what the browser tells of its use in the operation log: one entry, or several as `entries`. */
export async function logUse(body: Values, context: CallContext): Promise<null> {
  const { entries } = body;
  const given: readonly unknown[] = Array.isArray(entries) ? entries : [body];
  const faults: Fault[] = [];
  if (given.length === 0 || given.length > maxEntries)
    faults.push({
      code: 'E_INPUT_RANGE',
      pointer: '/entries',
      title: '条数',
      expected: `1 到 ${maxEntries}`,
      got: String(given.length),
    });
  const read = given
    .slice(0, maxEntries)
    .map((entry, at) => entryOf(entry, entries === undefined ? '' : pointer('entries', at), faults));
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
  const { staffId, ip } = context.caller;
  return mutate('operation_log.use', body, context, async ({ records }) => {
    for (const entry of read)
      await records.insertLater('operation_log', { staffId, catalog: useCatalog, ...entry, ip, result: 'ok' });
    return null;
  });
}

function entryOf(entry: unknown, at: string, faults: Fault[]): Entry {
  const { catalog, action, value = '' }: Values = typeof entry === 'object' && entry !== null ? { ...entry } : {};
  if (String(catalog ?? '') !== useCatalog)
    faults.push({
      code: 'E_INPUT_CHOICE',
      pointer: `${at}/catalog`,
      title: '分类',
      got: String(catalog ?? '').slice(0, 40),
    });
  return {
    action: textOf(action, `${at}/action`, '动作', { least: 1, most: entryLength.action }, faults),
    value: textOf(value, `${at}/value`, '内容', { least: 0, most: entryLength.value }, faults),
  };
}

function textOf(
  value: unknown,
  at: string,
  title: string,
  { least, most }: { readonly least: number; readonly most: number },
  faults: Fault[],
): string {
  if (typeof value !== 'string' || [...value].length < least)
    faults.push({ code: 'E_INPUT_REQUIRED', pointer: at, title });
  else if ([...value].length > most)
    faults.push({ code: 'E_INPUT_TOO_LONG', pointer: at, title, expected: String(most) });
  else return value;
  return '';
}
