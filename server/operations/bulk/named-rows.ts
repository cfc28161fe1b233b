import { isGranted } from '../../../engine/model/access/index.ts';
import type { QueryAnswer, WireRecord } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { queryRows } from '../../records/read/query.ts';

/** Adds to rows of bulk work what the records they are about are called, as far as the caller may read that. */
export async function namedRows(answer: QueryAnswer, context: CallContext): Promise<QueryAnswer> {
  const entities = new Set(answer.list.flatMap(({ entity }) => (typeof entity === 'string' ? [entity] : [])));
  const labels = new Map<unknown, unknown>();
  for (const entity of entities) {
    const own = answer.list.filter((row) => row.entity === entity);
    for (const [id, label] of await labelsOf(entity, own, context)) labels.set(id, label);
  }
  return { ...answer, list: answer.list.map((row) => ({ ...row, label: labels.get(row.entityId) ?? null })) };
}

async function labelsOf(
  name: string,
  rows: readonly WireRecord[],
  context: CallContext,
): Promise<readonly (readonly [string, unknown])[]> {
  const entity = modelOf(context.documents, name);
  const { label, operations } = entity.document;
  const mayRead = operations.includes('query') && isGranted(context.caller.grants, `${name}:query`);
  const ids = rows.flatMap(({ entityId }) => (typeof entityId === 'string' ? [entityId] : []));
  if (!mayRead || ids.length === 0) return [];
  const where = { field: 'id', op: 'in', value: ids };
  const body = { where, fields: [label], size: ids.length, count: 'none' };
  const { list } = await queryRows(entity, body, { ...context, page: undefined });
  return list.map((record) => [record.id, record[label]] as const);
}
