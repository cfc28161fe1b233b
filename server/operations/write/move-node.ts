import { sql } from 'kysely';
import type { EntityTree } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import { shownLabel } from '../../kernel/caller/shown-value.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { idOf } from '../../records/read/view.ts';
import { holdTree } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { lockedRecord } from './modify.ts';

/**
 * Puts a node of a tree below another parent or among its siblings, `{id, parentId, before?, from?}`: before one of them,
 * or behind them all. No version is asked for, since only the place changes; whoever says below what he saw the node is
 * told when somebody has put it elsewhere meanwhile.
 */
export async function moveNodeTo(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  const { name, tree } = entity.document;
  if (tree === undefined) throw refuse('E_SERVER', { got: name });
  const id = idOf(body);
  const parentId = idAt(body, 'parentId');
  const before = idAt(body, 'before');
  await checkReferences({ [tree.parent]: parentId }, entity.fields, context);
  return mutate(`${name}.move`, body, context, async (inside) => {
    await holdTree(entity, 'move', inside);
    const record = await lockedRecord(entity, id, inside);
    if (body.from !== undefined) refuseElsewhere(entity, record, idAt(body, 'from'), inside);
    const siblings = await siblingsOf(entity, tree, parentId, id, inside);
    if (before !== null && !siblings.includes(before)) throw notThere('before', before);
    const place = before === null ? siblings.length : siblings.indexOf(before);
    const order = tree.order === undefined ? {} : { [tree.order]: place + 1 };
    const changes = await updateRow(entity, record, { [tree.parent]: parentId, ...order }, inside, rules);
    const keys = Object.keys(changes);
    if (tree.order !== undefined) await makeRoom(entity, tree.order, siblings, place, inside);
    if (keys.length === 0) return { id, version: record.version };
    await followChange(name, record, changes, inside, rules);
    const was = Object.fromEntries(keys.map((key) => [key, record[key]]));
    await logChange(
      { entity, id, action: 'move', title: writeText('write.moved'), before: was, after: changes },
      inside,
    );
    return { id, version: record.version + 1 };
  });
}

/** Refuses to move a node that no longer stands below the parent it was seen below. */
function refuseElsewhere(
  entity: EntityModel,
  record: StoredRecord,
  from: string | null,
  { caller }: RuleContext,
): void {
  const { tree } = entity.document;
  if (tree === undefined || (record[tree.parent] ?? null) === from) return;
  const why = expectation(writeText('write.elsewhere', { record: shownLabel(entity, record, caller) }));
  const title = entity.fields.get(tree.parent)?.title ?? formatMessage(writeText('write.parent'));
  throw invalidInput([{ code: 'E_INPUT_RULE', pointer: pointer('from'), title, ...why }]);
}

function idAt(body: Values, key: string): string | null {
  const value = body[key] ?? null;
  if (value === null || (typeof value === 'string' && isId(value))) return value;
  throw notThere(key, String(value).slice(0, 60));
}

function notThere(key: string, got: string) {
  const title = formatMessage(writeText(key === 'before' ? 'write.before' : 'write.parent'));
  return invalidInput([{ code: 'E_INPUT_REFERENCE', pointer: pointer(key), title, got }]);
}

/** The nodes below a parent in their order, without the one that is moved. */
async function siblingsOf(
  entity: EntityModel,
  tree: EntityTree,
  parentId: string | null,
  id: string,
  { db }: RuleContext,
): Promise<readonly string[]> {
  const order = tree.order === undefined ? sql`id` : sql`${sql.ref(toColumn(tree.order))} nulls last, id`;
  const found = await sql<{ id: string }>`select id from ${sql.table(entity.document.name)}
    where ${sql.ref(toColumn(tree.parent))} is not distinct from ${parentId}::uuid and id <> ${id} and deleted_at is null
    order by ${order}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** Numbers the siblings around the place that is taken. Nobody changed them: their version stays. */
async function makeRoom(
  entity: EntityModel,
  orderKey: string,
  siblings: readonly string[],
  place: number,
  { db }: RuleContext,
): Promise<void> {
  if (siblings.length === 0) return;
  const numbers = siblings.map((_, at) => (at < place ? at + 1 : at + 2));
  const order = sql.ref(toColumn(orderKey));
  await sql`update ${sql.table(entity.document.name)} t set ${order} = placed.number
    from unnest(${[...siblings]}::uuid[], ${numbers}::int[]) as placed (id, number)
    where t.id = placed.id and t.${order} is distinct from placed.number`.execute(db);
}
