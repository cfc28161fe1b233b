import type { Values } from '../record/values.ts';
import type { Draft, RowsDraft } from './draft-shape.ts';

/** Reads a draft as it was kept; undefined for anything else. */
export function readDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { at, version, values, base, rows, left, files, sending, part } = { ...emptyDraft, ...value };
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || !isValues(values) || !isValues(base)) return undefined;
  return {
    at,
    ...(typeof version === 'number' ? { version } : {}),
    values,
    base,
    rows: isValues(rows) ? readRows(rows) : {},
    left: texts(left),
    files: isValues(files) ? namesIn(files) : {},
    sending: texts(sending),
    ...(typeof part === 'string' ? { part } : {}),
  };
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((title) => typeof title === 'string') : [];
}

function namesIn(files: Values): Draft['files'] {
  return Object.fromEntries(
    Object.entries(files).flatMap(([id, name]) => (typeof name === 'string' ? [[id, name] as const] : [])),
  );
}

type Unread = { readonly [Key in keyof Draft]-?: unknown };
const emptyDraft: Unread = {
  ...{ at: undefined, version: undefined, values: {}, base: {}, rows: {} },
  ...{ left: [], files: {}, sending: [], part: undefined },
};

function readRows(rows: Values): Draft['rows'] {
  const read = Object.entries(rows).flatMap(([key, value]): readonly [string, RowsDraft][] => {
    if (!isValues(value) || !Array.isArray(value.rows) || !Array.isArray(value.base)) return [];
    return [[key, { rows: value.rows.filter(isValues), base: value.base.filter(isValues) }]];
  });
  return Object.fromEntries(read);
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
