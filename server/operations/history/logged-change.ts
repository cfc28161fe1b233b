import type { HistoryEntry } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { viewRow } from '../../records/read/view.ts';
import { describeChange } from './describe-change.ts';
import { LabelBook } from './label-book.ts';
import { readRow } from './logged-rows.ts';

const fields = ['staffId', 'staff.name', 'action', 'value', 'entity', 'entityId', 'before', 'after', 'createdAt'];

/** A row of the operation log, `{id}`, with what it changed in words; null where it changed no fields of an entity. */
export async function loggedChange(body: Values, context: CallContext): Promise<HistoryEntry | null> {
  const row = readRow(await viewRow(modelOf(context.documents, 'operation_log'), { id: body.id, fields }, context));
  if (!context.documents.entities.has(row.entity)) return null;
  const labels = new LabelBook(context);
  labels.note(row.entity, row.before, row.after);
  await labels.read();
  return describeChange(row, { entity: modelOf(context.documents, row.entity), id: row.entityId }, labels, context);
}
