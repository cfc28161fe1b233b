import { sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import type { HistoryAnswer, HistoryEntry } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { shownInput } from '../../kernel/errors/shown-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { rowsAsked } from '../../records/read/deleted-rows.ts';
import { hiddenInRow } from '../../records/read/hidden-in-row.ts';
import { idOf } from '../../records/read/view.ts';
import { commonText } from '../../texts/common-text.ts';
import { historyText } from '../../texts/history-text.ts';
import { describeChange, type LoggedRow } from './describe-change.ts';
import { historyChoices } from './history-choices.ts';
import { readHistoryFilter } from './history-filter.ts';
import { LabelBook } from './label-book.ts';
import { type LogCursor, loggedRows } from './logged-rows.ts';

const maxPageSize = 100;
/** How far back choices are looked for. */
const choicesLookBack = 1000;

/**
 * What was done to a record and its child rows, newest first, `{id, size?, cursor?}` and what it is narrowed to: who
 * may see the record may see it, as far as he may see the fields. With `choices` it also tells what may be chosen. Who is
 * shown some of its fields only is not told: that somebody did something says more than they do.
 */
export async function historyOf(entity: EntityModel, body: Values, context: CallContext): Promise<HistoryAnswer> {
  refusePartly(entity, context);
  const id = idOf(body);
  const size = pageSize(body.size);
  const start = readCursor(body.cursor);
  const filter = readHistoryFilter(entity, body, context);
  await refuseOutOfPolicy(entity, id, body, context);
  const hidden = await hiddenInRow(entity, id, context);
  const found = (await loggedRows(entity, id, { start, limit: size + 1, filter }, context)).map(
    without(entity, hidden),
  );
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const looked = body.choices === true ? await loggedRows(entity, id, { limit: choicesLookBack }, context) : undefined;
  const all = looked?.map(without(entity, hidden));
  return {
    ...(all === undefined ? {} : { choices: historyChoices(all, entity, context) }),
    list: await described(rows, { entity, id }, context),
    next: found.length > size && last !== undefined ? writeCursor(last) : null,
  };
}

/** Rows of the log of a record, named by their ids, as they are told to the caller; by id. */
export async function changesNamed(
  entity: EntityModel,
  id: string,
  ids: readonly string[],
  context: CallContext,
): Promise<ReadonlyMap<string, HistoryEntry>> {
  refusePartly(entity, context);
  const hidden = await hiddenInRow(entity, id, context);
  const rows = (await loggedRows(entity, id, { limit: ids.length, ids }, context)).map(without(entity, hidden));
  return new Map((await described(rows, { entity, id }, context)).map((entry) => [entry.id, entry]));
}

function refusePartly({ document }: EntityModel, { caller }: CallContext): void {
  const { shows } = document.access ?? {};
  if (shows !== undefined && !isGranted(caller.grants, shows.unless))
    throw refuse('E_NO_PERMISSION', { expected: shows.unless });
}

async function described(
  rows: readonly LoggedRow[],
  record: Parameters<typeof describeChange>[1],
  context: CallContext,
): Promise<HistoryEntry[]> {
  const labels = new LabelBook(context);
  for (const row of rows) labels.note(row.entity, row.before, row.after);
  await labels.read();
  return rows.map((row) => describeChange(row, record, labels, context));
}

/** A log row without what the record hides from the reader. */
function without({ document }: EntityModel, hidden: ReadonlySet<string>): <Row extends LoggedRow>(row: Row) => Row {
  const shown = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)));
  return (row) =>
    hidden.size === 0 || row.entity !== document.name
      ? row
      : { ...row, before: shown(row.before), after: shown(row.after) };
}

async function refuseOutOfPolicy(entity: EntityModel, id: string, body: Values, context: CallContext): Promise<void> {
  const plan = new SelectPlan(context, entity, 't', rowsAsked(entity, body, context));
  const scope = await rowPolicy(plan, context);
  const found = await sql`select 1 ${plan.from()} where ${plan.own('id')} = ${id} and ${scope}`.execute(context.db);
  if (found.rows.length === 0) throw refuse('E_NOT_FOUND');
}

function pageSize(size: unknown): number {
  if (size === undefined || size === null) return 20;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size;
  const fault = {
    pointer: '/size',
    title: formatMessage(historyText('history.size')),
    ...expectation(commonText('common.range', { low: 1, high: maxPageSize })),
    got: shownInput(size),
  };
  throw invalidInput([{ code: 'E_INPUT_RANGE', ...fault }]);
}

function writeCursor({ at, id }: LogCursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function readCursor(cursor: unknown): LogCursor | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const [at, id] = typeof cursor === 'string' ? parsed(cursor) : [];
  if (
    typeof at !== 'string' ||
    typeof id !== 'string' ||
    !isId(id) ||
    !/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) ||
    Number.isNaN(Date.parse(at))
  )
    throw refuse('E_CURSOR');
  return { at, id };
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
