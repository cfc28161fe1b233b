import { type RawBuilder, sql } from 'kysely';
import type { EntityDocument, EntityTree } from '../../../engine/model/documents/index.ts';
import { type EntityModel, titleOfKey } from '../../../engine/model/entity/index.ts';
import { type Fault, type FaultCode, pointer } from '../../../engine/model/faults/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { shownLabel } from '../../kernel/caller/shown-value.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { refuseBelowLeaf } from './leaf-references.ts';

const maxLevels = 32;
// An id and the slash behind it.
const segmentLength = 37;

/**
 * Waits until nobody moves nodes of this entity, for the rest of the transaction: whoever adds a node holds the tree
 * together with others who add, whoever moves or deletes one holds it alone. Taken before any row, so that nobody
 * waits for the tree while holding a row that the other needs.
 */
export async function holdTree(entity: EntityModel, how: 'add' | 'move', context: CallContext): Promise<void> {
  if (entity.document.tree === undefined) return;
  const lock = how === 'move' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(hashtextextended(${`tree:${entity.document.name}`}, 0))`.execute(context.db);
}

/** What the server adds to a new node: its path, and its place behind its siblings. */
export async function placeNode(
  entity: EntityModel,
  id: string,
  values: Values,
  context: RuleContext,
): Promise<Values> {
  const { tree } = entity.document;
  if (tree === undefined) return {};
  await holdTree(entity, 'add', context);
  const parentId = values[tree.parent];
  const place = await placeBelow(entity, tree, typeof parentId === 'string' ? parentId : null, context);
  refuseOutside(entity, tree, values, place);
  refuseDepth(entity, tree, place.level + 1);
  await refuseBelowLeaf(entity, parentId, context);
  const given = tree.order === undefined ? undefined : values[tree.order];
  return {
    ...(tree.path === undefined ? {} : { [tree.path]: `${place.path}${id}/` }),
    ...(tree.order === undefined || (given !== undefined && given !== null)
      ? {}
      : { [tree.order]: await nextOrder(entity, tree.parent, tree.order, parentId ?? null, context) }),
  };
}

/** What the server writes when a deleted node comes back: its path, since its parent may have moved; a parent that is gone is refused. */
export async function putBack(entity: EntityModel, record: StoredRecord, context: RuleContext): Promise<Values> {
  const { tree } = entity.document;
  if (tree === undefined) return {};
  const parentId = record[tree.parent];
  const place = await placeBelow(entity, tree, typeof parentId === 'string' ? parentId : null, context);
  refuseOutside(entity, tree, record, place);
  refuseDepth(entity, tree, place.level + 1);
  await refuseBelowLeaf(entity, parentId, context);
  return tree.path === undefined ? {} : { [tree.path]: `${place.path}${record.id}/` };
}

/** Whether a change may take a node elsewhere: below another parent, or out of what its parent is within. */
export function movesNode({ document: { tree } }: EntityModel, changes: Values): boolean {
  const keys = tree === undefined ? [] : [tree.parent, tree.within].filter((key) => key !== undefined);
  return keys.some((key) => Object.hasOwn(changes, key));
}

/** Checks where a node stands after a change; answers what the server adds to the change: the new path. */
export async function moveNode(
  entity: EntityModel,
  record: StoredRecord,
  changes: Values,
  context: RuleContext,
): Promise<Values> {
  const { tree } = entity.document;
  if (tree === undefined || !movesNode(entity, changes)) return {};
  await holdTree(entity, 'move', context);
  await refuseLeaving(entity, tree, record, changes, context);
  const moved = { ...record, ...changes };
  const parentId = moved[tree.parent];
  const place = await placeBelow(entity, tree, typeof parentId === 'string' ? parentId : null, context);
  if (place.chain.includes(record.id)) {
    const chosen = await context.records.findOne(entity.document.name, { id: parentId });
    const got = chosen === undefined ? '' : shownLabel(entity, chosen, context.caller);
    throw refused(entity, tree, 'E_INPUT_CYCLE', { got });
  }
  refuseOutside(entity, tree, moved, place);
  if (!Object.hasOwn(changes, tree.parent)) return {};
  refuseDepth(entity, tree, place.level + (await heightOf(entity, tree, record.id, context)));
  if (changes[tree.parent] !== record[tree.parent]) await refuseBelowLeaf(entity, parentId, context);
  return tree.path === undefined ? {} : { [tree.path]: `${place.path}${record.id}/` };
}

/** Gives everything below a node the path that follows from the node's own. */
export async function movePathsBelow(
  entity: EntityModel,
  id: string,
  changes: Values,
  context: RuleContext,
): Promise<void> {
  const { tree, name } = entity.document;
  if (tree?.path === undefined || !Object.hasOwn(changes, tree.path)) return;
  const [parent, path] = [sql.ref(toColumn(tree.parent)), sql.ref(toColumn(tree.path))];
  await sql`with recursive below as (
      select id, ${changes[tree.path]}::text as path, 1 as level from ${sql.table(name)} where id = ${id}
      union all
      select n.id, b.path || n.id || '/', b.level + 1 from ${sql.table(name)} n join below b on n.${parent} = b.id where b.level <= ${maxLevels}
    ) update ${sql.table(name)} t set ${path} = below.path from below where t.id = below.id and t.id <> ${id}`.execute(
    context.db,
  );
}

/** The ids of a node and of all living ones below it, as a subquery. */
export function nodesBelow({ name }: EntityDocument, tree: EntityTree, id: unknown): RawBuilder<unknown> {
  const table = sql.table(name);
  return sql`(with recursive below as (
      select id, 1 as level from ${table} where id = ${id}::uuid
      union all
      select n.id, b.level + 1 from ${table} n join below b on n.${sql.ref(toColumn(tree.parent))} = b.id
        where n.deleted_at is null and b.level <= ${maxLevels}
    ) select id from below)`;
}

/** Refuses to delete a node that others hang below, whoever may see those. */
export async function refuseWithNodesBelow(
  entity: EntityModel,
  record: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const { tree, name } = entity.document;
  if (tree === undefined) return;
  const below = await context.records.count(name, { [tree.parent]: record.id });
  if (below > 0)
    throw refuse('E_HAS_CHILDREN', { expected: shownLabel(entity, record, context.caller), got: String(below) });
}

type TreePosition = {
  readonly chain: readonly string[];
  readonly level: number;
  readonly path: string;
  /** What the parent is within, as text; undefined at the top. */
  readonly within?: string | null;
};

/** The nodes from a parent up to its root; a parent that is gone by now is refused. */
async function placeBelow(
  entity: EntityModel,
  tree: EntityTree,
  parentId: string | null,
  context: RuleContext,
): Promise<TreePosition> {
  if (parentId === null) return { chain: [], level: 0, path: '/' };
  const table = sql.table(entity.document.name);
  const parent = sql.ref(toColumn(tree.parent));
  const path = tree.path === undefined ? sql`null` : sql`t.${sql.ref(toColumn(tree.path))}`;
  const within = tree.within === undefined ? sql`null` : sql`t.${sql.ref(toColumn(tree.within))}::text`;
  const found = await sql<{
    id: string;
    path: string | null;
    within: string | null;
    live: boolean;
  }>`with recursive up as (
      select t.id, t.${parent} as parent, ${path} as path, ${within} as within, t.deleted_at is null as live, 1 as level from ${table} t where t.id = ${parentId}
      union all
      select t.id, t.${parent}, ${path}, ${within}, true, up.level + 1 from ${table} t join up on t.id = up.parent where up.level <= ${maxLevels}
    ) select id, path, within, live from up order by level`.execute(context.db);
  const [first] = found.rows;
  if (first === undefined || !first.live) throw refused(entity, tree, 'E_INPUT_REFERENCE', { got: parentId });
  return {
    chain: found.rows.map((row) => row.id),
    level: found.rows.length,
    path: first.path ?? '/',
    within: first.within,
  };
}

/** How many levels a node and what is below it take. */
async function heightOf(entity: EntityModel, tree: EntityTree, id: string, context: RuleContext): Promise<number> {
  const table = sql.table(entity.document.name);
  const parent = sql.ref(toColumn(tree.parent));
  const found = await sql<{ height: number }>`with recursive below as (
      select id, 1 as level from ${table} where id = ${id}
      union all
      select n.id, b.level + 1 from ${table} n join below b on n.${parent} = b.id where n.deleted_at is null and b.level <= ${maxLevels}
    ) select max(level) as height from below`.execute(context.db);
  return found.rows[0]?.height ?? 1;
}

/** A node and its parent are within the same: one course, one audience. */
function refuseOutside(entity: EntityModel, tree: EntityTree, values: Values, place: TreePosition): void {
  if (tree.within === undefined || place.level === 0) return;
  const own = values[tree.within] ?? null;
  if ((own === null ? null : String(own)) === place.within) return;
  throw refused(entity, tree, 'E_INPUT_RULE', {
    expected: formatMessage(changeText('tree.within', { title: titleOfKey(entity, tree.within) })),
  });
}

/** What stands below a node would be left behind in what it was within. */
async function refuseLeaving(
  entity: EntityModel,
  { parent, within }: EntityTree,
  record: StoredRecord,
  changes: Values,
  context: RuleContext,
): Promise<void> {
  if (within === undefined || !Object.hasOwn(changes, within)) return;
  const below = await context.records.count(entity.document.name, { [parent]: record.id });
  if (below === 0) return;
  const title = titleOfKey(entity, within);
  throw invalidInput([
    {
      code: 'E_INPUT_RULE',
      pointer: pointer(within),
      title,
      expected: formatMessage(changeText('tree.leaves', { below, title })),
    },
  ]);
}

function refuseDepth(entity: EntityModel, tree: EntityTree, level: number): void {
  const path = tree.path === undefined ? undefined : entity.fields.get(tree.path);
  const room = path?.maxLength === undefined ? maxLevels : Math.floor((path.maxLength - 1) / segmentLength);
  const { levels, maxDepth = maxLevels } = tree;
  const most = Math.min(maxLevels, room, levels?.length ?? maxDepth);
  const named = levels === undefined ? '' : `${listed(levels.slice(0, most))} `;
  if (level > most) throw refused(entity, tree, 'E_INPUT_DEPTH', { expected: `${named}${most}`, got: String(level) });
}

function refused(entity: EntityModel, tree: EntityTree, code: FaultCode, facts: Pick<Fault, 'expected' | 'got'>) {
  const title = titleOfKey(entity, tree.parent);
  return invalidInput([{ code, pointer: pointer(tree.parent), title, ...facts }]);
}

async function nextOrder(
  entity: EntityModel,
  parentKey: string,
  orderKey: string,
  parentId: unknown,
  context: RuleContext,
): Promise<number> {
  const order = sql.ref(toColumn(orderKey));
  const found = await sql<{
    next: number;
  }>`select coalesce(max(${order}), 0) + 1 as next from ${sql.table(entity.document.name)}
    where ${sql.ref(toColumn(parentKey))} is not distinct from ${parentId} and deleted_at is null`.execute(context.db);
  return found.rows[0]?.next ?? 1;
}
