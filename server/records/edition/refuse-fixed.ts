import { contentFields, type EntityModel, isFixedEdition } from '../../../engine/model/entity/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { StoredRecord, TouchedRow, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';

/** Whether a change is of a row that may be an edition which was published. */
export function mayBeFixed({ change }: TouchedRow, { document }: EntityModel): boolean {
  return document.editions !== undefined && change !== 'create';
}

/**
 * Refuses what changed of an edition that is or was published: what it says, its child rows, or that it is there at all,
 * whoever changed it. Its state may go on, and what the server keeps of it.
 */
export function refuseFixed({ document }: EntityModel, row: TouchedRow, record: StoredRecord): void {
  const old = row.old ?? record;
  if (!isFixedEdition(document, old)) return;
  const isChanged = contentFields(document).some(({ key }) => !isSame(old[key], record[key]));
  if (row.change !== 'delete' && !row.isOfChildren && !isChanged) return;
  throw refuse('E_EDITION_FIXED', { expected: editionWords(document.editions?.number, old) });
}

/** An edition as people call it. */
export function editionWords(number: string | undefined, record: Values): Message {
  return changeText('edition.number', { number: String(record[number ?? ''] ?? '?') });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
