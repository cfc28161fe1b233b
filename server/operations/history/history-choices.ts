import { type DeclaredOperation, operationsOfEntity } from '../../../engine/model/access/index.ts';
import { type EntityModel, printAction } from '../../../engine/model/entity/index.ts';
import type { HistoryChoices } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { actionTitle } from './action-title.ts';
import type { LoggedRow } from './describe-change.ts';
import { isVisibleField } from './history-filter.ts';

/** What the history of a record may be narrowed to: kinds, fields and people that occur in these rows. */
export function historyChoices(rows: readonly LoggedRow[], entity: EntityModel, context: CallContext): HistoryChoices {
  const kinds = new Map<string, string>();
  const people = new Map<string, string>();
  const fields = new Map<string, string>();
  for (const row of rows) {
    if (!kinds.has(row.action)) kinds.set(row.action, titleOf(row, entity, context));
    if (row.staff !== null) people.set(row.staff.id, row.staff.name);
    if (row.entity !== entity.document.name) continue;
    for (const key of [...Object.keys(row.before), ...Object.keys(row.after)]) {
      if (isVisibleField(entity, key, context))
        fields.set(key, entity.fields.get(key)?.title ?? entity.children.get(key)?.title ?? key);
    }
  }
  const list = (of: ReadonlyMap<string, string>) => [...of].map(([key, title]) => ({ key, title }));
  return { kinds: list(kinds), fields: list(fields), people: list(people) };
}

/** The declared title of what was done; a child row's stands behind what the row is. */
function titleOf(row: LoggedRow, entity: EntityModel, context: CallContext): string {
  const isOwn = row.entity === entity.document.name;
  const { document } = isOwn ? entity : modelOf(context.documents, row.entity);
  const key = row.action.slice(row.action.indexOf('.') + 1);
  const declared = operationsOfEntity(document).find((operation) => actionOf(operation) === key);
  const title = declared?.title ?? actionTitle(key, row.value);
  return isOwn ? title : `${document.title} · ${title}`;
}

/** What the operation log calls what an operation does. */
function actionOf(operation: DeclaredOperation): string {
  if (operation.kind === 'transition' || operation.kind === 'action') return operation.key;
  return operation.kind === 'print' ? printAction(operation.key) : operation.kind;
}
