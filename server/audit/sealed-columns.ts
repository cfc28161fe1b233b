import type { EntityDocument } from '../../engine/model/documents/index.ts';
import { isStored } from '../../engine/model/entity/index.ts';
import { toColumn } from '../../engine/model/naming/index.ts';
import { beginOf, firstIdAt, monthOf, monthsLater } from '../db/spec/month.ts';

/** Columns that hold what was written of a row of the log, in a fixed order. */
export function sealedColumns(entity: EntityDocument): readonly string[] {
  const fields = entity.fields.filter(isStored).map((field) => toColumn(field.key));
  return ['id', 'created_at', 'created_by', ...fields].toSorted();
}

/** The column in which a field is kept whose key was another when it was sealed; undefined where there is none. */
export function renamedColumn(entity: EntityDocument, former: string): string | undefined {
  const field = entity.fields.find(({ formerKeys = [] }) => formerKeys.map(toColumn).includes(former));
  return field === undefined ? undefined : toColumn(field.key);
}

/** Up to which id rows need not be there any more, because their months are not kept; undefined where all are. */
export function outlivedUntil({ keepMonths }: Pick<EntityDocument, 'keepMonths'>, now: number): string | undefined {
  return keepMonths === undefined ? undefined : firstIdAt(beginOf(monthsLater(monthOf(now), -keepMonths)));
}
