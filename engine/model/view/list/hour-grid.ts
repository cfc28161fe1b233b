import { pathsRead } from '../../expression/dependencies.ts';
import { holds, type Scope } from '../../expression/evaluate.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { CalendarView, EntityConstraint } from '../../generated/documents.ts';
import type { ActionView } from '../action/action-view.ts';
import { type CardField, cardField, type DisplayParts } from './card-view.ts';
import { isOpenIn } from './editable-columns.ts';

/** A reference by which the columns of a week can be split, and whether a record is moved from one of them to another. */
export type HourResource = CardField & { readonly entity: string; readonly isMovable: boolean };

/** Records that are alike in these fields may not take up the same time. */
export type HourOverlap = {
  readonly equal: readonly string[];
  readonly message?: string;
  /** Whether a record counts at all. */
  readonly counts: (scope: Scope) => boolean;
};

/** Hours from above to below, days from left to right. */
export type HourGrid = {
  readonly from: number;
  readonly to: number;
  readonly by: readonly HourResource[];
  /** What the database would refuse, so that it is told before a record is let go. */
  readonly overlaps: readonly HourOverlap[];
  /** Fields of the record that the splitting and the overlaps read. */
  readonly reads: readonly string[];
};

/** The hours a week shows where its page says nothing. */
const usual = { from: 8, to: 22 };

/** Compiles the hours of a calendar; undefined where it shows days only. */
export function hourGrid(view: CalendarView, parts: DisplayParts, move: ActionView | undefined): HourGrid | undefined {
  if (view.display !== 'week') return undefined;
  const by = (view.by ?? []).flatMap((key) => resource(key, parts, move) ?? []);
  const rules = exclusionsOf(view, parts);
  return {
    ...(view.hours ?? usual),
    by,
    overlaps: rules.map(({ overlap }) => overlap),
    reads: [...by.map(({ path }) => path), ...rules.flatMap(({ reads }) => reads)],
  };
}

function resource(key: string, parts: DisplayParts, move: ActionView | undefined): HourResource | undefined {
  const found = cardField(key, parts);
  const entity = found?.field.ref;
  if (found === undefined || entity === undefined) return undefined;
  return { ...found, entity, isMovable: move !== undefined && isOpenIn(found, move) };
}

/** What may not overlap at the times the calendar arranges by, as far as the reader sees what it compares. */
function exclusionsOf({ start, end }: CalendarView, { entity }: DisplayParts) {
  return (entity.document.constraints ?? []).flatMap((constraint) => {
    const { exclude } = constraint;
    if (exclude === undefined || exclude.from !== start || exclude.to !== end) return [];
    const condition = conditionOf(constraint);
    const reads = [...exclude.equal, ...condition.reads];
    if (!reads.every((key) => entity.fields.has(key))) return [];
    const { message } = constraint;
    const overlap: HourOverlap = {
      equal: exclude.equal,
      counts: condition.holds,
      ...(message === undefined ? {} : { message }),
    };
    return [{ overlap, reads }];
  });
}

function conditionOf({ exclude }: EntityConstraint): {
  readonly reads: readonly string[];
  readonly holds: (scope: Scope) => boolean;
} {
  const parsed = parseExpression(exclude?.where ?? 'true');
  if (!parsed.ok) return { reads: [], holds: () => true };
  return { reads: pathsRead(parsed.expression, 'record'), holds: (scope) => holds(parsed.expression, scope) };
}
