import { type RawBuilder, sql } from 'kysely';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { resolvePath } from '../../../engine/model/entity/index.ts';
import { parseExpression } from '../../../engine/model/expression/index.ts';
import type { WorkCalendar } from '../../../engine/model/time/index.ts';
import { conditionSql } from '../../db/expression/expression-sql.ts';
import { authorOf, type Caller, callerValues } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { every } from './conditions.ts';
import type { PlannedColumn } from './derived-columns.ts';
import type { Fact } from './row-policy-conditions.ts';

/** A column with nothing in the rows that hide the field from the caller; the column itself where none may. */
export function shownInRows(
  column: RawBuilder<unknown>,
  entity: EntityDocument,
  field: EntityField,
  { documents, caller, fact }: { readonly documents: DocumentSet; readonly caller: Caller; readonly fact: Fact },
): RawBuilder<unknown> {
  const { hides } = entity.access ?? {};
  if (hides === undefined || !hideable(entity, documents).has(field.key)) return column;
  const [list, staff] = [fact(hides.fields), fact(hides.exceptFor)];
  if (list === undefined || staff === undefined) return column;
  const isListed = sql`coalesce(jsonb_exists(${list.sql}, ${field.key}), false)`;
  return sql`(case when ${isListed} and not ${isExcepted(staff, caller)} then null else ${column} end)`;
}

function isExcepted(staff: PlannedColumn, caller: Caller): RawBuilder<unknown> {
  return sql`coalesce(${authorOf(caller)}::uuid = any(${staff.sql}), false)`;
}

/** Whether a row keeps the field masked for the caller whatever his own masks say; undefined where none does. */
export function maskedInRows(
  entity: EntityDocument,
  field: EntityField,
  { caller, fact, ...time }: Within & { readonly caller: Caller },
): RawBuilder<unknown> | undefined {
  const { masks } = entity.access ?? {};
  if (masks?.fields.includes(field.key) !== true) return undefined;
  const within = { ...time, fact };
  const conditions = [sql`coalesce(${conditionOf(masks.when, within)}, false)`];
  // Whoever cannot be told is meant too.
  if (masks.for !== undefined) conditions.push(sql`coalesce(${conditionOf(masks.for, within, caller)}, true)`);
  const staff = masks.exceptFor === undefined ? undefined : fact(masks.exceptFor);
  if (masks.exceptFor !== undefined && staff === undefined) throw refuse('E_SERVER', { got: masks.exceptFor });
  if (staff !== undefined) conditions.push(sql`not ${isExcepted(staff, caller)}`);
  return sql`(${every(conditions)})`;
}

/** Which of the reasons not to call a number holds in a row, by its place; undefined where no row has any. */
export function undialledInRows(
  { undialled = [] }: EntityField,
  /** Entity of the rows the number is shown in. */
  from: string,
  within: Within,
): RawBuilder<unknown> | undefined {
  const cases = undialled.flatMap(({ when, exceptFrom = [] }, place) =>
    exceptFrom.includes(from) ? [] : [sql`when ${isMeant(when, within)} then ${sql.lit(place)}`],
  );
  return cases.length === 0 ? undefined : sql`(case ${sql.join(cases, sql` `)} end)`;
}

/** Asked for the time and the days worked only where a condition tells them: a plan that knows them is not kept. */
type Within = { readonly now: () => string; readonly calendar: () => WorkCalendar; readonly fact: Fact };

/** Whether a declared condition holds in a row. */
function isMeant(when: string, within: Within): RawBuilder<unknown> {
  return sql`coalesce(${conditionOf(when, within)}, false)`;
}

/** A declared condition on a row, and on the caller where it is about him. */
function conditionOf(when: string, { now, calendar, fact }: Within, caller?: Caller): RawBuilder<unknown> {
  const outcome = parseExpression(when);
  if (!outcome.ok) throw refuse('E_SERVER', { got: when });
  const scope = {
    ...(caller === undefined ? {} : { user: callerValues(caller) }),
    get now() {
      return now();
    },
    get calendar() {
      return calendar();
    },
  };
  return conditionSql(outcome.expression, { column: (path) => fact(path.join('.')), scope });
}

/** What rows of an entity may hide: the values of the dictionary that their list is chosen from. */
export function hideable(entity: EntityDocument, documents: DocumentSet): ReadonlySet<string> {
  const { hides } = entity.access ?? {};
  const list = hides === undefined ? undefined : resolvePath(documents.entities, entity, hides.fields)?.field;
  return new Set((documents.dictionaries.get(list?.dictionary ?? '')?.values ?? []).map(({ key }) => key));
}
