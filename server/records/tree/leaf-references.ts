import { type RawBuilder, sql } from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { shownLabel } from '../../kernel/caller/shown-value.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';

/** The fields of an entity that refer only to nodes with none below. */
export function leafFields({ fields }: EntityDocument): readonly EntityField[] {
  return fields.filter(({ leafOnly }) => leafOnly === true);
}

/**
 * Refuses a row that was made to refer to a node with others below. The nodes are held, so that none is put below them
 * at the same moment: whoever does waits, and then sees the row.
 */
export async function refuseInnerNodes(
  { document }: EntityModel,
  old: Values | undefined,
  record: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const faults: Fault[] = [];
  for (const field of leafFields(document)) {
    const before = idsOf(old?.[field.key]);
    const ids = idsOf(record[field.key]).filter((id) => !before.includes(id));
    const inner = ids.length === 0 ? undefined : await innerNode(field, ids, context);
    if (inner !== undefined)
      faults.push({
        code: 'E_INPUT_RULE',
        pointer: pointer(field.key),
        title: field.title,
        expected: formatMessage(changeText('tree.inner', { title: field.title, inner })),
      });
  }
  if (faults.length > 0) throw invalidInput(faults);
}

/** The name of a node among these that has others below; undefined where none has. */
async function innerNode(
  field: EntityField,
  ids: readonly string[],
  context: RuleContext,
): Promise<string | undefined> {
  const target = modelOf(context.documents, field.ref ?? '');
  const { name, tree } = target.document;
  if (tree === undefined) return undefined;
  const [table, parent] = [sql.table(name), sql.ref(toColumn(tree.parent))];
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await sql`select 1 from ${table} where id = ${wanted} order by id for key share`.execute(context.db);
  const { rows } = await sql<{ readonly id: string }>`select n.id from ${table} n where n.id = ${wanted}
    and exists (select 1 from ${table} b where b.${parent} = n.id and b.deleted_at is null) limit 1`.execute(
    context.db,
  );
  const node = rows[0] === undefined ? undefined : await context.records.findOne(name, { id: rows[0].id });
  return node === undefined ? undefined : shownLabel(target, node, context.caller);
}

/**
 * Refuses to put a node below one that rows refer to which refer only to nodes with none below. The parent is held:
 * whoever refers to it at the same moment waits, and then sees what is below.
 */
export async function refuseBelowLeaf(entity: EntityModel, parentId: unknown, context: RuleContext): Promise<void> {
  const { name, tree } = entity.document;
  const referring = referringTo(name, context.documents);
  if (tree === undefined || typeof parentId !== 'string' || referring.length === 0) return;
  await sql`select 1 from ${sql.table(name)} where id = ${parentId} for update`.execute(context.db);
  for (const { document, field } of referring) {
    const { rows } = await sql`select 1 from ${sql.table(document.name)}
      where ${refersTo(field, parentId)} and deleted_at is null limit 1`.execute(context.db);
    if (rows.length === 0) continue;
    const parent = await context.records.findOne(name, { id: parentId });
    const label = parent === undefined ? '' : shownLabel(entity, parent, context.caller);
    const title = entity.fields.get(tree.parent)?.title ?? '';
    const expected = formatMessage(changeText('tree.used', { label, entity: document }));
    throw invalidInput([{ code: 'E_INPUT_RULE', pointer: pointer(tree.parent), title, expected }]);
  }
}

type Referring = { readonly document: EntityDocument; readonly field: EntityField };

/** The fields that refer only to the lowest nodes of a tree. */
const referring = memoizeByIdentity((documents: DocumentSet): readonly Referring[] =>
  [...documents.entities.values()].flatMap((document) => leafFields(document).map((field) => ({ document, field }))),
);

/** Those that refer to nodes of this tree. */
function referringTo(name: string, documents: DocumentSet): readonly Referring[] {
  return referring(documents).filter(({ field }) => field.ref === name);
}

function refersTo({ key, type }: EntityField, id: string): RawBuilder<unknown> {
  const column = sql.ref(toColumn(key));
  return type === 'refs' ? sql`${column} @> array[${id}::uuid]` : sql`${column} = ${id}`;
}

function idsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id) => typeof id === 'string');
}
