import { isTime } from '../../../model/fields/index.ts';
import type { ColumnView, ListView } from '../../../model/view/index.ts';
import { type GroupBucket, type GroupRequest, groupBuckets, type Where } from '../../../model/wire/index.ts';

/** By which column a list is grouped, and how time is cut. */
export type GroupChoice = { readonly column: string; readonly bucket?: GroupBucket };

/** The columns by which the rows of a list can be grouped; none where its entity does not open it. */
export function columnsToGroup(view: ListView): readonly ColumnView[] {
  if (view.groupApi === undefined) return [];
  return view.columns.filter((column) => column.groupPath !== undefined && column.fault === undefined);
}

/** Whether a column holds time, which is cut. */
export function isOfTime({ field }: ColumnView): boolean {
  return isTime(field);
}

/** Reads a choice, `<column>` or `<column>:<bucket>`; undefined where the list knows no such grouping. */
export function readGroup(text: string, view: ListView): GroupChoice | undefined {
  const [key = '', cut] = text.split(':');
  const column = columnsToGroup(view).find((each) => each.key === key);
  if (column === undefined) return undefined;
  if (!isOfTime(column)) return { column: key };
  return { column: key, bucket: groupBuckets.find((bucket) => bucket === cut) ?? 'day' };
}

export function writeGroup({ column, bucket }: GroupChoice): string {
  return bucket === undefined ? column : `${column}:${bucket}`;
}

/** The columns whose values are summed. */
export function totalledColumns(columns: readonly ColumnView[]): readonly ColumnView[] {
  return columns.filter((column) => column.isTotalled === true && column.fault === undefined);
}

/** What is asked for the groups of the rows that a filter finds. */
export function groupRequest(choice: GroupChoice, where: Where | undefined, view: ListView): GroupRequest {
  const column = columnsToGroup(view).find(({ key }) => key === choice.column);
  return {
    by: column?.groupPath ?? choice.column,
    sums: [...new Set(totalledColumns(view.columns).map(({ path }) => path))],
    ...(choice.bucket === undefined ? {} : { bucket: choice.bucket }),
    ...(where === undefined ? {} : { where }),
  };
}
