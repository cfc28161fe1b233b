import { maskValue } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessageIn, type Message } from '../../../engine/model/texts/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RecordStore, Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

/** A change to be logged in the transaction that makes it. */
export type LoggedChange = {
  readonly entity: EntityModel;
  readonly id: string;
  /** `create`, `modify`, `delete` or the key of a transition or action. */
  readonly action: string;
  /** What was done; kept in Chinese, whoever did it. */
  readonly title: string | Message;
  readonly before?: Values;
  readonly after?: Values;
  /** What is told in the place of changed values; it must hold nothing that a mask lies on. */
  readonly facts?: Values;
};

/** Writes the one operation-log row of a change; masked fields go in masked, secret ones not at all. */
export async function logChange(
  change: LoggedChange,
  context: CallContext & { readonly records?: RecordStore },
): Promise<void> {
  // Where many rows are written at once their log rows are too.
  const { entity, title } = change;
  const said = typeof title === 'string' ? title : formatMessageIn('zh-CN', title);
  const records =
    context.records ?? new SqlRecordStore(context, { staffId: authorOf(context.caller), now: context.now });
  await records.insertLater('operation_log', {
    staffId: authorOf(context.caller),
    catalog: 'business',
    action: `${change.entity.document.name}.${change.action}`,
    value: `${authorOf(context.caller) === null ? '系统 · ' : ''}${entity.document.title}：${said}`,
    entity: change.entity.document.name,
    entityId: change.id,
    before: loggable(change.before, change.entity, context),
    after: change.facts ?? loggable(change.after, change.entity, context),
    ip: context.caller.ip,
    result: 'ok',
  });
}

function loggable(values: Values | undefined, entity: EntityModel, context: CallContext): Values | null {
  if (values === undefined) return null;
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const rows = entity.children.get(key);
    if (rows !== undefined && Array.isArray(value)) {
      const child = modelOf(context.documents, rows.entity);
      kept[key] = value.map((row: Values) => ({ id: row.id, ...loggable(row, child, context) }));
      continue;
    }
    const field = entity.fields.get(key);
    if (field === undefined || field.secret === true) continue;
    kept[key] = field.mask !== undefined && typeof value === 'string' ? maskValue(field.mask, value) : value;
  }
  return kept;
}
